create or replace function ledger.check_seals()
returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  newest record;
  before bytea;
  found jsonb;
begin
  perform platform.take_lock('ledger.seal_check');
  select coalesce(max(s.id), 0) as id, coalesce((select p.sha256 from ledger.seals p order by p.id desc limit 1), sha256('')) as sha256
    into newest from ledger.seals s;
  select coalesce(jsonb_agg(to_jsonb(b)), '[]') into found from (select * from ledger.broken_seals(0) b where b.seal <= newest.id limit 10) b;
  select c.sha256 into before from ledger.seal_checks c order by c.id desc limit 1;
  before := coalesce(before, sha256(''));
  insert into ledger.seal_checks (up_to_seal, head, ok, broken, previous, sha256)
    values (newest.id, newest.sha256, found = '[]', found, before, ledger.seal_check_digest(before, newest.id, newest.sha256, found = '[]'));
  return found = '[]';
end
$$;
