create or replace function listings.conformance_chain() returns trigger language plpgsql as $$
begin
  if new.previous is distinct from (select r.digest from listings.conformance_runs r where r.drive_id = new.drive_id and r.seq = new.seq - 1) then
    raise exception 'a run is bound to the run before it' using errcode = '23514', constraint = 'conformance_runs_chain';
  end if;
  return new;
end
$$;
