-- What a seal is computed of: the fields of the transactions, a line each; `from_tx` exclusive, `to_tx` inclusive.
create or replace function ledger.sealed_text(from_tx bigint, to_tx bigint)
returns text
language sql stable as $$
select coalesce(string_agg(concat_ws('|', t.id, t.kind, t.idempotency_key, t.source_type, t.source_id,
    extract(epoch from t.effective_at), coalesce(t.reverses_tx_id::text, '-'), t.expected_entries, l.legs), E'\n' order by t.id), '')
from ledger.ledger_tx t
left join lateral (
  select string_agg(concat_ws(':', e.seq, a.code, a.owner_id, e.currency, e.amount), ',' order by e.seq) as legs
  from ledger.ledger_entry e left join ledger.ledger_account a on a.id = e.account_id where e.tx_id = t.id) l on true
where t.id > $1 and t.id <= $2
$$;
