-- Every advisory lock that a transaction of the product takes, with its key. A transaction that needs two of them
-- takes them in this order, so that no two wait for each other; rows are locked after those that protect the lack of a row.
-- Locks of a session, which outlive transactions, are apart: the number of a worker (worker_lock_held.sql),
-- migrations (apps/migrate), and the databases that tests make (scripts/lib).
create or replace function platform.lock_order() returns text[] language sql immutable parallel safe as $$
select array[
  'platform.worker_lease',      -- worker: shared by its transactions, before anything else; declaring it lost comes after them
  'installs.demo_tenants',      -- several api processes make the demo's tenants at once
  'authors.application',        -- person: their first organisation
  'authors.agreement_versions', -- the next text of the agreement
  'webhooks.endpoints',         -- organisation: how many endpoints it has
  'installs.upgrade_policy',    -- tenant: the first to save one has no row to lock
  'installs.compliance',        -- lapses of installs are found and recorded
  'listings.route_namespaces',  -- which Drive goes live with a namespace of pages
  'listings.pictures',          -- organisation: how much they take, and which of them content refers to
  'listings.commercial_terms',  -- prices and who bills, and which Drives are first-party
  'billing.billing_details',    -- tenant: the first to save them has no row to lock
  'reconciliation.exceptions',  -- the list that a comparison and a watch both refresh
  'payouts.computation',        -- whose balance some money is in
  'payouts.account',            -- organisation: its first connected account
  'statements.tax_profile',     -- organisation: the next version
  'billing.service_status',     -- tenant or Drive: who bills for it, shared by those who open segments
  'billing.revenue_share',      -- approvals of shares
  'billing.given_back',         -- payer: what one person gave back to them alone
  'identity.owner',             -- organisation: one owner stays
  'identity.admins',            -- one admin stays
  'identity.first_admins',      -- the first two admins are appointed without each other
  'ledger.seal',                -- the next seal, and the statements that rest on it
  'ledger.posting',             -- shared by postings; a cut-off or the close of a month waits for them
  'ledger.seal_check',          -- the chain of checks
  'statements.month',           -- the next month of the chain
  'statements.invoice_number',  -- numbers without gaps
  'platform.audit_seal'         -- the next seal of the audit log
]
$$;
