import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import { normalizeCurrency } from '@portal/ledger';
import { Transactor } from '@portal/platform/database';
import { BeginSegment } from './begin-segment.js';
import { InstallNames } from './install-names.js';
import { SegmentsRepository } from './segments.repository.js';

const DAY_MS = 86_400_000;

export interface ActivatedInstall {
  /** The event that opens it; a repeated call with the same event changes nothing. */
  eventId: string;
  installId: string;
  tenantId: string;
  ventureId: string;
  driveId: string;
  /** Null for first-party Drives: the whole price is the platform's. */
  orgId: string | null;
  /** Null for a free install, which has segments but is never billed. */
  priceId: string | null;
  amountMinor: bigint;
  currency: string;
  /** Free days (of 24 hours) at the beginning, regardless of later changes. */
  trialDays?: number;
  activatedAt: Date;
}

/** Starts billing an active install at its pinned price from this instant. */
@Injectable()
export class OpenSegment {
  constructor(
    private readonly transactor: Transactor,
    private readonly segments: SegmentsRepository,
    private readonly begin: BeginSegment,
    private readonly names: InstallNames,
    private readonly ids: Ids,
  ) {}

  async execute(install: ActivatedInstall): Promise<void> {
    const names = await this.names.of(install);
    const free = install.priceId === null || install.amountMinor === 0n;
    await this.transactor.run(async (tx) => {
      const rule = await this.segments.splitRuleAt(tx, install.activatedAt, install);
      await this.begin.execute(tx, {
        id: this.ids.next(),
        installId: install.installId,
        tenantId: install.tenantId,
        ventureId: install.ventureId,
        driveId: install.driveId,
        orgId: install.orgId,
        ...names,
        priceId: free ? null : install.priceId,
        amountMinor: free ? 0n : install.amountMinor,
        currency: normalizeCurrency(install.currency),
        splitRuleId: rule.id,
        authorBps: install.orgId === null ? 0 : rule.author_bps,
        startedAt: install.activatedAt,
        trialEndsAt: !install.trialDays ? null : new Date(install.activatedAt.getTime() + install.trialDays * DAY_MS),
        eventId: install.eventId,
      });
    });
  }
}
