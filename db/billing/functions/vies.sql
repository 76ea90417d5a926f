-- What VIES answered about a VAT id; null before it has.
create or replace function billing.vies(id text) returns jsonb language sql stable strict as $$
select jsonb_build_object('valid', c.valid, 'reference', c.reference,
  'checked_at', to_char(c.checked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
from billing.vat_checks c where c.vat_id = id and c.valid is not null
$$;
