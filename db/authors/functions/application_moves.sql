create or replace function authors.application_moves() returns trigger language plpgsql as $$
begin
  if new.state = old.state then return new; end if;
  if (old.state, new.state) not in (
    ('draft', 'submitted'), ('draft', 'withdrawn'),
    ('submitted', 'in_review'), ('submitted', 'withdrawn'),
    ('in_review', 'changes_requested'), ('in_review', 'approved'), ('in_review', 'rejected'), ('in_review', 'withdrawn'),
    ('changes_requested', 'in_review'), ('changes_requested', 'withdrawn'), ('rejected', 'in_review')) then
    raise exception 'an application cannot go from % to %', old.state, new.state using errcode = '23514', constraint = 'applications_transition';
  end if;
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
