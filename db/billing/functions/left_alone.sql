-- What one person may still give back to a payer alone, minor units: the policy, less what was refunded, cancelled and left to the
-- bank without a second person within 30 days. Negative when it is more. A currency that the policy does not name: 20 times its
-- least payout.
create or replace function billing.left_alone(payer uuid, money text) returns bigint language sql stable as $$
  select coalesce((select (p.value->>money)::bigint from billing.policies p where p.key = 'second_person_above'
      and p.valid_from <= platform.portal_now() order by p.valid_from desc limit 1),
      (select 20 * c.min_payout from ledger.currency c where c.code = money))
    - coalesce((select sum(given.amount) from billing.invoices i, lateral (
        select r.amount from billing.refunds r where r.invoice_id = i.id and r.currency = money and r.origin = 'portal'
          and r.approval_id is null and (r.state <> 'failed' or r.booked_at is null and r.provider_refund_id is not null)
          and r.created_at > platform.portal_now() - interval '30 days'
        union all select greatest(d.amount, d.withdrawn) from billing.disputes d where d.invoice_id = i.id and d.currency = money
          and d.approval_id is null and d.accepted_at > platform.portal_now() - interval '30 days'
        union all select c.total from billing.credit_notes c where c.invoice_id = i.id and c.currency = money and c.kind = 'cancellation'
          and c.approval_id is null and c.issued_at > platform.portal_now() - interval '30 days') given
      where i.tenant_id = payer), 0)
$$;
