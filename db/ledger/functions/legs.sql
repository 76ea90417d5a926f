create or replace function ledger.legs(batch jsonb)
returns table(
  n bigint,
  key text,
  kind text,
  source_type text,
  source_id text,
  effective_at timestamptz,
  reverses bigint,
  code text,
  owner_id uuid,
  currency text,
  amount bigint
)
language sql stable as $$
select ordinality, x.key, x.kind, x.source_type, x.source_id, x.effective_at, x.reverses, x.code,
  coalesce(x.owner_id, '00000000-0000-0000-0000-000000000000'), x.currency, x.amount
from rows from (jsonb_to_recordset(batch) as (key text, kind text, source_type text, source_id text, effective_at timestamptz,
  reverses bigint, code text, owner_id uuid, currency text, amount bigint)) with ordinality as x
$$;
