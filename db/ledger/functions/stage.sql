-- Legs are staged with the account that they go to instead of its name, so that hundreds of thousands of them are joined
-- by one number; only legs whose account does not exist yet carry the name until it does.
create or replace function ledger.stage() returns void language plpgsql as $$
begin
  if to_regclass('pg_temp.posting_txs') is null then
    create temp table posting_txs (ref uuid not null, key text not null, kind text not null, source_type text not null,
      source_id text not null, effective_at timestamptz not null, reverses bigint) on commit delete rows;
    create temp table posting_legs (ref uuid not null, account_id bigint, code text, owner_id uuid, currency text not null,
      amount bigint not null, check (account_id is not null or (code is not null and owner_id is not null))) on commit delete rows;
    create temp table posting_fresh (id bigint not null, ref uuid not null) on commit delete rows;
  else
    truncate posting_txs, posting_legs, posting_fresh;
  end if;
end
$$;
