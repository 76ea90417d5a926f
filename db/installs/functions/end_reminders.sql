create or replace function installs.end_reminders() returns trigger language plpgsql as $$
begin
  if new.state <> 'open' then
    new.remind_at := null;
  end if;
  return new;
end
$$;
