-- Every id that an item names: in its ref and facts, at the provider behind its movement (also the transfer that a reversal takes
-- back), in the posting that it is about.
create or replace function reconciliation.item_refs(ref text, facts jsonb) returns text[] language sql stable as $$
with own as (
  select array(select unnest(regexp_split_to_array(v, '[^A-Za-z0-9_-]+'))
    from (select item_refs.ref union all select value from jsonb_each_text(item_refs.facts)) x(v)) as of),
behind as (select m.related || m.source_id as of from reconciliation.provider_balance_tx m, own where m.id = any(own.of))
select own.of || array(select unnest(of) from behind)
  || array(select unnest(m.related) from behind join reconciliation.provider_balance_tx m on m.source_id = any(behind.of))
  || array(select t.source_id from ledger.ledger_tx t where t.id = substring(item_refs.ref from '^posting:([0-9]+)$')::bigint)
  || array(select a.owner_id::text from ledger.ledger_entry e join ledger.ledger_account a on a.id = e.account_id
    where e.tx_id = substring(item_refs.ref from '^posting:([0-9]+)$')::bigint and a.code like 'author\_%')
from own
$$;
