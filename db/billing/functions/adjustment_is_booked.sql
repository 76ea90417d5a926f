-- A row and its posting commit together or not at all; checked when the transaction ends.
create or replace function billing.adjustment_is_booked() returns trigger language plpgsql as $$
declare
  r jsonb := to_jsonb(new);
  key text;
begin
  foreach key in array case tg_table_name
      when 'refunds' then array['refund:' || (r->>'provider_refund_id')]
        || case when r->>'state' = 'failed' then array['refund:' || (r->>'provider_refund_id') || ':failed'] else '{}' end
      when 'disputes' then array['dispute:' || (r->>'provider_dispute_id') || ':opened']
        || case when r->>'phase' = 'opened' then '{}' else array['dispute:' || (r->>'provider_dispute_id') || ':' || (r->>'phase')] end
      when 'credit_notes' then case r->>'kind' when 'cancellation' then array['credit_note:' || (r->>'id')]
        -- The whole of a credit note whose refund came back.
        when 'counter' then array[coalesce((select 'refund:' || f.provider_refund_id || ':failed'
          from billing.credit_notes c join billing.refunds f on f.id = c.refund_id
          where c.id::text = r->>'counters' and (c.invoice_id::text, c.currency, c.net::text, c.tax::text)
            = (r->>'invoice_id', r->>'currency', r->>'net', r->>'tax')), 'counter')] else '{}' end
      else array[r->>'posting_key'] end loop
    if not exists (select 1 from ledger.ledger_tx where idempotency_key = key) then
      raise exception 'billing: % is not booked', key using errcode = '23514', constraint = 'adjustments_booked';
    end if;
  end loop;
  if r->>'kind' = 'cancellation' and not exists (select from billing.line_adjustments where source_id = (r->>'id')::uuid and source_type = 'credit_note') then
    raise exception 'billing: credit note % takes from no line', new.id using errcode = '23514', constraint = 'credit_note_lines_fit';
  end if;
  return null;
end
$$;
