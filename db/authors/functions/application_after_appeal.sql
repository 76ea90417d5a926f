create or replace function authors.application_after_appeal() returns trigger language plpgsql as $$
begin
  if old.state = 'rejected' and not exists (select 1 from authors.application_appeals p where p.application_id = new.id and p.state = 'granted') then
    raise exception 'an application cannot go from rejected to in_review without a granted appeal' using errcode = '23514', constraint = 'applications_transition';
  end if;
  if new.state in ('approved', 'rejected', 'changes_requested') and exists (
    select 1 from authors.application_appeals p where p.application_id = new.id and p.refused_by = new.decided_by) then
    raise exception 'who refused does not decide after the appeal' using errcode = '23514', constraint = 'application_appeals_other_person';
  end if;
  return new;
end
$$;
