-- What was taken back of a transfer at the provider, minor units.
create or replace function reconciliation.reversals_of(transfer text)
returns table(id text, amount bigint, at timestamptz, reason text) language sql stable as $$
select coalesce(m.source_id, m.id), m.amount, m.created_at, m.description from reconciliation.provider_balance_tx m
where m.related @> array[transfer] and m.type in ('transfer_refund', 'transfer_cancel', 'transfer_failure') order by m.created_at, m.id
$$;
