create or replace function listings.commercial_proposed() returns trigger language plpgsql as $$
begin
  if new.state <> 'proposed' then
    raise exception 'a commercial change starts as a proposal' using errcode = '23514', constraint = 'commercial_changes_proposed_first';
  end if;
  return new;
end
$$;
