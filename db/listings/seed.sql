-- The list prices that the product starts with. The trigger demands two people.
alter table listings.prices disable trigger approved;
insert into listings.prices (id, tier, currency, audience, amount_minor, valid_from) values
  ('01940000-0000-7000-8000-000000000000', 'starter', 'usd', 'open_market', 4900, '2025-01-01T00:00:00+00:00'),
  ('01940000-0000-7000-8000-000000000001', 'starter', 'usd', 'host_network', 3900, '2025-01-01T00:00:00+00:00'),
  ('01940000-0000-7000-8000-000000000010', 'standard', 'usd', 'open_market', 9900, '2025-01-01T00:00:00+00:00'),
  ('01940000-0000-7000-8000-000000000011', 'standard', 'usd', 'host_network', 7900, '2025-01-01T00:00:00+00:00'),
  ('01940000-0000-7000-8000-000000000020', 'pro', 'usd', 'open_market', 19900, '2025-01-01T00:00:00+00:00'),
  ('01940000-0000-7000-8000-000000000021', 'pro', 'usd', 'host_network', 15900, '2025-01-01T00:00:00+00:00'),
  ('01940000-0000-7000-8000-000000000030', 'premium', 'usd', 'open_market', 39900, '2025-01-01T00:00:00+00:00'),
  ('01940000-0000-7000-8000-000000000031', 'premium', 'usd', 'host_network', 31900, '2025-01-01T00:00:00+00:00'),
  ('01940000-0000-7000-8000-000000000040', 'flagship', 'usd', 'open_market', 99900, '2025-01-01T00:00:00+00:00'),
  ('01940000-0000-7000-8000-000000000041', 'flagship', 'usd', 'host_network', 79900, '2025-01-01T00:00:00+00:00')
on conflict do nothing;
alter table listings.prices enable trigger approved;

insert into listings.review_criteria (version, criterion, always) values
  (1, 'change_impact', false),
  (1, 'claims_versus_actual', true),
  (1, 'compliance_claims', false),
  (1, 'configuration_form', false),
  (1, 'content_security', true),
  (1, 'do_not_rules', true),
  (1, 'endpoint_behaviour', true),
  (1, 'install_lifecycle', true),
  (1, 'listing_quality', true),
  (1, 'manifest_validity', true),
  (1, 'pricing', false),
  (1, 'request_signing', true),
  (1, 'scope_minimisation', false),
  (1, 'transport_security', true)
on conflict do nothing;

insert into listings.contract_versions (major, flat, structured, schema_version, released_at) values
  (1, 'v1', '1.0.0', 1, '2025-01-01T00:00:00+00:00')
on conflict do nothing;
