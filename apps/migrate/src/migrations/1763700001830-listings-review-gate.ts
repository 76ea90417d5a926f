import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A decision without a judged checklist, without the case in hand or against its own judgements does not pass, whoever writes it. */
export class ListingsReviewGate1763700001830 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    // What counts of each criterion now; no verdict: it is still to be judged. `domain/review-case.ts` says why.
    await q.query(`create function listings.review_standing(submission uuid) returns table (criterion text, verdict text)
      language sql stable as $$
        select c.criterion, case when j.verdict in ('pass', 'not_applicable') or j.round = s.round then j.verdict end
        from listings.submissions s
        join listings.review_criteria c on c.version = (select max(version) from listings.review_criteria)
        left join lateral (select n.verdict, n.round from listings.review_judgements n
          where n.submission_id = s.id and n.criterion = c.criterion and n.criteria_version = c.version order by n.seq desc limit 1) j on true
        where s.id = submission $$`);
    await q.query(`create function listings.submission_gate() returns trigger language plpgsql as $$
      begin
        if not exists (select 1 from listings.review_holds h where h.submission_id = new.id and h.holder_id = new.decided_by
            and h.held_until > platform.portal_now()) then
          raise exception 'whoever decides holds the case' using errcode = '23514', constraint = 'submissions_held';
        end if;
        if exists (select 1 from listings.review_standing(new.id) s where s.verdict is null) then
          raise exception 'a criterion is not judged' using errcode = '23514', constraint = 'submissions_all_judged';
        end if;
        if new.state = 'approved' and exists (select 1 from listings.review_standing(new.id) s where s.verdict in ('fail', 'needs_change')
            and not exists (select 1 from listings.exceptions_in_force(new.drive_id) e where e.criterion = s.criterion)) then
          raise exception 'a criterion stands against an approval' using errcode = '23514', constraint = 'submissions_none_against';
        end if;
        if new.state = 'changes_requested'
            and not exists (select 1 from listings.review_standing(new.id) s where s.verdict in ('fail', 'needs_change')) then
          raise exception 'there is no change to request' using errcode = '23514', constraint = 'submissions_some_against';
        end if;
        if new.state = 'rejected' and (new.decision_code is null
            or not exists (select 1 from listings.review_standing(new.id) s where s.verdict = 'fail')) then
          raise exception 'a rejection has a failed criterion and a reason' using errcode = '23514', constraint = 'submissions_some_failed';
        end if;
        return null;
      end $$`);
    await q.query(`create trigger gate after update on listings.submissions for each row
      when (old.state = 'in_review' and new.state in ('approved', 'changes_requested', 'rejected'))
      execute function listings.submission_gate()`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`drop trigger gate on listings.submissions`);
    await q.query(`drop function listings.submission_gate()`);
    await q.query(`drop function listings.review_standing(uuid)`);
  }
}
