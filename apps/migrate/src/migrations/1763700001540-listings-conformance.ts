import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every run of the checks against a listed Drive, each bound to the one before by its digest. */
export class ListingsConformance1763700001540 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table listings.conformance_runs (
      drive_id uuid not null references listings.listings,
      seq int not null check (seq >= 1),
      ran_at timestamptz not null,
      ok boolean not null,
      body text not null,
      previous text,
      digest text not null,
      primary key (drive_id, seq),
      constraint conformance_runs_digest check (digest = encode(sha256(convert_to(coalesce(previous, '') || body, 'UTF8')), 'hex')),
      constraint conformance_runs_first check ((seq = 1) = (previous is null)))`);
    await q.query(`create index conformance_runs_days on listings.conformance_runs (drive_id, ran_at)`);
    await q.query(`create function listings.conformance_chain() returns trigger language plpgsql as $$
      begin
        if new.previous is distinct from (select r.digest from listings.conformance_runs r where r.drive_id = new.drive_id and r.seq = new.seq - 1) then
          raise exception 'a run is bound to the run before it' using errcode = '23514', constraint = 'conformance_runs_chain';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger chain before insert on listings.conformance_runs for each row execute function listings.conformance_chain()`,
    );
    await q.query(`create trigger append_only before update or delete or truncate on listings.conformance_runs
      for each statement execute function platform.refuse_change()`);
    // The newest run, for cards and for the plan: checked_at by the wall clock, verified_at (last good one) in business time.
    await q.query(`alter table listings.listings
      add column conformance_ok boolean,
      add column verified_at timestamptz,
      add column checked_at timestamptz`);
    await q.query(`alter table listings.sync_notes drop constraint sync_notes_kind_check`);
    await q.query(`alter table listings.sync_notes add constraint sync_notes_kind_check check (kind in
      ('version_not_raised', 'version_lowered', 'id_changed', 'shape_changed', 'origin_changed', 'refused_before', 'invalid', 'unreachable', 'drift'))`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop table listings.conformance_runs`);
    await q.query(`drop function listings.conformance_chain()`);
    await q.query(
      `alter table listings.listings drop column conformance_ok, drop column verified_at, drop column checked_at`,
    );
  }
}
