-- A round is one stretch of review; the author's answer begins the next one.
create or replace function listings.submission_rounds() returns trigger language plpgsql as $$
begin
  if new.round <> old.round + (old.state in ('changes_requested', 'rejected') and new.state = 'in_review')::int then
    raise exception 'a round begins with an answer or a granted appeal and with nothing else' using errcode = '23514', constraint = 'submissions_rounds';
  end if;
  return new;
end
$$;
