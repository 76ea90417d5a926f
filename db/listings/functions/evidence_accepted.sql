-- A reviewer accepts evidence that is in force, not beyond its end, and never what they gave themselves.
create or replace function listings.evidence_accepted() returns trigger language plpgsql as $$
declare
  given record;
begin
  select e.valid_until, e.ended_at, e.uploaded_by into given from listings.evidence e where e.id = new.evidence_id for share;
  if given.ended_at is not null or new.accepted_until > given.valid_until or new.accepted_until <= platform.portal_now() then
    raise exception 'evidence is accepted while it is in force' using errcode = '23514', constraint = 'evidence_acceptances_in_force';
  end if;
  if new.accepted_by = given.uploaded_by or not approvals.holds_role(new.accepted_by, array['reviewer']) then
    raise exception 'evidence is accepted by a reviewer' using errcode = '23514', constraint = 'evidence_acceptances_reviewer';
  end if;
  return new;
end
$$;
