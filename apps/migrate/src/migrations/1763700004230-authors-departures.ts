import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An author leaves, or is told to: announced, carried out on its day, kept for ever. */
export class AuthorsDepartures1763700004230 implements MigrationInterface {
  name = 'AuthorsDepartures1763700004230';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table authors.departures (
      id uuid primary key,
      org_id uuid not null references authors.developer_accounts (org_id),
      reason text not null check (length(reason) between 3 and 2000),
      by_staff boolean not null,
      asked_by uuid not null,
      asked_by_name text not null,
      asked_at timestamptz not null default platform.portal_now(),
      ends_at timestamptz not null,
      withdrawn_at timestamptz,
      withdrawn_by_name text,
      ended_at timestamptz,
      constraint departures_notice check (ends_at >= asked_at + interval '97 days'),
      check ((withdrawn_at is null) = (withdrawn_by_name is null)),
      check (withdrawn_at is null or ended_at is null),
      constraint departures_not_before_its_day check (ended_at is null or ended_at >= ends_at))`);
    await q.query(`create unique index departures_one_open on authors.departures (org_id) where withdrawn_at is null`);
    await q.query(
      `create index departures_due on authors.departures (ends_at) where withdrawn_at is null and ended_at is null`,
    );
    // What was announced stays as it was told; only how it went on is added, once.
    await q.query(`create function authors.departure_kept() returns trigger language plpgsql as $$
      declare moves constant text[] := array['withdrawn_at', 'withdrawn_by_name', 'ended_at'];
      begin
        if (to_jsonb(new) - moves) <> (to_jsonb(old) - moves) or old.withdrawn_at is not null or old.ended_at is not null then
          raise exception 'authors: departure % is kept as it is', old.id using errcode = '42501', constraint = 'departures_kept';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger kept before update on authors.departures for each row execute function authors.departure_kept()`,
    );
    await q.query(
      `create trigger never_removed before delete or truncate on authors.departures for each statement execute function platform.refuse_change()`,
    );
    await q.query(`create function authors.account_ended() returns trigger language plpgsql as $$
      begin
        raise exception 'authors: an account that ended stays so' using errcode = '23514', constraint = 'developer_accounts_ended';
      end $$`);
    await q.query(`create trigger ended before update on authors.developer_accounts for each row
      when (old.state = 'terminated' and new.state <> 'terminated') execute function authors.account_ended()`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop trigger ended on authors.developer_accounts`);
    await q.query(`drop function authors.account_ended()`);
    await q.query(`drop table authors.departures`);
    await q.query(`drop function authors.departure_kept()`);
  }
}
