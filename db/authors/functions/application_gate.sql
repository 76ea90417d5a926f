create or replace function authors.application_gate() returns trigger language plpgsql as $$
begin
  if new.state = 'approved' and exists (select 1 from authors.application_verdicts(new.id) s where s.verdict is null) then
    raise exception 'a criterion is not judged' using errcode = '23514', constraint = 'applications_all_judged';
  end if;
  if new.state = 'approved' and exists (select 1 from authors.application_verdicts(new.id) s where s.verdict <> 'pass') then
    raise exception 'a failed criterion prevents an approval' using errcode = '23514', constraint = 'applications_none_against';
  end if;
  if new.state = 'changes_requested' and not exists (select 1 from authors.application_verdicts(new.id) s where s.verdict <> 'pass') then
    raise exception 'there is no change to request' using errcode = '23514', constraint = 'applications_some_against';
  end if;
  if new.state = 'rejected' and not exists (select 1 from authors.application_verdicts(new.id) s where s.verdict = 'fail') then
    raise exception 'a rejection has a failed criterion' using errcode = '23514', constraint = 'applications_some_failed';
  end if;
  return null;
end
$$;
