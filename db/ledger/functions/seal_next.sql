create or replace function ledger.seal_next(up_to bigint, most integer) returns bigint language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  head record;
  last bigint;
  n bigint;
begin
  perform platform.take_lock('ledger.seal');
  select coalesce(max(s.to_tx), 0) as to_tx, coalesce((select p.sha256 from ledger.seals p order by p.id desc limit 1), sha256('')) as sha256
    into head from ledger.seals s;
  select max(id), count(*) into last, n from (select id from ledger.ledger_tx where id > head.to_tx and id <= up_to order by id limit most) due;
  if n > 0 then
    insert into ledger.seals (from_tx, to_tx, transactions, previous, sha256)
      values (head.to_tx, last, n, head.sha256, ledger.seal_digest(head.to_tx, last, head.sha256));
  end if;
  return n;
end
$$;
