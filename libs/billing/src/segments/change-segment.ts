import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import { normalizeCurrency } from '@portal/ledger';
import { Transactor } from '@portal/platform/database';
import { BeginSegment } from './begin-segment.js';
import { continued, SegmentsRepository } from './segments.repository.js';
import { TenantSuspensionsRepository } from './tenant-suspensions.repository.js';

interface UpgradedInstall {
  eventId: string;
  installId: string;
  priceId: string | null;
  amountMinor: bigint;
  /** Null keeps the currency of the running segment. */
  currency: string | null;
  upgradedAt: Date;
}

/**
 * Changes the price after an accepted upgrade: the old price ends and the new one starts at the same instant. If a
 * later suspension or change of billing was processed before, everything after the upgrade is laid out again. The
 * revenue share stays pinned.
 */
@Injectable()
export class ChangeSegment {
  constructor(
    private readonly transactor: Transactor,
    private readonly segments: SegmentsRepository,
    private readonly suspensions: TenantSuspensionsRepository,
    private readonly begin: BeginSegment,
    private readonly ids: Ids,
  ) {}

  /** @throws Error while an earlier event about the install is not processed yet: to be retried. */
  async execute(upgrade: UpgradedInstall): Promise<void> {
    const free = upgrade.priceId === null || upgrade.amountMinor === 0n;
    await this.transactor.run(async (tx) => {
      const known = await this.segments.known(tx, upgrade.installId);
      if (!known) throw new Error(`install ${upgrade.installId} was upgraded before its activation arrived`);
      await this.segments.assertInOrder(tx, upgrade);
      await this.segments.lockTenantStatus(tx, known);
      // Locks out concurrent ends of a suspension, so that the segments they opened can be read below.
      await this.suspensions.holdFrom(tx, known.tenantId, upgrade.upgradedAt);
      if ((await this.segments.consumed(tx, upgrade.eventId)) || (await this.segments.overtaken(tx, upgrade))) return;
      const cut = await this.segments.cut(tx, upgrade.installId, upgrade.upgradedAt, upgrade.eventId);
      if (!cut) return;
      const { segment: running, from: startedAt } = cut;
      await this.begin.execute(tx, {
        id: this.ids.next(),
        ...continued(running),
        priceId: free ? null : upgrade.priceId,
        amountMinor: free ? 0n : upgrade.amountMinor,
        ...(upgrade.currency !== null && { currency: normalizeCurrency(upgrade.currency) }),
        startedAt,
        eventId: upgrade.eventId,
      });
    });
  }
}
