-- Failed checks that send a Drive back to its author, without an exception of their own: nothing is approved with them.
create or replace function listings.blocking_checks(submission uuid)
returns table(check_id text, criterion text)
language sql stable as $$
select k.check_id, k.criterion from listings.submissions s
join listings.submission_checks k on k.submission_id = s.id and k.status = 'fail' and k.blocks
where s.id = submission and not exists (select from listings.exceptions_in_force(s.drive_id) e where e.check_id = k.check_id)
$$;
