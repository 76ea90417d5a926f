create or replace function ledger.cutoff() returns bigint language plpgsql as $$
begin
  perform pg_advisory_xact_lock(x'6c656467'::int);
  return (select coalesce(max(id), 0) from ledger.ledger_tx);
end
$$;
