insert into billing.invoice_counter (only_row, last_number) values
  (true, 0)
on conflict do nothing;

insert into billing.credit_note_counters (legal_entity, last_number) values
  ('platform', 0)
on conflict do nothing;

-- What holds until finance decides otherwise. The trigger demands a proposal and two persons.
alter table billing.policies disable trigger proposed;
insert into billing.policies (id, key, version, value, state, valid_from, reason, proposed_by_name, decided_by_name, decided_at) values
  ('01940000-0000-7000-8000-000000002100', 'proration_unit', 1, '"seconds"', 'approved', '2000-01-01T00:00:00+00:00', 'Built in', 'Drive Portal', 'Drive Portal', platform.portal_now()),
  ('01940000-0000-7000-8000-000000002101', 'author_share', 1, '{"base":"gross","rounding":"running","basis_points":7000}', 'approved', '2000-01-01T00:00:00+00:00', 'Built in', 'Drive Portal', 'Drive Portal', platform.portal_now()),
  ('01940000-0000-7000-8000-000000002102', 'payment_retry', 1, '{"after_days":[1,3,7,14,21,28],"grace_days":7}', 'approved', '2000-01-01T00:00:00+00:00', 'Built in', 'Drive Portal', 'Drive Portal', platform.portal_now()),
  ('01940000-0000-7000-8000-000000002103', 'invoice_timing', 1, '"arrears"', 'approved', '2000-01-01T00:00:00+00:00', 'Built in', 'Drive Portal', 'Drive Portal', platform.portal_now()),
  ('01940000-0000-7000-8000-000000002104', 'tax', 1, '{"table":[],"provider":"none"}', 'approved', '2000-01-01T00:00:00+00:00', 'Built in', 'Drive Portal', 'Drive Portal', platform.portal_now()),
  ('01940000-0000-7000-8000-000000002105', 'small_balance', 1, '"carry"', 'approved', '2000-01-01T00:00:00+00:00', 'Built in', 'Drive Portal', 'Drive Portal', platform.portal_now()),
  ('01940000-0000-7000-8000-000000002106', 'dispute_fee_bearer', 1, '"platform"', 'approved', '2000-01-01T00:00:00+00:00', 'Built in', 'Drive Portal', 'Drive Portal', platform.portal_now()),
  ('01940000-0000-7000-8000-000000002107', 'payout_minimum', 1, '{"by_country":{},"by_currency":{"cad":"2500","chf":"2500","eur":"2500","gbp":"2500","huf":"1000000","jpy":"3000","kwd":"8000","usd":"2500"}}', 'approved', '2000-01-01T00:00:00+00:00', 'Built in', 'Drive Portal', 'Drive Portal', platform.portal_now()),
  ('01940000-0000-7000-8000-000000002108', 'payout_approvals', 1, '1', 'approved', '2000-01-01T00:00:00+00:00', 'Built in', 'Drive Portal', 'Drive Portal', platform.portal_now()),
  ('01940000-0000-7000-8000-000000002109', 'payout_account_cooldown_days', 1, '7', 'approved', '2000-01-01T00:00:00+00:00', 'Built in', 'Drive Portal', 'Drive Portal', platform.portal_now()),
  ('01940000-0000-7000-8000-000000002110', 'reserve_rule', 1, '{"months":3,"basis_points":0,"above_dispute_basis_points":null}', 'approved', '2000-01-01T00:00:00+00:00', 'Built in', 'Drive Portal', 'Drive Portal', platform.portal_now()),
  ('01940000-0000-7000-8000-000000002111', 'negative_balance_months', 1, '3', 'approved', '2000-01-01T00:00:00+00:00', 'Built in', 'Drive Portal', 'Drive Portal', platform.portal_now()),
  ('01940000-0000-7000-8000-000000002112', 'listing_fee', 1, '{}', 'approved', '2000-01-01T00:00:00+00:00', 'Built in', 'Drive Portal', 'Drive Portal', platform.portal_now()),
  ('01940000-0000-7000-8000-000000002113', 'price_source', 1, '"tier"', 'approved', '2000-01-01T00:00:00+00:00', 'Built in', 'Drive Portal', 'Drive Portal', platform.portal_now()),
  ('01940000-0000-7000-8000-000000002150', 'listing_fee_collection', 1, '"invoice"', 'approved', '2000-01-01T00:00:00+00:00', 'Built in', 'Drive Portal', 'Drive Portal', platform.portal_now()),
  ('01940000-0000-7000-8000-000000003500', 'trial_days', 1, '0', 'approved', '2000-01-01T00:00:00+00:00', 'Built in', 'Drive Portal', 'Drive Portal', platform.portal_now()),
  ('01940000-0000-7000-8000-000000003700', 'reconciliation_max_age_hours', 1, '26', 'approved', '2000-01-01T00:00:00+00:00', 'Built in', 'Drive Portal', 'Drive Portal', platform.portal_now()),
  ('01940000-0000-7000-8000-000000004220', 'operator_identity', 1, '{"tax_id":null,"address":null,"country":null,"legal_name":null}', 'approved', '2000-01-01T00:00:00+00:00', 'Built in', 'Drive Portal', 'Drive Portal', platform.portal_now()),
  ('01940000-0000-7000-8000-000000005921', 'payout_approval_limit', 1, '{}', 'approved', '2000-01-01T00:00:00+00:00', 'Built in', 'Drive Portal', 'Drive Portal', platform.portal_now()),
  ('01940000-0000-7000-8000-000000005985', 'payout_decisions', 1, '"optional"', 'approved', '2000-01-01T00:00:00+00:00', 'Built in', 'Drive Portal', 'Drive Portal', platform.portal_now())
on conflict do nothing;
alter table billing.policies enable trigger proposed;

insert into billing.split_rules (author_bps, base, rounding, valid_from)
select 7000, 'gross', 'running_half_up', '-infinity'
where not exists (select from billing.split_rules);
