import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What authors get about their money: sealed months, self-billing invoices, and finance's exports. */
export class StatementsInit1763700002400 implements MigrationInterface {
  name = 'StatementsInit1763700002400';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create schema statements`);
    await this.months(q);
    await this.selfBilling(q);
    await this.exports(q);
  }

  private async months(q: QueryRunner): Promise<void> {
    // salt_key blinds the leaves of the month towards other authors; whoever reads this database reads the lines anyway.
    await q.query(`create table statements.months (
      seq int primary key check (seq > 0),
      month text not null unique check (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
      run_id uuid not null unique,
      after_tx bigint not null,
      cutoff_tx bigint not null check (cutoff_tx >= after_tx),
      sealed_tx bigint not null check (sealed_tx >= cutoff_tx),
      size int not null check (size >= 0),
      tree_root text not null check (tree_root ~ '^[0-9a-f]{64}$'),
      previous_root text not null check (previous_root ~ '^[0-9a-f]{64}$'),
      root text not null unique check (root ~ '^[0-9a-f]{64}$'),
      salt_key bytea not null check (length(salt_key) = 32),
      sealed_at timestamptz not null default platform.portal_now())`);
    await q.query(`create function statements.month_chained() returns trigger language plpgsql as $$
      declare last statements.months;
      begin
        perform pg_advisory_xact_lock(x'73746d74'::int);
        select * into last from statements.months order by seq desc limit 1;
        if new.seq <> coalesce(last.seq, 0) + 1 or new.previous_root <> coalesce(last.root, repeat('0', 64))
           or new.after_tx <> coalesce(last.cutoff_tx, new.after_tx) then
          raise exception 'statements: month % does not follow the last one', new.month using errcode = '23514', constraint = 'months_chained';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger chained before insert on statements.months for each row execute function statements.month_chained()`,
    );
    // facts: what was true when the month was sealed and may change later: names, words, outcome.
    await q.query(`create table statements.statements (
      id uuid primary key,
      month text not null references statements.months (month),
      run_id uuid not null references statements.months (run_id),
      org_id uuid not null,
      currency text not null,
      payout_id uuid unique,
      position int not null check (position >= 0),
      statement_root text not null check (statement_root ~ '^[0-9a-f]{64}$'),
      facts jsonb not null,
      constraint statements_one_per_author unique (run_id, org_id, currency),
      constraint statements_one_per_place unique (month, position))`);
    await q.query(`create index statements_org on statements.statements (org_id, month)`);
    for (const table of ['months', 'statements']) await this.appendOnly(q, table);
  }

  private async selfBilling(q: QueryRunner): Promise<void> {
    await q.query(`create table statements.tax_profiles (
      org_id uuid not null,
      version int not null check (version > 0),
      legal_name text not null check (length(legal_name) between 1 and 200),
      address text not null check (length(address) between 1 and 500),
      country text not null check (country ~ '^[A-Z]{2}$'),
      tax_id text check (length(tax_id) between 2 and 40),
      vat_id text check (length(vat_id) between 4 and 20),
      vat_treatment text not null check (vat_treatment in ('not_registered', 'reverse_charge', 'exempt')),
      self_billing_consent boolean not null,
      saved_by uuid,
      saved_by_name text not null,
      saved_at timestamptz not null default platform.portal_now(),
      primary key (org_id, version),
      constraint tax_profiles_reverse_charge check (vat_treatment <> 'reverse_charge' or vat_id is not null))`);
    await q.query(`create table statements.self_billing_invoices (
      org_id uuid not null,
      seq int not null check (seq > 0),
      number text not null unique,
      statement_id uuid not null unique references statements.statements,
      profile_version int not null,
      issued_at timestamptz not null default platform.portal_now(),
      primary key (org_id, seq),
      foreign key (org_id, profile_version) references statements.tax_profiles)`);
    await q.query(`create function statements.number_follows() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock(x'73626e6f'::int, hashtext(new.org_id::text));
        if new.seq <> coalesce((select max(seq) from statements.self_billing_invoices where org_id = new.org_id), 0) + 1 then
          raise exception 'statements: number % leaves a gap', new.number using errcode = '23514', constraint = 'self_billing_gapless';
        end if;
        if not (select self_billing_consent from statements.tax_profiles where org_id = new.org_id and version = new.profile_version) then
          raise exception 'statements: no consent to self-billing' using errcode = '23514', constraint = 'self_billing_consent';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger number_follows before insert on statements.self_billing_invoices for each row execute function statements.number_follows()`,
    );
    for (const table of ['tax_profiles', 'self_billing_invoices']) await this.appendOnly(q, table);
  }

  private async exports(q: QueryRunner): Promise<void> {
    await q.query(`create table statements.exports (
      id uuid primary key,
      kind text not null check (kind in ('journal', 'invoices', 'payouts', 'statements')),
      format text not null check (format in ('csv', 'json')),
      month text not null check (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
      state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
      rows_done bigint not null default 0 check (rows_done >= 0),
      rows_total bigint,
      bytes bigint not null default 0,
      sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
      problem text,
      requested_by uuid,
      requested_by_name text not null,
      created_at timestamptz not null default platform.portal_now(),
      finished_at timestamptz,
      check ((state in ('done', 'failed')) = (finished_at is not null)),
      check ((state = 'done') = (sha256 is not null)))`);
    await q.query(`create table statements.export_parts (
      export_id uuid not null references statements.exports on delete cascade,
      n int not null check (n > 0),
      body bytea not null,
      primary key (export_id, n))`);
  }

  private async appendOnly(q: QueryRunner, table: string): Promise<void> {
    await q.query(`create trigger append_only before update or delete or truncate on statements.${table}
      for each statement execute function platform.refuse_change()`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop schema statements cascade`);
  }
}
