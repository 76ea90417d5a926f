-- Results are those that a decision rests on: they change while the checks run, and in a re-check that was asked for.
create or replace function listings.checks_kept() returns trigger language plpgsql as $$
declare stage text;
begin
  select s.state into stage from listings.submissions s where s.id = new.submission_id;
  if stage in ('received', 'validating') or stage = 'in_review' and (tg_op = 'INSERT'
      or exists (select 1 from listings.review_rechecks k where k.submission_id = new.submission_id and k.ended_at is null)) then
    return new;
  end if;
  raise exception 'the checks of a submission stay as they were' using errcode = '42501', constraint = 'submission_checks_frozen';
end
$$;
