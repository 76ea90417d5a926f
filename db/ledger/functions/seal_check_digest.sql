create or replace function ledger.seal_check_digest(previous bytea, up_to_seal bigint, head bytea, ok boolean)
returns bytea
language sql immutable as $$
select sha256($1 || convert_to(concat_ws('|', $2, encode($3, 'hex'), $4), 'UTF8'))
$$;
