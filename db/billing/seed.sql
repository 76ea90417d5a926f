insert into billing.invoice_counter (only_row, last_number) values
  (true, 0)
on conflict do nothing;

insert into billing.credit_note_counters (legal_entity, last_number) values
  ('platform', 0)
on conflict do nothing;

-- Initial values until finance decides otherwise, as in libs/billing/src/policies/domain/policy-definitions.ts. The
-- trigger demands a policy that is known.
alter table billing.policies disable trigger decided;
insert into billing.policies (id, key, version, value, valid_from)
select md5(key)::uuid, key, 1, value::jsonb, '2000-01-01T00:00:00Z'
from (values
  ('author_share', '{"basis_points":7000}'),
  ('payment_retry', '{"after_days":[1,3,7,14,21,28],"grace_days":7}'),
  ('tax', '{"table":[],"provider":"none"}'),
  ('small_balance', '"carry"'),
  ('dispute_fee_bearer', '"platform"'),
  ('payout_minimum', '{"by_country":{},"by_currency":{"cad":"2500","chf":"2500","eur":"2500","gbp":"2500","huf":"1000000","jpy":"3000","kwd":"8000","usd":"2500"}}'),
  ('payout_approvals', '1'),
  ('payout_account_cooldown_days', '7'),
  ('reserve_rule', '{"months":3,"basis_points":0,"above_dispute_basis_points":null}'),
  ('negative_balance_months', '3'),
  ('listing_fee', '{}'),
  ('price_source', '"plan"'),
  ('listing_fee_collection', '"invoice"'),
  ('trial_days', '0'),
  ('reconciliation_max_age_hours', '26'),
  ('operator_identity', '{"tax_id":null,"address":null,"country":null,"legal_name":null}'),
  ('vat_currency', '{"date":null,"rates":{},"currency":null}'),
  ('payout_approval_limit', '{}'),
  ('payout_decisions', '"optional"'),
  ('second_person_above', '{"cad":"70000","chf":"45000","eur":"45000","gbp":"40000","huf":"18000000","jpy":"75000","kwd":"150000","usd":"50000"}'),
  ('close_limit', '{"cad":"14000000","chf":"9000000","eur":"9000000","gbp":"8000000","huf":"3600000000","jpy":"15000000","kwd":"30000000","usd":"10000000"}'),
  ('review_sample', '2'),
  ('cleared_days', '180'),
  ('compliance_lapse', '"warn"'),
  ('compliance_lapse_days', '30')
) built_in (key, value)
on conflict do nothing;
alter table billing.policies enable trigger decided;

insert into billing.split_rules (author_bps, valid_from)
select 7000, '-infinity'
where not exists (select from billing.split_rules);
