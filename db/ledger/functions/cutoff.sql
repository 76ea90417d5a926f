create or replace function ledger.cutoff() returns bigint language plpgsql as $$
begin
  perform platform.take_lock('ledger.posting');
  return (select coalesce(max(id), 0) from ledger.ledger_tx);
end
$$;
