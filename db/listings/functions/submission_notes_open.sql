create or replace function listings.submission_notes_open() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from listings.submissions s where s.id = new.submission_id
      and s.state in ('received', 'validating', 'in_review', 'changes_requested')) then
    raise exception 'what a reviewer decided on stays as it was told' using errcode = '23514', constraint = 'submission_notes_of_open';
  end if;
  return new;
end
$$;
