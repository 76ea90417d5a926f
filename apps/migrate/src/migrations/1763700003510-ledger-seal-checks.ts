import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How far all seals were computed anew and found unbroken, so that a proof in between need only compute what came since.
 * The checks are a chain themselves, written by this function alone: the product cannot claim one.
 */
export class LedgerSealChecks1763700003510 implements MigrationInterface {
  name = 'LedgerSealChecks1763700003510';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table ledger.seal_checks (
      id bigint generated always as identity primary key,
      up_to_seal bigint not null check (up_to_seal >= 0),
      head bytea not null check (length(head) = 32),
      ok boolean not null,
      broken jsonb not null default '[]',
      previous bytea not null check (length(previous) = 32),
      sha256 bytea not null check (length(sha256) = 32),
      checked_at timestamptz not null default platform.portal_now(),
      check (ok = (broken = '[]')))`);
    await q.query(`create trigger append_only before update or delete or truncate on ledger.seal_checks
      for each statement execute function platform.refuse_change()`);
    await q.query(`create function ledger.seal_check_digest(previous bytea, up_to_seal bigint, head bytea, ok boolean) returns bytea
      language sql immutable as $$ select sha256($1 || convert_to(concat_ws('|', $2, encode($3, 'hex'), $4), 'UTF8')) $$`);
    // Seals that do not follow from the one before, or not from their transactions; these are computed only above \`after_seal\`.
    await q.query(`create function ledger.broken_seals(after_seal bigint) returns table (seal bigint, first_tx bigint, last_tx bigint)
      language sql stable as $$
        select s.id, s.from_tx, s.to_tx from (select *, lag(sha256, 1, sha256('')) over (order by id) as before,
          lag(to_tx, 1, 0::bigint) over (order by id) as begins from ledger.seals) s
        where case when s.previous <> s.before or s.from_tx <> s.begins then true
          when s.id > $1 then s.sha256 <> ledger.seal_digest(s.from_tx, s.to_tx, s.previous) else false end
        order by s.id $$`);
    await q.query(`create function ledger.check_seals() returns boolean language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
      declare
        newest record;
        before bytea;
        found jsonb;
      begin
        perform pg_advisory_xact_lock(x'7365616d'::int);
        select coalesce(max(s.id), 0) as id, coalesce((select p.sha256 from ledger.seals p order by p.id desc limit 1), sha256('')) as sha256
          into newest from ledger.seals s;
        select coalesce(jsonb_agg(to_jsonb(b)), '[]') into found from (select * from ledger.broken_seals(0) b where b.seal <= newest.id limit 10) b;
        select c.sha256 into before from ledger.seal_checks c order by c.id desc limit 1;
        before := coalesce(before, sha256(''));
        insert into ledger.seal_checks (up_to_seal, head, ok, broken, previous, sha256)
          values (newest.id, newest.sha256, found = '[]', found, before, ledger.seal_check_digest(before, newest.id, newest.sha256, found = '[]'));
        return found = '[]';
      end $$`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop function ledger.check_seals()`);
    await q.query(`drop function ledger.broken_seals(bigint)`);
    await q.query(`drop table ledger.seal_checks`);
    await q.query(`drop function ledger.seal_check_digest(bytea, bigint, bytea, boolean)`);
  }
}
