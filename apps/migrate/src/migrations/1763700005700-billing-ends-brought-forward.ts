import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An upgrade, an end or a switch of who bills may be told of after something that happened later has ended a segment.
 * That end may then be brought forward, as long as no frozen month loses time: what is invoiced never changes.
 */
export class BillingEndsBroughtForward1763700005700 implements MigrationInterface {
  name = 'BillingEndsBroughtForward1763700005700';

  async up(q: QueryRunner): Promise<void> {
    // Who bills for a Drive concerns what ran at an instant, running or not.
    await q.query(
      `create index install_segments_of_drive on billing.install_segments (drive_id, started_at) where price_id is not null`,
    );
    await q.query(`create or replace function billing.segment_pinned() returns trigger language plpgsql as $$
      begin
        if (to_jsonb(new) - array['ended_at', 'reported_ended_at', 'closed_by_event']) <> (to_jsonb(old) - array['ended_at', 'reported_ended_at', 'closed_by_event'])
           or (old.ended_at is not null and (new.ended_at is null or new.ended_at >= old.ended_at)) then
          raise exception 'billing: a segment only ever gets its end, or an earlier one' using errcode = '42501', constraint = 'install_segments_pinned';
        end if;
        if old.ended_at is not null and exists (select 1 from billing.periods p where p.frozen_at is not null
            and billing.month_start(p.month) < old.ended_at and billing.month_end(p.month) > new.ended_at) then
          raise exception 'billing: a frozen month keeps its time' using errcode = '42501', constraint = 'install_segments_pinned';
        end if;
        return new;
      end $$`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('drop index billing.install_segments_of_drive');
    await q.query(`create or replace function billing.segment_pinned() returns trigger language plpgsql as $$
      begin
        if (to_jsonb(new) - array['ended_at', 'reported_ended_at', 'closed_by_event']) <> (to_jsonb(old) - array['ended_at', 'reported_ended_at', 'closed_by_event'])
           or old.ended_at is not null then
          raise exception 'billing: a segment only ever gets its end' using errcode = '42501', constraint = 'install_segments_pinned';
        end if;
        return new;
      end $$`);
  }
}
