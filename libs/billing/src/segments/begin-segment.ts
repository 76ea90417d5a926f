import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import { AuthorBilled } from '@portal/listings';
import type { Tx } from '@portal/platform/database';
import { SegmentsRepository, type NewSegment } from './segments.repository.js';
import { TenantSuspensionsRepository } from './tenant-suspensions.repository.js';

/** From when on a segment is not charged, the reason, and until when; null: until something changes. */
interface Stop {
  at: Date;
  by: string;
  next: (Partial<NewSegment> & { startedAt: Date }) | null;
}

/**
 * Opens a segment and ends it where it must not be charged: while its tenant is suspended, and from when its author
 * bills customers directly. Both may have begun and ended before the opening event is processed.
 */
@Injectable()
export class BeginSegment {
  constructor(
    private readonly segments: SegmentsRepository,
    private readonly suspensions: TenantSuspensionsRepository,
    private readonly authorBilled: AuthorBilled,
    private readonly ids: Ids,
  ) {}

  /** A segment that the event has already opened is left unchanged. */
  async execute(tx: Tx, segment: NewSegment): Promise<void> {
    await this.segments.lockTenantStatus(tx, segment);
    for (let next: NewSegment | undefined = segment; next;) {
      if (!(await this.segments.open(tx, next)) || next.priceId === null) return;
      const stop = await this.stop(tx, next);
      if (!stop) return;
      const endedAt = await this.segments.end(tx, next.id, stop.at, stop.by);
      const { next: follows } = stop;
      next = follows
        ? {
            ...next,
            ...follows,
            id: this.ids.next(),
            eventId: this.ids.next(),
            startedAt: follows.startedAt > endedAt ? follows.startedAt : endedAt,
          }
        : undefined;
    }
  }

  private async stop(tx: Tx, { driveId, tenantId, startedAt }: NewSegment): Promise<Stop | undefined> {
    const free = await this.authorBilled.from(tx, driveId, startedAt);
    const suspension = await this.suspensions.holdFrom(tx, tenantId, startedAt);
    if (free && !(suspension && suspension.from < free))
      return { at: free, by: this.ids.next(), next: { startedAt: free, priceId: null, amountMinor: 0n } };
    if (!suspension) return undefined;
    const { from: at, id: by, resumedAt } = suspension;
    return { at, by, next: resumedAt && { startedAt: resumedAt } };
  }
}
