-- Criteria with a check that failed, or was not run though the portal could check something, without an exception of it, and not
-- cleared at an earlier version: whoever passes them says in writing why. Where one of the failed ones sends a Drive back (`blocks`), nothing is approved.
create or replace function listings.unproven_criteria(submission uuid)
returns table(criterion text, blocks boolean)
language sql stable as $$
select k.criterion, bool_or(k.status = 'fail' and k.blocks) from listings.submissions s
join listings.submission_checks k on k.submission_id = s.id
where s.id = submission and k.status not in ('pass', 'warn', 'observed') and coalesce(k.reason, '') not in ('nothing_to_check', 'never_signed')
  and not exists (select from listings.exceptions_in_force(s.drive_id) e where e.check_id = k.check_id)
  and k.check_id not in (select c.check_id from listings.cleared_checks(submission) c)
group by k.criterion
$$;
