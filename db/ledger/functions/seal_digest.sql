create or replace function ledger.seal_digest(from_tx bigint, to_tx bigint, previous bytea)
returns bytea
language sql stable as $$
select sha256($3 || convert_to(ledger.sealed_text($1, $2), 'UTF8'))
$$;
