-- The rule against self-dealing: whether a person may decide about an organisation or tenant. Not as a member now or within the
-- last 180 days, nor as a member of an organisation that is paid as the same legal person, nor as an operator of the tenant.
-- Payout accounts are unique to an organisation (payout_accounts_provider_account_id_key), and no phone numbers are kept.
create or replace function authors.is_stranger(org uuid, person uuid) returns boolean language sql stable as $$
  select not exists (select from identity.role_grants g where g.user_id = person and g.scope_id = org)
    and not exists (select from authors.organization_members m where m.user_id = person
      and (m.left_at is null or m.left_at > platform.portal_now() - interval '180 days')
      and (m.org_id = org or exists (select from statements.payee_ids(m.org_id) theirs join statements.payee_ids(org) its on its = theirs)))
$$;
