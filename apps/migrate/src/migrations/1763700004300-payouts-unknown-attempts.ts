import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Attempts whose outcome is not known are few among all that there ever were; operators are told of them all the time. */
export class PayoutsUnknownAttempts1763700004300 implements MigrationInterface {
  name = 'PayoutsUnknownAttempts1763700004300';

  async up(q: QueryRunner): Promise<void> {
    await q.query(
      `create index payout_attempts_unknown on payouts.payout_attempts (touched_at) where state = 'unknown'`,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop index payouts.payout_attempts_unknown`);
  }
}
