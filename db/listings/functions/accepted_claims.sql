-- The claims of a Drive that are proven at a moment: whose evidence in force a reviewer accepted, until when (`by_one`), and until
-- when a second one did too (`by_two`), which a regulated tenant needs.
create or replace function listings.accepted_claims(drive uuid, moment timestamptz)
returns table(claim text, by_one timestamptz, by_two timestamptz) language sql stable as $$
select e.claim, max(a.until), (array_agg(a.until order by a.until desc))[2]
from listings.evidence e cross join lateral (
  select max(x.accepted_until) as until from listings.evidence_acceptances x
  where x.evidence_id = e.id and x.accepted_until > moment group by x.accepted_by) a
where e.drive_id = drive and e.ended_at is null group by e.claim
$$;
