-- Organisations and tenants that a decision about something is about. `kind`: what `subject` names, as in db/decisions.sql.
create or replace function authors.concerned(kind text, subject uuid) returns uuid[] language plpgsql stable as $$
begin
  return case kind
    when 'organization' then array[subject]
    when 'application' then array(select a.org_id from authors.applications a where a.id = subject)
    when 'submission' then array(select s.org_id from listings.submissions s where s.id = subject)
    when 'drive' then array(select d.org_id from authors.drive_reservations d where d.id = subject
      union select l.org_id from listings.listings l where l.drive_id = subject)
    when 'evidence' then authors.concerned('drive', (select e.drive_id from listings.evidence e where e.id = subject))
    -- The payer, and the authors of its lines and of those that were carried forward into it.
    when 'invoice' then array(
      with recursive paid as (select i.id, i.tenant_id, i.carried_from from billing.invoices i where i.id = subject
        union select c.id, c.tenant_id, c.carried_from from billing.invoices c join paid on c.id = paid.carried_from)
      select paid.tenant_id from paid union select l.org_id from billing.invoice_lines l join paid on paid.id = l.invoice_id where l.org_id is not null)
    when 'dispute' then authors.concerned('invoice', (select d.invoice_id from billing.disputes d where d.id = subject))
    when 'exception' then array(select a.org_id from reconciliation.items i
      cross join lateral reconciliation.authors_of(reconciliation.item_refs(i.ref, i.facts)) a where i.id = subject)
    when 'run' then array(select distinct p.org_id from payouts.payouts p where p.run_id = subject) end;
end
$$;
