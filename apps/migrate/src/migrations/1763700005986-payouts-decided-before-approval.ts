import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who approves is somebody else who decided nothing, and means the present set; `more` is what else is refused. */
const approvalCheck = (
  more: string,
): string => `create or replace function payouts.approval_check() returns trigger language plpgsql as $$
      declare run payouts.payout_runs;
      begin
        select * into run from payouts.payout_runs where id = new.run_id for update;
        if run.prepared_by = new.user_id then
          raise exception 'payouts: the preparer of run % cannot approve it', new.run_id using errcode = '23514', constraint = 'payout_approvals_second_person';
        end if;
        if exists (select 1 from payouts.run_decisions d where d.run_id = new.run_id and d.decided_by = new.user_id) then
          raise exception 'payouts: who decided about payouts of run % cannot approve it', new.run_id using errcode = '23514', constraint = 'payout_approvals_not_decided';
        end if;
        if run.state not in ('computed', 'approved') then
          raise exception 'payouts: run % is %, not computed', new.run_id, run.state using errcode = '23514', constraint = 'payout_approvals_state';
        end if;
        if run.input_hash <> new.input_hash or run.computation <> new.computation then
          raise exception 'payouts: the approval of run % is for another set', new.run_id using errcode = '23514', constraint = 'payout_approvals_hash';
        end if;${more}
        return new;
      end $$`;

/**
 * What is unusual about a payout and has to be decided before its run is approved; empty unless the policy said so when
 * the run was computed. Frozen with the payout.
 */
export class PayoutsDecidedBeforeApproval1763700005986 implements MigrationInterface {
  name = 'PayoutsDecidedBeforeApproval1763700005986';

  async up(q: QueryRunner): Promise<void> {
    await q.query(`alter table payouts.payouts add column to_decide text[] not null default '{}'`);
    // The last decision counts, and only as long as the payout is as it was decided.
    await q.query(`create function payouts.decisions_missing(run uuid) returns bigint language sql stable as $$
      select count(*) from payouts.payouts p
      left join lateral (select d.decision, d.amount from payouts.run_decisions d
        where d.run_id = p.run_id and d.org_id = p.org_id and d.currency = p.currency order by d.seq desc limit 1) last on true
      where p.run_id = run and cardinality(p.to_decide) > 0
        and not coalesce(case last.decision when 'include' then last.amount = p.amount when 'carry' then p.amount = 0 else p.held > 0 end
          and last.decision is not null, false) $$`);
    await q.query(
      approvalCheck(`
        if run.state = 'computed' and payouts.decisions_missing(new.run_id) > 0 then
          raise exception 'payouts: unusual payouts of run % are undecided', new.run_id using errcode = '23514', constraint = 'payout_approvals_all_decided';
        end if;`),
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(approvalCheck(''));
    await q.query('drop function payouts.decisions_missing(uuid)');
    await q.query('alter table payouts.payouts drop column to_decide');
  }
}
