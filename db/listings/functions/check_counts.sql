-- How the checks of a submission, or of one group, ended. `accepted`: of warned and failed, those with an exception in force,
-- the last one made on `accepted_on`.
create or replace function listings.check_counts(submission uuid, of_group text default null)
returns table(passed integer, warned integer, failed integer, errored integer, accepted integer, accepted_on text, observed integer, not_run integer, waiting integer, total integer)
language sql stable as $$
select count(*) filter (where k.status = 'pass')::int, count(*) filter (where k.status = 'warn')::int,
  count(*) filter (where k.status = 'fail')::int, count(*) filter (where k.status = 'error')::int,
  count(e.made_at) filter (where k.status in ('warn', 'fail'))::int,
  to_char(max(e.made_at) filter (where k.status in ('warn', 'fail')) at time zone 'UTC', 'YYYY-MM-DD'),
  count(*) filter (where k.status = 'observed')::int, count(*) filter (where k.status = 'skipped')::int, count(*) filter (where k.status in ('queued', 'running'))::int, count(*)::int
from listings.submission_checks k join listings.submissions s on s.id = k.submission_id
left join lateral (select max(x.made_at) as made_at from listings.exceptions_in_force(s.drive_id) x where x.check_id = k.check_id) e on true
where k.submission_id = submission and k.check_group = coalesce(of_group, k.check_group)
$$;
