-- Each transaction is of a kind that is known, made for a source of that kind's type which exists, under a key of its form.
create or replace function ledger.posting_allowed()
returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  bad record;
  source record;
begin
  select n.kind, n.source_type into bad from (select distinct kind, source_type from new_rows) n
    where not exists (select from ledger.posting_kinds k where k.kind = n.kind and k.source_type = n.source_type) limit 1;
  if found then
    raise exception 'ledger: nothing of kind % is posted for a source of type %', bad.kind, bad.source_type
      using errcode = '23514', constraint = 'ledger_posting_kind';
  end if;
  select n.kind, n.idempotency_key as key into bad from new_rows n join ledger.posting_kinds k on k.kind = n.kind
    where not ledger.key_fits(n.idempotency_key, replace(k.key_form, '{source}', n.source_id)) limit 1;
  if found then
    raise exception 'ledger: % is no key of a posting of kind % for its source', bad.key, bad.kind
      using errcode = '23514', constraint = 'ledger_posting_key';
  end if;
  for source in
    select k.source_table as name, array_agg(distinct k.kind) as kinds, format_type(a.atttypid, null) as type
    from (select distinct kind from new_rows) n join ledger.posting_kinds k on k.kind = n.kind
    join pg_attribute a on a.attrelid = k.source_table::regclass and a.attname = 'id'
    group by 1, 3
  loop
    execute format('select n.kind, n.source_id as id from new_rows n where n.kind = any ($1)
      and not exists (select from %s s where s.id = case when $2 <> ''uuid'' or n.source_id ~* ''^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'' then n.source_id::%s end) limit 1',
      source.name, source.type) into bad using source.kinds, source.type;
    if bad.kind is not null then
      raise exception 'ledger: % is posted for %, which is not in %', bad.kind, bad.id, source.name
        using errcode = '23503', constraint = 'ledger_posting_source';
    end if;
  end loop;
  return null;
end
$$;
