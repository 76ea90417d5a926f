-- A lock per author is more locks than a database keeps in one transaction once a month has thousands of invoices.
create or replace function statements.number_follows() returns trigger language plpgsql as $$
begin
  perform platform.take_lock('statements.invoice_number');
  if new.seq <> coalesce((select max(seq) from statements.self_billing_invoices where org_id = new.org_id), 0) + 1 then
    raise exception 'statements: number % leaves a gap', new.number using errcode = '23514', constraint = 'self_billing_gapless';
  end if;
  -- The consent under which an invoice was issued covers its correction, with another statement in its currency.
  if not exists (select from statements.statements s where (s.id, s.org_id) = (new.statement_id, new.org_id) and case new.kind
      when 'invoice' then (select self_billing_consent from statements.tax_profiles where (org_id, version) = (new.org_id, new.profile_version))
      else exists (select from statements.self_billing_invoices i join statements.statements o on o.id = i.statement_id
        where (i.org_id, i.kind, o.currency) = (new.org_id, 'invoice', s.currency) and o.id <> s.id) end) then
    raise exception 'statements: no consent to self-billing' using errcode = '23514', constraint = 'self_billing_consent';
  end if;
  if new.kind = 'invoice' and not billing.operator_named() then
    raise exception 'statements: a self-billing invoice without a recipient' using errcode = '23514', constraint = 'self_billing_recipient';
  end if;
  return new;
end
$$;
