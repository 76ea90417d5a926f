create or replace function platform.queue_audit_seal() returns trigger language plpgsql as $$
begin
  insert into platform.audit_unsealed (audit_seq) select seq from added;
  return null;
end
$$;
