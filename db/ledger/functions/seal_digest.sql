-- The fields of a transaction; `from_tx` exclusive, `to_tx` inclusive.
create or replace function ledger.seal_digest(from_tx bigint, to_tx bigint, previous bytea)
returns bytea
language sql stable as $$
select sha256($3 || convert_to(coalesce(string_agg(concat_ws('|', t.id, t.kind, t.idempotency_key, t.source_type, t.source_id,
    extract(epoch from t.effective_at), coalesce(t.reverses_tx_id::text, '-'), t.expected_entries, l.legs), E'\n' order by t.id), ''), 'UTF8'))
from ledger.ledger_tx t
left join lateral (
  select string_agg(concat_ws(':', e.seq, a.code, a.owner_id, e.currency, e.amount), ',' order by e.seq) as legs
  from ledger.ledger_entry e left join ledger.ledger_account a on a.id = e.account_id where e.tx_id = t.id) l on true
where t.id > $1 and t.id <= $2
$$;
