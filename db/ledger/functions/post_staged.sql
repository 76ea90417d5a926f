create or replace function ledger.post_staged() returns table(posted bigint, repeated bigint) language plpgsql as $$
declare
  given bigint;
  added bigint;
  bad text;
  booked_at timestamptz := platform.portal_now();
begin
  perform platform.take_lock('ledger.posting', shared => true);
  if exists (select 1 from posting_legs where account_id is null) then
    insert into ledger.ledger_account (code, owner_id, currency, created_at)
      select distinct l.code, l.owner_id, l.currency, booked_at from posting_legs l where l.account_id is null order by 1, 2, 3
      on conflict do nothing;
    update posting_legs l set account_id = a.id from ledger.ledger_account a
      where l.account_id is null and a.code = l.code and a.owner_id = l.owner_id and a.currency = l.currency;
  end if;
  analyze posting_txs;
  analyze posting_legs;
  select count(*) into given from posting_txs;
  with counted as (select ref, count(*)::int as legs from posting_legs group by 1),
  booked as (
    insert into ledger.ledger_tx (kind, idempotency_key, source_type, source_id, effective_at, reverses_tx_id, expected_entries, posted_at)
    select t.kind, t.key, t.source_type, t.source_id, t.effective_at, t.reverses, coalesce(c.legs, 0), booked_at
    from posting_txs t left join counted c using (ref) order by t.key
    on conflict on constraint ledger_tx_idempotency_key do nothing
    returning id, idempotency_key)
  insert into posting_fresh select b.id, t.ref from booked b join posting_txs t on t.key = b.idempotency_key;
  get diagnostics added = row_count;
  if added < given then
    select t.idempotency_key into bad from posting_txs g join ledger.ledger_tx t on t.idempotency_key = g.key
      where not exists (select 1 from posting_fresh f where f.ref = g.ref)
        and ((t.kind, t.source_type, t.source_id, t.reverses_tx_id) is distinct from (g.kind, g.source_type, g.source_id, g.reverses)
          or exists (select l.account_id, l.currency, l.amount from posting_legs l where l.ref = g.ref
            except all select e.account_id, e.currency, e.amount from ledger.ledger_entry e where e.tx_id = t.id)
          or exists (select e.account_id, e.currency, e.amount from ledger.ledger_entry e where e.tx_id = t.id
            except all select l.account_id, l.currency, l.amount from posting_legs l where l.ref = g.ref))
      limit 1;
    if found then
      raise exception 'ledger: key % was posted with other content', bad using errcode = '23505', constraint = 'ledger_same_content';
    end if;
  end if;
  analyze posting_fresh;
  insert into ledger.ledger_entry (tx_id, seq, account_id, currency, amount)
    select f.id, row_number() over (partition by f.id), l.account_id, l.currency, l.amount
    from posting_fresh f join posting_legs l using (ref);
  return query select added, given - added;
end
$$;
