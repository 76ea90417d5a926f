-- In force: its day has not come, and nobody ended it before.
create or replace function listings.exceptions_in_force(drive uuid)
returns setof listings.review_exceptions
language sql stable as $$
select e.* from listings.review_exceptions e where e.drive_id = drive and e.ended_at is null and e.ends_at > platform.portal_now()
$$;
