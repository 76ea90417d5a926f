create or replace function statements.month_chained() returns trigger language plpgsql as $$
declare
  last statements.months;
  part statements.months;
begin
  perform platform.take_lock('statements.month');
  select * into last from statements.months order by seq desc limit 1;
  -- The seal before of the same month.
  select * into part from statements.months where month = new.month or run_id = new.run_id order by seq desc limit 1;
  if new.seq <> coalesce(last.seq, 0) + 1 or new.previous_root <> coalesce(last.root, repeat('0', 64))
     or (part.seq is null and new.after_tx <> coalesce((select max(cutoff_tx) from statements.months), new.after_tx))
     or (part.seq is not null and ((new.month, new.run_id, new.after_tx, new.cutoff_tx) is distinct from (part.month, part.run_id, part.after_tx, part.cutoff_tx)
       or part.waiting = 0 or new.waiting > part.waiting)) then
    raise exception 'statements: month % does not follow the last one', new.month using errcode = '23514', constraint = 'months_chained';
  end if;
  return new;
end
$$;
