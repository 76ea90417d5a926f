-- A decision of two people is posted once both have made it; ledger.posting_kinds lists these kinds.
create or replace function ledger.second_person()
returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not (case
    when new.kind = 'exception_written_off' then exists (
      select from reconciliation.items i join approvals.approvals a on a.id = i.approval_id where i.id = new.source_id::uuid
        and a.organizations @> array_remove(array[(a.payload ->> 'org_id')::uuid], null)
        -- Never one author's money to another.
        and (a.payload ->> 'org_id' is null or reconciliation.item_concerns(i.id, (a.payload ->> 'org_id')::uuid))
        and ledger.moves(new.id, a.payload ->> 'account', a.payload ->> 'org_id', i.currency, -(a.payload ->> 'moved')::bigint))
    when new.kind = 'payout_reserve' then exists (
      select from payouts.payouts p join payouts.payout_runs r on r.id = p.run_id
      where p.id = new.source_id::uuid and r.state in ('approved', 'executing', 'partially_failed', 'settled')
        and ledger.moves(new.id, 'author_payable', p.org_id::text, p.currency, p.amount))
    when new.kind like 'recovery_%' then exists (
      select from approvals.approvals r where r.id = new.source_id::uuid and r.kind = 'recovery' and r.state = 'approved'
        and r.xmin = pg_current_xact_id()::xid and new.kind = 'recovery_' || (r.payload ->> 'how')
        and r.organizations @> array[(r.payload ->> 'org_id')::uuid]
        and ledger.moves(new.id, 'author_payable', r.payload ->> 'org_id', r.payload ->> 'currency', -(r.payload ->> 'amount')::bigint))
    when new.kind = 'write_off' then exists (
      select from approvals.approvals a where a.kind = 'write_off' and a.payload ->> 'invoice_id' = new.source_id and a.state = 'approved'
        and a.xmin = pg_current_xact_id()::xid
        and ledger.moves(new.id, 'tenant_receivable', null, a.payload ->> 'currency', -(a.payload ->> 'owed_minor')::bigint))
    else false
  end) then
    raise exception 'ledger: % is posted for what two people approved only', new.kind
      using errcode = '23514', constraint = 'ledger_second_person';
  end if;
  return null;
end
$$;
