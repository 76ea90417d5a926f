-- A round is one stretch of review; the applicant's answer begins the next one.
create or replace function authors.application_rounds() returns trigger language plpgsql as $$
begin
  new.round := old.round + (old.state in ('changes_requested', 'rejected') and new.state = 'in_review')::int;
  return new;
end
$$;
