import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who approves is somebody else, while the run is computed or approved, and means the present set; `more` is what else is refused. */
const approvalCheck = (
  more: string,
): string => `create or replace function payouts.approval_check() returns trigger language plpgsql as $$
      declare run payouts.payout_runs;
      begin
        select * into run from payouts.payout_runs where id = new.run_id for update;
        if run.prepared_by = new.user_id then
          raise exception 'payouts: the preparer of run % cannot approve it', new.run_id using errcode = '23514', constraint = 'payout_approvals_second_person';
        end if;${more}
        if run.state not in ('computed', 'approved') then
          raise exception 'payouts: run % is %, not computed', new.run_id, run.state using errcode = '23514', constraint = 'payout_approvals_state';
        end if;
        if run.input_hash <> new.input_hash or run.computation <> new.computation then
          raise exception 'payouts: the approval of run % is for another set', new.run_id using errcode = '23514', constraint = 'payout_approvals_hash';
        end if;
        return new;
      end $$`;

/** What the preparer of a run decided about what is unusual or not paid in it. The last one of a payout holds. */
export class PayoutsRunDecisions1763700005930 implements MigrationInterface {
  name = 'PayoutsRunDecisions1763700005930';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`create table payouts.run_decisions (
      id uuid primary key,
      seq bigint generated always as identity,
      run_id uuid not null references payouts.payout_runs,
      computation int not null,
      org_id uuid not null,
      currency text not null references ledger.currency,
      decision text not null check (decision in ('include', 'carry', 'hold')),
      kinds text[] not null,
      balance bigint not null,
      amount bigint not null check (amount >= 0),
      reason text not null check (char_length(reason) between 3 and 500),
      hold_id uuid references payouts.payout_holds,
      decided_by uuid not null,
      decided_by_name text not null,
      decided_at timestamptz not null default platform.portal_now(),
      constraint run_decisions_hold check ((decision = 'hold') = (hold_id is not null)))`);
    await q.query(`create index run_decisions_last on payouts.run_decisions (run_id, org_id, currency, seq desc)`);
    // Only the preparer of what lies before the approvers decides.
    await q.query(`create function payouts.run_decision_check() returns trigger language plpgsql as $$
      declare run payouts.payout_runs;
      begin
        select * into run from payouts.payout_runs where id = new.run_id for update;
        if run.prepared_by <> new.decided_by then
          raise exception 'payouts: only the preparer of run % decides', new.run_id using errcode = '23514', constraint = 'run_decisions_preparer';
        end if;
        if run.state <> 'computed' or run.computation <> new.computation then
          raise exception 'payouts: run % is not as it was decided about', new.run_id using errcode = '23514', constraint = 'run_decisions_state';
        end if;
        return new;
      end $$`);
    await q.query(
      `create trigger decision_check before insert on payouts.run_decisions for each row execute function payouts.run_decision_check()`,
    );
    await q.query(
      `create trigger append_only before update or delete or truncate on payouts.run_decisions for each statement execute function platform.refuse_change()`,
    );
    // Whoever prepares the run after them takes over what was decided, so who decided does not approve it either.
    await q.query(
      approvalCheck(`
        if exists (select 1 from payouts.run_decisions d where d.run_id = new.run_id and d.decided_by = new.user_id) then
          raise exception 'payouts: who decided about payouts of run % cannot approve it', new.run_id using errcode = '23514', constraint = 'payout_approvals_not_decided';
        end if;`),
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(approvalCheck(''));
    await q.query('drop table payouts.run_decisions');
    await q.query('drop function payouts.run_decision_check()');
  }
}
