import type { MigrationInterface, QueryRunner } from 'typeorm';

const KEY = 'payout_decisions';

/** Whether unusual payouts have to be decided before a run is approved. Built in: they need not. */
export class BillingPayoutDecisions1763700005985 implements MigrationInterface {
  name = 'BillingPayoutDecisions1763700005985';

  async up(q: QueryRunner): Promise<void> {
    const keys = await this.keys(q);
    await this.setKeys(q, [...keys, KEY]);
    await q.query(`alter table billing.policies disable trigger proposed`);
    await q.query(
      `insert into billing.policies (id, key, version, value, state, valid_from, reason, proposed_by_name, decided_by_name, decided_at)
       values ('01940000-0000-7000-8000-000000005985', '${KEY}', 1, '"optional"', 'approved', '2000-01-01T00:00:00Z', 'Built in',
         'Drive Portal', 'Drive Portal', platform.portal_now())`,
    );
    await q.query(`alter table billing.policies enable trigger proposed`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`alter table billing.policies disable trigger user`);
    await q.query(`delete from billing.policies where key = '${KEY}'`);
    await q.query(`alter table billing.policies enable trigger user`);
    await this.setKeys(
      q,
      (await this.keys(q)).filter((key) => key !== KEY),
    );
  }

  /** As they stand: other migrations may have added theirs. */
  private async keys(q: QueryRunner): Promise<string[]> {
    const [row] = (await q.query(
      `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'policies_key_check'`,
    )) as { definition: string }[];
    return [...row!.definition.matchAll(/'([a-z_]+)'/g)].map((found) => found[1]!);
  }

  private async setKeys(q: QueryRunner, keys: readonly string[]): Promise<void> {
    await q.query(`alter table billing.policies drop constraint policies_key_check`);
    await q.query(
      `alter table billing.policies add constraint policies_key_check check (key in (${keys.map((key) => `'${key}'`).join(', ')}))`,
    );
  }
}
