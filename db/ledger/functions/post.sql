-- One call for one transaction or for thousands. Rows of the argument are legs:
-- {key, kind, source_type, source_id, effective_at, reverses, code, owner_id, currency, amount}.
-- The shared lock lets ledger.cutoff() wait until every posting with a lower id has ended.
create or replace function ledger.post(batch jsonb)
returns table(idempotency_key text, tx_id bigint, already_posted boolean)
language plpgsql as $$
#variable_conflict use_column
declare
  fresh bigint[];
  bad text;
begin
  perform platform.take_lock('ledger.posting', shared => true);
  insert into ledger.ledger_account (code, owner_id, currency)
    select l.code, l.owner_id, l.currency from ledger.legs(batch) l
    where not exists (select 1 from ledger.ledger_account a where a.code = l.code and a.owner_id = l.owner_id and a.currency = l.currency)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict do nothing;
  with given as (
    select l.key, l.kind, l.source_type, l.source_id, l.effective_at, l.reverses, count(*)::int as legs
    from ledger.legs(batch) l group by 1, 2, 3, 4, 5, 6),
  added as (
    insert into ledger.ledger_tx (kind, idempotency_key, source_type, source_id, effective_at, reverses_tx_id, expected_entries)
    select g.kind, g.key, g.source_type, g.source_id, g.effective_at, g.reverses, g.legs from given g order by g.key
    on conflict on constraint ledger_tx_idempotency_key do nothing
    returning id)
  select coalesce(array_agg(id), '{}') into fresh from added;
  select t.idempotency_key into bad
    from (select distinct l.key, l.kind, l.source_type, l.source_id, l.reverses from ledger.legs(batch) l) g
    join ledger.ledger_tx t on t.idempotency_key = g.key
    where t.id <> all (fresh)
      and ((t.kind, t.source_type, t.source_id, t.reverses_tx_id) is distinct from (g.kind, g.source_type, g.source_id, g.reverses)
        or exists (select l.code, l.owner_id, l.currency, l.amount from ledger.legs(batch) l where l.key = g.key
          except all select b.code, b.owner_id, b.currency, b.amount from ledger.booked_legs b where b.tx_id = t.id)
        or exists (select b.code, b.owner_id, b.currency, b.amount from ledger.booked_legs b where b.tx_id = t.id
          except all select l.code, l.owner_id, l.currency, l.amount from ledger.legs(batch) l where l.key = g.key))
    limit 1;
  if found then
    raise exception 'ledger: key % was posted with other content', bad using errcode = '23505', constraint = 'ledger_same_content';
  end if;
  insert into ledger.ledger_entry (tx_id, seq, account_id, currency, amount)
    select t.id, row_number() over (partition by t.id order by l.n), a.id, l.currency, l.amount
    from unnest(fresh) f(id) join ledger.ledger_tx t on t.id = f.id
    join ledger.legs(batch) l on l.key = t.idempotency_key
    join ledger.ledger_account a on a.code = l.code and a.owner_id = l.owner_id and a.currency = l.currency;
  return query select t.idempotency_key, t.id, not (t.id = any (fresh))
    from (select distinct l.key from ledger.legs(batch) l) k join ledger.ledger_tx t on t.idempotency_key = k.key;
end
$$;
