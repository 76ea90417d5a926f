import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A month is sealed in batches: what is made of it so far stands here until all of it becomes final at once. */
export class StatementsSealing1763700005200 implements MigrationInterface {
  name = 'StatementsSealing1763700005200';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table statements.sealings (
      run_id uuid primary key,
      sealed_tx bigint not null,
      salt_key bytea not null check (length(salt_key) = 32),
      started_at timestamptz not null default platform.portal_now())`);
    await q.query(`create table statements.made (
      run_id uuid not null references statements.sealings on delete cascade,
      org_id uuid not null,
      currency text not null,
      id uuid not null,
      payout_id uuid,
      statement_root text not null check (statement_root ~ '^[0-9a-f]{64}$'),
      facts jsonb not null,
      self_billing_seq int check (self_billing_seq > 0),
      profile_version int,
      primary key (run_id, org_id, currency),
      check ((self_billing_seq is null) = (profile_version is null)),
      check ((self_billing_seq is null) = (facts ->> 'self_billing_number' is null)))`);
    await this.numberFollows(q, `perform pg_advisory_xact_lock(x'73626e6f'::int, 0);`);
  }

  /** A lock per author is more locks than a database keeps in one transaction once a month has thousands of invoices. */
  private async numberFollows(q: QueryRunner, lock: string): Promise<void> {
    await q.query(`create or replace function statements.number_follows() returns trigger language plpgsql as $$
      begin
        ${lock}
        if new.seq <> coalesce((select max(seq) from statements.self_billing_invoices where org_id = new.org_id), 0) + 1 then
          raise exception 'statements: number % leaves a gap', new.number using errcode = '23514', constraint = 'self_billing_gapless';
        end if;
        if not (select self_billing_consent from statements.tax_profiles where org_id = new.org_id and version = new.profile_version) then
          raise exception 'statements: no consent to self-billing' using errcode = '23514', constraint = 'self_billing_consent';
        end if;
        return new;
      end $$`);
  }

  async down(q: QueryRunner): Promise<void> {
    await this.numberFollows(q, `perform pg_advisory_xact_lock(x'73626e6f'::int, hashtext(new.org_id::text));`);
    await q.query('drop table statements.made');
    await q.query('drop table statements.sealings');
  }
}
