import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import { normalizeCurrency } from '@portal/ledger';
import { Transactor } from '@portal/platform/database';
import { BeginSegment } from './begin-segment.js';
import { InstallNames } from './install-names.js';
import { SegmentsRepository, type NewSegment } from './segments.repository.js';

const DAY_MS = 86_400_000;

type Billed = 'installId' | 'tenantId' | 'ventureId' | 'driveId' | 'orgId' | 'priceId' | 'amountMinor' | 'currency';

/** `eventId` opens it: a repeated call with the same event changes nothing. */
export interface ActivatedInstall extends Pick<NewSegment, Billed | 'eventId'> {
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
