-- A seal with its transactions, as scripts/verify-ledger.mjs reads them.
create or replace function ledger.archived(seal ledger.seals)
returns json
language sql stable as $$
select json_build_object('seal', seal.id, 'sealed_at', seal.sealed_at, 'previous', encode(seal.previous, 'hex'),
  'sha256', encode(seal.sha256, 'hex'), 'transactions', ledger.sealed_text(seal.from_tx, seal.to_tx))
$$;
