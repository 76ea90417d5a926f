create or replace function listings.submission_after_appeal() returns trigger language plpgsql as $$
begin
  if old.state = 'rejected' and not exists (select 1 from listings.appeals a where a.submission_id = new.id and a.state = 'granted') then
    raise exception 'a submission cannot go from rejected to in_review without a granted appeal' using errcode = '23514', constraint = 'submissions_transition';
  end if;
  if new.state in ('changes_requested', 'approved', 'rejected') and exists (
    select 1 from listings.appeals a where a.submission_id = new.id and new.decided_by = any(a.judges)) then
    raise exception 'who refused does not decide after the appeal' using errcode = '23514', constraint = 'appeals_other_person';
  end if;
  return new;
end
$$;
