import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';

const KEPT_DAYS = 30;

/** Deliveries, and events without pending ones, are kept for 30 days, for inspection and replay. */
@Injectable()
export class PurgeDeliveries {
  constructor(private readonly transactor: Transactor) {}

  async execute(): Promise<void> {
    await this.transactor.run(async (tx) => {
      await tx.query(
        `delete from installs.deliveries where state <> 'pending' and ended_at < clock_timestamp() - $1::int * interval '1 day'`,
        [KEPT_DAYS],
      );
      await tx.query(
        `delete from installs.host_events e where received_at < $2::timestamptz - $1::int * interval '1 day'
           and not exists (select from installs.deliveries d where d.event_id = e.id)`,
        [KEPT_DAYS, tx.now],
      );
    });
  }
}
