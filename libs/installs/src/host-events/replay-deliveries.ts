import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import type { AuditSubject } from '@portal/platform/audit';
import { Transactor } from '@portal/platform/database';
import { DeliveriesRepository } from './deliveries.repository.js';
import type { ReplayFilter } from './domain/delivery-state.js';

/** Per call; the caller repeats the request for more. */
const MAX_REPLAYED = 1_000;

/**
 * Sends deliveries that have ended once more, under the ids of their events, before pending ones. Only of active
 * installs; pings are not replayed.
 */
@Injectable()
export class ReplayDeliveries {
  constructor(
    private readonly transactor: Transactor,
    private readonly deliveries: DeliveriesRepository,
  ) {}

  /** Returns how many are sent again, at most `MAX_REPLAYED`. */
  async execute(filter: ReplayFilter, actor: Actor): Promise<number> {
    return this.transactor.run(async (tx) => {
      const replayed = await this.deliveries.replay(tx, filter, MAX_REPLAYED);
      if (replayed === 0) return 0;
      const subject: AuditSubject = filter.installId === undefined ? ['host', 'events'] : ['install', filter.installId];
      await tx.audit(actor, 'deliveries.replayed', subject, { after: { ...filter, replayed } });
      return replayed;
    });
  }
}
