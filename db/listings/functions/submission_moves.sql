create or replace function listings.submission_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state not in ('received', 'in_review') then
      raise exception 'a submission cannot start as %', new.state using errcode = '23514', constraint = 'submissions_transition';
    end if;
    return new;
  end if;
  if new.revision_id is distinct from old.revision_id and old.revision_id is not null then
    raise exception 'a submission keeps its revision' using errcode = '23514', constraint = 'submissions_revision_kept';
  end if;
  if new.state = old.state then return new; end if;
  if (old.state, new.state) not in (
    ('received', 'validating'), ('received', 'withdrawn'),
    ('validating', 'failed'), ('validating', 'in_review'), ('validating', 'withdrawn'),
    ('in_review', 'changes_requested'), ('in_review', 'approved'), ('in_review', 'rejected'), ('in_review', 'withdrawn'),
    ('changes_requested', 'in_review'), ('changes_requested', 'withdrawn'), ('rejected', 'in_review')) then
    raise exception 'a submission cannot go from % to %', old.state, new.state using errcode = '23514', constraint = 'submissions_transition';
  end if;
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
