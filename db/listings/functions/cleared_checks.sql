-- Checks of a submission whose findings a reviewer cleared, for as many days as the policy `cleared_days` says: the same check found the same in a submission of
-- the Drive that was approved, and its criterion was passed in writing there. Not what blocks: that needs two people.
create or replace function listings.cleared_checks(submission uuid)
returns table(check_id text, at date, until date, by text, note text)
language sql stable as $$
select distinct on (k.check_id) k.check_id, (j.judged_at at time zone 'UTC')::date,
  ((e.decided_at + c.span) at time zone 'UTC')::date, j.judged_by_name, j.note
from (select (value #>> '{}')::int * interval '1 day' as span from billing.policies where key = 'cleared_days' and valid_from <= platform.portal_now()
  order by valid_from desc, version desc limit 1) c cross join listings.submissions s
join listings.submission_checks k on k.submission_id = s.id and (k.status = 'warn' or k.status = 'fail' and not k.blocks)
join listings.submissions e on e.drive_id = s.drive_id and e.id <> s.id and e.state = 'approved'
  and e.decided_at > platform.portal_now() - c.span
join listings.submission_checks o on o.submission_id = e.id and (o.check_id, o.status) = (k.check_id, k.status)
join lateral (select n.* from listings.review_judgements n where n.submission_id = e.id and n.criterion = o.criterion
  order by n.seq desc limit 1) j on j.verdict = 'pass' and char_length(j.note) >= 10
where s.id = submission and listings.causes_of(o.findings) = listings.causes_of(k.findings)
order by k.check_id, j.judged_at desc
$$;
