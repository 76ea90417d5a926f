-- Seals that do not follow from the one before, or not from their transactions; these are computed only above `after_seal`.
create or replace function ledger.broken_seals(after_seal bigint)
returns table(seal bigint, first_tx bigint, last_tx bigint)
language sql stable as $$
select s.id, s.from_tx, s.to_tx from (select *, lag(sha256, 1, sha256('')) over (order by id) as before,
  lag(to_tx, 1, 0::bigint) over (order by id) as begins from ledger.seals) s
where case when s.previous <> s.before or s.from_tx <> s.begins then true
  when s.id > $1 then s.sha256 <> ledger.seal_digest(s.from_tx, s.to_tx, s.previous) else false end
order by s.id
$$;
