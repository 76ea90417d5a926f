import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';

const KEPT_DAYS = 30;

/**
 * Deletes ended messages after 30 days, until when they can be viewed and resent, and messages that were queued for as long
 * because their webhook was never verified.
 */
@Injectable()
export class ForgetMessages {
  constructor(private readonly transactor: Transactor) {}

  async execute(): Promise<void> {
    await this.transactor.run((tx) =>
      tx.query(
        `delete from webhooks.messages where (state <> 'pending' and ended_at < clock_timestamp() - $1::int * interval '1 day')
           or (state = 'pending' and next_attempt_at < clock_timestamp() - $1::int * interval '1 day')`,
        [KEPT_DAYS],
      ),
    );
  }
}
