-- An audit row waits for its seal until it has one.
create or replace function platform.audit_is_sealed() returns trigger language plpgsql as $$
begin
  if not exists (select from platform.audit_seals s where s.audit_seq = old.audit_seq) then
    raise exception 'audit row % has no seal', old.audit_seq using errcode = '23514', constraint = 'audit_unsealed_sealed';
  end if;
  return null;
end
$$;
