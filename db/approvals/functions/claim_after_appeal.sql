-- Whoever refused works neither on the appeal nor on the case after it.
create or replace function approvals.claim_after_appeal() returns trigger language plpgsql as $$
begin
  if exists (select from listings.appeals a where new.subject_id in (a.id, a.submission_id) and new.holder_id = any(a.judges))
      or exists (select from authors.application_appeals a where a.application_id = new.subject_id and a.refused_by = new.holder_id) then
    raise exception 'who refused does not work on it after the appeal' using errcode = '23514', constraint = 'appeals_other_person';
  end if;
  return new;
end
$$;
