import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import { Transactor } from '@portal/platform/database';
import { continued, SegmentsRepository } from './segments.repository.js';

interface ChangedModel {
  eventId: string;
  driveId: string;
  model: string;
  effectiveFrom: Date;
}

/**
 * From the instant at which an author starts to bill customers directly, the host no longer charges running installs.
 * The reverse change does nothing by itself: a price needs the tenant's agreement, which it gives with its next
 * upgrade.
 */
@Injectable()
export class SyncBillingModel {
  constructor(
    private readonly transactor: Transactor,
    private readonly segments: SegmentsRepository,
    private readonly ids: Ids,
  ) {}

  async execute(change: ChangedModel): Promise<void> {
    if (change.model !== 'author_billing') return;
    await this.transactor.run(async (tx) => {
      await this.segments.changeTenantStatus(tx, { driveId: change.driveId });
      for (const running of await this.segments.lockPaidOf(tx, change.driveId, change.effectiveFrom)) {
        const startedAt = await this.segments.end(tx, running.id, change.effectiveFrom, change.eventId);
        await this.segments.open(tx, {
          id: this.ids.next(),
          ...continued(running),
          priceId: null,
          amountMinor: 0n,
          startedAt,
          eventId: this.ids.next(),
          ...(running.ended_at && {
            ended: { at: running.ended_at, eventId: running.closed_by_event ?? change.eventId },
          }),
        });
      }
    });
  }
}
