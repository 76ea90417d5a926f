import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When everything that a hold keeps was released: also what it takes afterwards, from a run that was prepared before. */
export class PayoutsReleasedHolds1763700005900 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`alter table payouts.payout_holds add column released_at timestamptz`);
    await q.query(check(`array['ends_at', 'ended_by_name', 'end_reason', 'released_at']`));
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(check(`array['ends_at', 'ended_by_name', 'end_reason']`));
    await q.query(`alter table payouts.payout_holds drop column released_at`);
  }
}

const check = (
  changes: string,
): string => `create or replace function payouts.hold_check() returns trigger language plpgsql as $$
  declare changes constant text[] := ${changes};
  begin
    if (to_jsonb(new) - changes) <> (to_jsonb(old) - changes) then
      raise exception 'payouts: hold % is frozen', old.id using errcode = '23514', constraint = 'payout_holds_frozen';
    end if;
    return new;
  end $$`;
