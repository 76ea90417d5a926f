create or replace function installs.trial_pinned() returns trigger language plpgsql as $$
begin
  raise exception 'installs: the trial of an install is never changed' using errcode = '42501', constraint = 'installs_trial_pinned';
end
$$;
