-- Row-level security: which rows a caller from outside may reach (the role portal_caller, decision 8). A table named
-- here is under row-level security; the product itself (portal_app) passes by a policy that migrate adds to each of them.
-- reads: rows that a caller may read. writes: rows that they may also add, change and remove; such a policy lets them
-- read the same rows, so there is one for reading only where they may read more. adds: rows that they may only add.
-- Conditions are SQL, and these forms of it (apps/migrate/src/apply-rights.ts):
--   self(column)            the caller's own person
--   owned(column)           an organization or tenant of the caller
--   own_drive(column)       a Drive of an organization of the caller
--   own_install(column)     an install of a tenant of the caller
--   listed(column)          a Drive that was listed once
--   reached(table, column)  a row of that table, by its id, that the caller may read
-- Applied after every migration, as a difference in one transaction: a table whose policies already match is not
-- touched.
select * from (values
  -- A caller is a person, a member of organizations, an operator of tenants.
  ('identity.users', 'reads',
    'self(id) or exists (select from identity.role_grants parent where parent.user_id = users.id)'),
  ('identity.users', 'writes', 'self(id)'),
  ('identity.role_grants', 'reads', 'self(user_id) or owned(scope_id)'),
  ('identity.role_grants', 'writes', 'owned(scope_id)'),
  ('identity.sessions', 'writes', 'self(user_id)'),
  ('identity.api_tokens', 'writes', 'case when org_id is null then self(user_id) else owned(org_id) end'),
  ('identity.totp_factors', 'writes', 'self(user_id)'),
  ('identity.recovery_codes', 'writes', 'self(user_id)'),
  ('identity.external_logins', 'writes', 'self(user_id)'),
  ('identity.mailed_links', 'writes',
    'platform.folded(email) = (select platform.folded(u.email) from identity.users u where self(u.id))'),
  ('identity.sign_in_challenges', 'writes', 'self(user_id)'),
  ('identity.known_networks', 'writes', 'self(user_id)'),
  ('identity.notifications', 'writes', 'self(user_id)'),
  ('identity.mail_choices', 'writes', 'self(user_id)'),
  ('authors.organizations', 'reads',
    'owned(id) or exists (select from listings.listings shown
    where shown.org_id = organizations.id and shown.listed_at is not null)'),
  ('authors.organizations', 'writes', 'owned(id)'),
  ('authors.developer_accounts', 'writes', 'owned(org_id)'),
  ('authors.applications', 'writes', 'owned(org_id)'),
  ('authors.application_steps', 'writes', 'reached(authors.applications, application_id)'),
  ('authors.application_messages', 'writes', 'reached(authors.applications, application_id)'),
  ('authors.application_appeals', 'writes', 'reached(authors.applications, application_id)'),
  ('authors.application_manifest_checks', 'reads', 'reached(authors.applications, application_id)'),
  ('authors.agreement_signatures', 'writes', 'owned(org_id)'),
  ('authors.drive_reservations', 'reads', 'owned(org_id) or listed(drive_reservations.id)'),
  ('authors.drive_reservations', 'writes', 'owned(org_id)'),
  ('authors.invitations', 'writes', 'owned(org_id)'),
  ('authors.offboardings', 'writes', 'owned(org_id)'),
  ('authors.suspensions', 'reads', 'owned(org_id)'),
  ('authors.organization_members', 'reads', 'owned(org_id) or self(user_id)'),
  ('authors.organization_members', 'writes', 'owned(org_id)'),
  -- A Drive that was listed once is public; before, only its author reads it.
  ('listings.listings', 'reads', 'listed_at is not null or owned(org_id)'),
  ('listings.listings', 'writes', 'owned(org_id)'),
  ('listings.revisions', 'reads',
    'exists (select from listings.publications shown where shown.revision_id = revisions.id)
    or exists (select from listings.listings shown where shown.live_revision_id = revisions.id)
    or own_drive(drive_id)'),
  ('listings.revisions', 'writes', 'own_drive(drive_id)'),
  ('listings.plan_prices', 'writes', 'reached(listings.revisions, revision_id)'),
  ('listings.submissions', 'writes', 'owned(org_id)'),
  ('listings.submission_notes', 'writes', 'reached(listings.submissions, submission_id)'),
  ('listings.report_links', 'writes', 'reached(listings.submissions, submission_id)'),
  ('listings.submission_checks', 'reads', 'reached(listings.submissions, submission_id)'),
  ('listings.commercial_changes', 'reads',
    'exists (select from installs.ventures own where own.id = venture_id)
    or venture_id is null and (drive_id is null or listed(commercial_changes.drive_id))'),
  ('listings.review_judgements', 'reads', 'reached(listings.submissions, submission_id)'),
  ('listings.appeals', 'writes', 'owned(org_id)'),
  -- Approved content is public, and the pictures that it shows.
  ('listings.contents', 'reads', 'state = ''approved'' and listed(drive_id)'),
  ('listings.contents', 'writes', 'own_drive(drive_id)'),
  ('listings.pictures', 'reads', 'listed(drive_id) and exists (select from listings.contents shown where shown.drive_id = pictures.drive_id
    and shown.state = ''approved'' and shown.body->''screenshots'' @> jsonb_build_array(jsonb_build_object(''digest'', pictures.digest)))'),
  ('listings.pictures', 'writes', 'own_drive(drive_id)'),
  ('listings.evidence', 'writes', 'own_drive(drive_id)'),
  ('listings.evidence_acceptances', 'reads', 'reached(listings.evidence, evidence_id)'),
  ('listings.evidence_notices', 'reads', 'reached(listings.evidence, evidence_id)'),
  ('listings.sunset_notices', 'reads', 'own_drive(drive_id)'),
  ('listings.subprocessor_changes', 'reads',
    'own_drive(drive_id)
    or exists (select from installs.subprocessor_notices told where told.change_id = subprocessor_changes.id and
    owned(told.tenant_id))'),
  ('listings.review_exceptions', 'reads', 'own_drive(drive_id)'),
  ('listings.state_changes', 'reads', 'own_drive(drive_id)'),
  ('listings.removals', 'reads', 'own_drive(drive_id)'),
  ('listings.conformance_runs', 'reads', 'listed(conformance_runs.drive_id) or own_drive(drive_id)'),
  ('listings.deprecations', 'reads', 'true'),
  ('listings.deprecations', 'writes', 'own_drive(drive_id)'),
  ('listings.sync_notes', 'writes', 'own_drive(drive_id)'),
  -- An author reads that a Drive of theirs is installed; only the tenant's operators change it.
  ('installs.tenants', 'writes', 'owned(id)'),
  ('installs.ventures', 'writes', 'owned(tenant_id)'),
  ('installs.installs', 'reads', 'owned(tenant_id) or owned(org_id)'),
  ('installs.installs', 'writes', 'owned(tenant_id)'),
  -- Only the tenant reads its input, not even the author: it is sent to the Drive, not to people.
  ('installs.settings', 'writes', 'own_install(install_id)'),
  ('installs.setting_secrets', 'writes', 'own_install(install_id)'),
  ('installs.config_updates', 'writes', 'own_install(install_id)'),
  ('installs.upgrade_prompts', 'reads', 'reached(installs.installs, install_id)'),
  ('installs.upgrade_prompts', 'writes', 'own_install(install_id)'),
  ('installs.call_plans', 'reads', 'reached(installs.installs, install_id)'),
  ('installs.call_plans', 'writes', 'own_install(install_id)'),
  ('installs.drive_events', 'reads', 'own_install(install_id)'),
  -- An author reads the polling state of their Drive, and events that do not count; the queries decide what is shown to
  -- whom.
  ('installs.readings', 'reads', 'reached(installs.installs, install_id)'),
  ('installs.billing_summaries', 'reads', 'reached(installs.installs, install_id)'),
  ('installs.rejected_events', 'reads', 'reached(installs.installs, install_id)'),
  ('installs.rejected_counts', 'reads', 'reached(installs.installs, install_id)'),
  ('installs.event_quotas', 'reads', 'reached(installs.installs, install_id)'),
  ('installs.event_feeds', 'reads', 'own_drive(drive_id)'),
  ('installs.drive_polls', 'reads', 'own_drive(drive_id)'),
  -- The author and the operators of a Drive may read how it answers; only the tenant reads its reports about an
  -- install.
  ('installs.history', 'reads',
    'case when kind = ''call'' then exists (select from installs.installs parent where parent.drive_id = subject_id)
    else own_install(subject_id) end'),
  ('installs.drive_counts', 'reads', 'own_drive(drive_id)'),
  ('installs.event_counts', 'reads', 'own_drive(drive_id)'),
  -- Authors build for the host's kinds. Only the tenant reads the content of an event; its sending, the author as well.
  ('installs.host_event_kinds', 'reads', 'true'),
  ('installs.host_operators', 'writes', 'owned(tenant_id)'),
  ('installs.host_events', 'reads', 'owned(tenant_id)'),
  ('installs.deliveries', 'reads', 'reached(installs.installs, install_id)'),
  ('installs.deliveries', 'writes', 'own_install(install_id)'),
  ('installs.delivery_attempts', 'reads', 'reached(installs.deliveries, delivery_id)'),
  ('installs.delivery_queues', 'writes', 'own_install(install_id)'),
  ('installs.upgrade_policies', 'writes', 'owned(tenant_id)'),
  ('installs.tenant_compliance', 'reads', 'owned(tenant_id)'),
  ('installs.compliance_lapses', 'reads', 'reached(installs.installs, install_id)'),
  ('installs.subprocessor_notices', 'reads', 'owned(tenant_id) or owned(org_id)'),
  ('installs.subprocessor_notices', 'writes', 'owned(tenant_id)'),
  ('installs.agreement_notices', 'reads', 'owned(tenant_id)'),
  -- An author's own bills are written to the organization: its id is in tenant_id.
  ('billing.billing_details', 'writes', 'owned(tenant_id)'),
  ('billing.tenant_customers', 'writes', 'owned(tenant_id)'),
  ('billing.payment_method_saves', 'writes', 'owned(tenant_id)'),
  ('billing.card_pages', 'writes', 'owned(tenant_id)'),
  ('billing.invoices', 'writes', 'owned(tenant_id)'),
  ('billing.host_payments', 'reads', 'reached(billing.invoices, invoice_id)'),
  ('billing.payments', 'writes', 'reached(billing.invoices, invoice_id)'),
  ('billing.settlements', 'reads', 'reached(billing.payments, payment_id)'),
  ('billing.invoice_lines', 'reads', 'owned(org_id) or reached(billing.invoices, invoice_id)'),
  ('billing.line_adjustments', 'reads', 'owned(org_id) or reached(billing.invoices, invoice_id)'),
  ('billing.refunds', 'reads', 'reached(billing.invoices, invoice_id)'),
  ('billing.refund_lines', 'reads', 'reached(billing.refunds, refund_id)'),
  ('billing.refund_attempts', 'reads', 'reached(billing.refunds, refund_id)'),
  ('billing.credit_notes', 'reads', 'reached(billing.invoices, invoice_id)'),
  ('billing.disputes', 'reads', 'reached(billing.invoices, invoice_id)'),
  ('billing.suspensions', 'reads', 'owned(tenant_id)'),
  ('billing.install_segments', 'reads', 'owned(tenant_id) or owned(org_id)'),
  ('billing.listing_fees', 'reads', 'owned(org_id)'),
  ('billing.tax_reversals', 'reads', 'reached(billing.invoices, invoice_id)'),
  ('billing.split_rules', 'reads', 'org_id is null or owned(org_id)'),
  ('ledger.ledger_account', 'reads', 'owned(owner_id)'),
  ('ledger.account_balance', 'reads', 'reached(ledger.ledger_account, account_id)'),
  ('ledger.account_snapshot', 'reads', 'reached(ledger.ledger_account, account_id)'),
  ('ledger.ledger_entry', 'reads', 'reached(ledger.ledger_account, account_id)'),
  ('payouts.payout_accounts', 'writes', 'owned(org_id)'),
  ('payouts.payouts', 'reads', 'owned(org_id)'),
  ('payouts.held_amounts', 'reads', 'owned(org_id)'),
  ('payouts.unpaid_notes', 'reads', 'owned(org_id)'),
  ('payouts.payout_holds', 'reads', 'owned(org_id)'),
  ('payouts.payout_runs', 'reads', 'exists (select from payouts.payouts parent where parent.run_id = payout_runs.id)'),
  ('payouts.bank_legs', 'reads', 'reached(payouts.payouts, payout_id)'),
  ('payouts.conversions', 'reads', 'reached(payouts.payouts, payout_id)'),
  ('payouts.payout_attempts', 'reads', 'reached(payouts.payouts, payout_id)'),
  ('statements.statements', 'reads', 'owned(org_id)'),
  ('statements.self_billing_invoices', 'reads', 'owned(org_id)'),
  ('statements.tax_profiles', 'writes', 'owned(org_id)'),
  ('webhooks.endpoints', 'writes', 'owned(org_id)'),
  ('webhooks.secrets', 'writes', 'reached(webhooks.endpoints, endpoint_id)'),
  ('webhooks.messages', 'writes', 'reached(webhooks.endpoints, endpoint_id)'),
  ('webhooks.attempts', 'writes', 'reached(webhooks.messages, message_id)'),
  ('secrets.drive_signing', 'writes', 'own_drive(drive_id)'),
  ('secrets.key_rings', 'writes', 'scope = ''drive'' and own_drive(owner_id)'),
  -- Also whose version the installs of a Drive accept: the fleet's, or a tenant's.
  ('secrets.signing_keys', 'reads',
    'scope = ''drive'' and own_drive(owner_id)
    or exists (select from secrets.install_uses parent where parent.key_id = signing_keys.id)'),
  ('secrets.signing_keys', 'writes', 'scope = ''drive'' and own_drive(owner_id)'),
  ('secrets.signing_clocks', 'writes', 'reached(secrets.signing_keys, key_id)'),
  ('secrets.key_reminders', 'writes', 'reached(secrets.signing_keys, key_id)'),
  ('secrets.tenant_rings', 'reads', 'own_drive(drive_id) or owned(tenant_id)'),
  ('secrets.install_uses', 'reads', 'own_drive(drive_id)'),
  ('secrets.dry_runs', 'writes', 'own_drive(drive_id)'),
  ('secrets.dry_run_probes', 'reads', 'reached(secrets.dry_runs, dry_run_id)'),
  -- Callers write entries of their actions, and read those about keys of their Drives.
  ('platform.audit_log', 'reads',
    'subject_type = ''drive''
    and exists (select from authors.drive_reservations own where own.id::text = subject_id and owned(own.org_id))'),
  ('platform.audit_log', 'adds', 'true')
) policies (place, kind, condition);
