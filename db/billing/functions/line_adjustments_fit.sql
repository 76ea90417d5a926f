create or replace function billing.line_adjustments_fit() returns trigger language plpgsql as $$
declare bad uuid;
begin
  perform 1 from billing.invoices where id in (select invoice_id from new_rows) order by id for no key update;
  select n.line_id into bad from (select distinct line_id, invoice_id, org_id, currency from new_rows) n
    left join billing.invoice_lines l on l.id = n.line_id and l.invoice_id = n.invoice_id
      and l.org_id is not distinct from n.org_id and l.currency = n.currency
    cross join lateral (select sum(a.gross) as gross, sum(a.tax) as tax, sum(a.author_share) as author, sum(a.platform_share) as platform
      from billing.line_adjustments a where a.line_id = n.line_id) s
    where l.id is null or s.gross not between 0 and l.gross or s.author not between 0 and l.author_share
      or s.platform not between 0 and l.platform_share or s.tax < 0 limit 1;
  if found then
    raise exception 'billing: line % does not have that much', bad using errcode = '23514', constraint = 'line_adjustments_fit_line';
  end if;
  select n.invoice_id into bad from (select distinct invoice_id from new_rows) n join billing.invoices i on i.id = n.invoice_id
    where i.tax < (select sum(a.tax) from billing.line_adjustments a where a.invoice_id = n.invoice_id) limit 1;
  if found then
    raise exception 'billing: invoice % does not have that much tax', bad using errcode = '23514', constraint = 'line_adjustments_fit_tax';
  end if;
  -- Those of a credit note come together, add up to it, and are those that two people approved.
  select n.source_id into bad from (select distinct source_id from new_rows where source_type = 'credit_note') n
    left join billing.credit_notes c on c.id = n.source_id left join approvals.approvals a on a.id = c.approval_id
    cross join lateral (select sum(l.gross) as net, sum(l.tax) as tax, jsonb_object_agg(l.line_id, (l.gross + l.tax)::text) as lines
      from billing.line_adjustments l where l.source_type = 'credit_note' and l.source_id = n.source_id) s
    where (s.net, s.tax) is distinct from (c.net, c.tax) or s.lines <> coalesce(a.payload->'lines', s.lines) limit 1;
  if found then
    raise exception 'billing: credit note % has other lines than it says', bad using errcode = '23514', constraint = 'credit_note_lines_fit';
  end if;
  return null;
end
$$;
