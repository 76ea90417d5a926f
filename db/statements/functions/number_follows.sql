-- A lock per author is more locks than a database keeps in one transaction once a month has thousands of invoices.
create or replace function statements.number_follows() returns trigger language plpgsql as $$
begin
  perform platform.take_lock('statements.invoice_number');
  if new.seq <> coalesce((select max(seq) from statements.self_billing_invoices where org_id = new.org_id), 0) + 1 then
    raise exception 'statements: number % leaves a gap', new.number using errcode = '23514', constraint = 'self_billing_gapless';
  end if;
  -- The consent under which an invoice was issued covers its correction.
  if not (new.kind = 'invoice' and (select self_billing_consent from statements.tax_profiles where org_id = new.org_id and version = new.profile_version)
    or new.kind = 'corrective' and exists (select from statements.self_billing_invoices where org_id = new.org_id and kind = 'invoice')) then
    raise exception 'statements: no consent to self-billing' using errcode = '23514', constraint = 'self_billing_consent';
  end if;
  return new;
end
$$;
