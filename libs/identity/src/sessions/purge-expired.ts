import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { KNOWN_NETWORK_DAYS } from '../credentials/known-places.js';
import { NOTIFICATION_DAYS } from '../notifications/domain/notification.js';

/**
 * Deletes what has expired: attempt counters, known networks, mailed tokens, unfinished sign-ins, old notifications.
 */
@Injectable()
export class PurgeExpired {
  constructor(private readonly transactor: Transactor) {}

  async execute(): Promise<void> {
    await this.transactor.run(async (tx) => {
      await tx.query('delete from identity.attempts where ends_at <= clock_timestamp()');
      await tx.query(
        'delete from identity.known_networks where seen_at <= clock_timestamp() - make_interval(days => $1)',
        [KNOWN_NETWORK_DAYS],
      );
      await tx.query('delete from identity.mailed_links where expires_at <= clock_timestamp()');
      await tx.query('delete from identity.sign_in_challenges where expires_at <= clock_timestamp()');
      await tx.query('delete from identity.notifications where at <= $1::timestamptz - make_interval(days => $2)', [
        tx.now,
        NOTIFICATION_DAYS,
      ]);
    });
  }
}
