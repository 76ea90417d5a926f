create or replace function statements.month_chained() returns trigger language plpgsql as $$
declare last statements.months;
begin
  perform platform.take_lock('statements.month');
  select * into last from statements.months order by seq desc limit 1;
  if new.seq <> coalesce(last.seq, 0) + 1 or new.previous_root <> coalesce(last.root, repeat('0', 64))
     or new.after_tx <> coalesce(last.cutoff_tx, new.after_tx) then
    raise exception 'statements: month % does not follow the last one', new.month using errcode = '23514', constraint = 'months_chained';
  end if;
  return new;
end
$$;
