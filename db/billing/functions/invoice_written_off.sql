-- A carried amount is written off together with the invoice that it was carried into, never by itself: that would book the
-- loss twice. Two people decide, in this transaction.
create or replace function billing.invoice_written_off() returns trigger language plpgsql as $$
begin
  if not exists (
    with recursive later as (
      select new.id as id union all
      select n.id from later l join billing.invoices n on n.carried_from = l.id where old.state = 'below_minimum')
    select from later join billing.invoices i on i.id = later.id join approvals.approvals a on a.payload->>'invoice_id' = i.id::text
      where a.kind = 'write_off' and a.state = 'approved' and a.xmin = pg_current_xact_id()::xid
        and not (i.state = 'below_minimum' and exists (select from billing.invoices n where n.carried_from = i.id))) then
    raise exception 'billing: invoice % is given up by two people only', old.number using errcode = '23514', constraint = 'invoices_given_up_by_two';
  end if;
  return new;
end
$$;
