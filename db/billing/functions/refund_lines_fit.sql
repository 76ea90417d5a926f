-- The lines of a refund come with it, add up to it, and are those that two people approved.
create or replace function billing.refund_lines_fit() returns trigger language plpgsql as $$
declare
  refund billing.refunds;
  lines jsonb;
  total bigint;
begin
  select * into refund from billing.refunds r where r.id = coalesce(to_jsonb(new)->>'refund_id', to_jsonb(new)->>'id')::uuid;
  select coalesce(jsonb_object_agg(l.line_id, l.amount::text), '{}'), sum(l.amount) into lines, total
    from billing.refund_lines l where l.refund_id = refund.id;
  if total <> refund.amount or refund.state <> 'requested' or lines is distinct from coalesce((select a.payload->'lines'
      from approvals.approvals a where a.id = refund.approval_id), lines) then
    raise exception 'billing: refund % has other lines than were asked for', refund.id using errcode = '23514', constraint = 'refund_lines_fit';
  end if;
  return null;
end
$$;
