-- Whose money stands behind these ids, ours or the provider's, and in which currency (null: of whatever concerns them). A row
-- without an author: the object is known and nobody's.
create or replace function reconciliation.authors_of(refs text[]) returns table(org_id uuid, currency text) language sql stable as $$
with ids as (select array(select r::uuid from unnest(refs) r where r ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') as of),
paid as (
  select p.invoice_id from billing.payments p, ids where p.charge_id = any(refs) or p.payment_intent_id = any(refs) or p.id = any(ids.of)
  union select d.invoice_id from billing.disputes d, ids where d.provider_dispute_id = any(refs) or d.id = any(ids.of)
  union select r.invoice_id from billing.refunds r, ids where r.provider_refund_id = any(refs) or r.id = any(ids.of)
  union select i.id from billing.invoices i, ids where i.id = any(ids.of)),
-- An invoice that was too small to charge is paid with the one that carries it.
charged as (select invoice_id as id from paid union select i.carried_from from paid join billing.invoices i on i.id = paid.invoice_id where i.carried_from is not null)
select l.org_id, i.currency from charged join billing.invoices i using (id) left join billing.invoice_lines l on l.invoice_id = i.id
union select p.org_id, p.currency from payouts.payout_attempts a join payouts.payouts p on p.id = a.payout_id where a.transfer_id = any(refs)
union select p.org_id, p.currency from payouts.payouts p, ids where p.transfer_group = any(refs) or p.id = any(ids.of)
union select a.org_id, null from payouts.payout_accounts a where a.provider_account_id = any(refs)
union select o.id, null from authors.organizations o, ids where o.id = any(ids.of)
$$;
