create or replace function listings.submission_gate() returns trigger language plpgsql as $$
begin
  if new.state = 'approved' and exists (select 1 from listings.review_verdicts(new.id) s where s.verdict is null) then
    raise exception 'a criterion is not judged' using errcode = '23514', constraint = 'submissions_all_judged';
  end if;
  if new.state = 'approved' and exists (select 1 from listings.review_verdicts(new.id) s where s.verdict in ('fail', 'needs_change')
      and not exists (select 1 from listings.exceptions_in_force(new.drive_id) e where e.criterion = s.criterion)) then
    raise exception 'a failed criterion prevents an approval' using errcode = '23514', constraint = 'submissions_none_against';
  end if;
  if new.state = 'approved' and exists (select from listings.unproven_criteria(new.id) u where u.blocks) then
    raise exception 'a failed check prevents an approval' using errcode = '23514', constraint = 'submissions_unblocked';
  end if;
  if new.state = 'changes_requested'
      and not exists (select 1 from listings.review_verdicts(new.id) s where s.verdict in ('fail', 'needs_change')) then
    raise exception 'there is no change to request' using errcode = '23514', constraint = 'submissions_some_against';
  end if;
  if new.state = 'rejected' and (new.decision_code is null
      or not exists (select 1 from listings.review_verdicts(new.id) s where s.verdict = 'fail')) then
    raise exception 'a rejection has a failed criterion and a reason' using errcode = '23514', constraint = 'submissions_some_failed';
  end if;
  return null;
end
$$;
