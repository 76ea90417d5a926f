-- How the checks of a submission, or of one group, ended. `accepted`: of warned and failed, those with an exception in force.
create or replace function listings.check_counts(submission uuid, of_group text default null)
returns table(passed integer, warned integer, failed integer, accepted integer, not_run integer, waiting integer, total integer)
language sql stable as $$
select count(*) filter (where k.status = 'pass')::int, count(*) filter (where k.status = 'warn')::int,
  count(*) filter (where k.status = 'fail')::int,
  count(*) filter (where k.status in ('warn', 'fail')
    and exists (select from listings.exceptions_in_force(s.drive_id) e where e.check_id = k.check_id))::int,
  count(*) filter (where k.status = 'skipped')::int, count(*) filter (where k.status in ('queued', 'running'))::int, count(*)::int
from listings.submission_checks k join listings.submissions s on s.id = k.submission_id
where k.submission_id = submission and k.check_group = coalesce(of_group, k.check_group)
$$;
