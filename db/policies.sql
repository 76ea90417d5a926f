-- Row-level security: which rows a caller from outside may reach (the role portal_caller, decision 8). A table named here
-- is under row-level security; the product itself (portal_app) passes by a policy that migrate adds to each of them.
-- "for select": rows that a caller may read. Without it: rows that they may also add, change and remove; such a policy
-- lets them read the same rows, so there is a separate policy for reading only where they may read more.
-- Applied after every migration, as a difference in one transaction: a table whose policies already match is not
-- touched.

-- A caller is a person, a member of organizations, an operator of tenants.
create policy caller_reads on identity.users for select to portal_caller using (
  id = (select platform.caller_person()) or exists (select from identity.role_grants parent where parent.user_id = users.id)
);
create policy caller_writes on identity.users to portal_caller using (id = (select platform.caller_person()));

create policy caller_reads on identity.role_grants for select to portal_caller using (
  user_id = (select platform.caller_person()) or scope_id = any ((select platform.caller_owners())::uuid[])
);
create policy caller_writes on identity.role_grants to portal_caller using (
  scope_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_writes on identity.sessions to portal_caller using (user_id = (select platform.caller_person()));

create policy caller_writes on identity.api_tokens to portal_caller using (
  case when org_id is null then user_id = (select platform.caller_person()) else org_id = any ((select platform.caller_owners())::uuid[]) end
);

create policy caller_writes on identity.totp_factors to portal_caller using (
  user_id = (select platform.caller_person())
);

create policy caller_writes on identity.recovery_codes to portal_caller using (
  user_id = (select platform.caller_person())
);

create policy caller_writes on identity.external_logins to portal_caller using (
  user_id = (select platform.caller_person())
);

create policy caller_writes on identity.mailed_links to portal_caller using (
  platform.folded(email) = (select platform.folded(u.email) from identity.users u where u.id = (select platform.caller_person()))
);

create policy caller_writes on identity.sign_in_challenges to portal_caller using (
  user_id = (select platform.caller_person())
);

create policy caller_reads on identity.factor_removals for select to portal_caller using (
  user_id = (select platform.caller_person())
);

create policy caller_writes on identity.known_networks to portal_caller using (user_id = (select platform.caller_person()));

create policy caller_writes on identity.notifications to portal_caller using (
  user_id = (select platform.caller_person())
);

create policy caller_writes on identity.mail_choices to portal_caller using (
  user_id = (select platform.caller_person())
);

create policy caller_reads on authors.organizations for select to portal_caller using (
  id = any ((select platform.caller_owners())::uuid[])
    or exists (select from listings.listings shown where shown.org_id = organizations.id
    and shown.listed_at is not null)
);
create policy caller_writes on authors.organizations to portal_caller using (
  id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_writes on authors.developer_accounts to portal_caller using (
  org_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_writes on authors.applications to portal_caller using (
  org_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_writes on authors.application_steps to portal_caller using (
  exists (select from authors.applications parent where parent.id = application_id)
);

create policy caller_writes on authors.application_messages to portal_caller using (
  exists (select from authors.applications parent where parent.id = application_id)
);

create policy caller_writes on authors.application_appeals to portal_caller using (
  exists (select from authors.applications parent where parent.id = application_id)
);

create policy caller_reads on authors.application_manifest_checks for select to portal_caller using (
  exists (select from authors.applications parent where parent.id = application_id)
);

create policy caller_writes on authors.agreement_signatures to portal_caller using (
  org_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_reads on authors.drive_reservations for select to portal_caller using (
  org_id = any ((select platform.caller_owners())::uuid[])
    or exists (select from listings.listings shown where shown.drive_id = drive_reservations.id
    and shown.listed_at is not null)
);
create policy caller_writes on authors.drive_reservations to portal_caller using (
  org_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_writes on authors.invitations to portal_caller using (
  org_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_writes on authors.offboardings to portal_caller using (
  org_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_reads on authors.suspensions for select to portal_caller using (
  org_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_reads on authors.organization_members for select to portal_caller using (
  org_id = any ((select platform.caller_owners())::uuid[]) or user_id = (select platform.caller_person())
);
create policy caller_writes on authors.organization_members to portal_caller using (
  org_id = any ((select platform.caller_owners())::uuid[])
);

-- A Drive that was listed once is public; before, only its author reads it.
create policy caller_reads on listings.listings for select to portal_caller using (
  listed_at is not null or org_id = any ((select platform.caller_owners())::uuid[])
);
create policy caller_writes on listings.listings to portal_caller using (
  org_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_reads on listings.revisions for select to portal_caller using (
  exists (select from listings.publications shown where shown.revision_id = revisions.id)
    or exists (select from listings.listings shown where shown.live_revision_id = revisions.id)
    or exists (select from authors.drive_reservations own where own.id = drive_id
    and own.org_id = any ((select platform.caller_owners())::uuid[]))
);
create policy caller_writes on listings.revisions to portal_caller using (
  exists (select from authors.drive_reservations own where own.id = drive_id
    and own.org_id = any ((select platform.caller_owners())::uuid[]))
);

create policy caller_writes on listings.plan_prices to portal_caller using (
  exists (select from listings.revisions parent where parent.id = revision_id)
);

create policy caller_writes on listings.submissions to portal_caller using (
  org_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_writes on listings.submission_notes to portal_caller using (
  exists (select from listings.submissions parent where parent.id = submission_id)
);

create policy caller_writes on listings.report_links to portal_caller using (
  exists (select from listings.submissions parent where parent.id = submission_id)
);

create policy caller_reads on listings.submission_checks for select to portal_caller using (
  exists (select from listings.submissions parent where parent.id = submission_id)
);

create policy caller_reads on listings.commercial_changes for select to portal_caller using (
  exists (select from installs.ventures own where own.id = venture_id)
    or venture_id is null
    and (drive_id is null
    or exists (select from listings.listings shown where shown.drive_id = commercial_changes.drive_id
    and shown.listed_at is not null))
);

create policy caller_reads on listings.review_judgements for select to portal_caller using (
  exists (select from listings.submissions parent where parent.id = submission_id)
);

create policy caller_writes on listings.appeals to portal_caller using (
  org_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_writes on listings.evidence to portal_caller using (
  exists (select from authors.drive_reservations own where own.id = drive_id
    and own.org_id = any ((select platform.caller_owners())::uuid[]))
);

create policy caller_reads on listings.evidence_notices for select to portal_caller using (
  exists (select from listings.evidence parent where parent.id = evidence_id)
);

create policy caller_reads on listings.sunset_notices for select to portal_caller using (
  exists (select from authors.drive_reservations own where own.id = drive_id
    and own.org_id = any ((select platform.caller_owners())::uuid[]))
);

create policy caller_reads on listings.subprocessor_changes for select to portal_caller using (
  exists (select from authors.drive_reservations own where own.id = drive_id
    and own.org_id = any ((select platform.caller_owners())::uuid[]))
    or exists (select from installs.subprocessor_notices told where told.change_id = subprocessor_changes.id
    and told.tenant_id = any ((select platform.caller_owners())::uuid[]))
);

create policy caller_reads on listings.review_exceptions for select to portal_caller using (
  exists (select from authors.drive_reservations own where own.id = drive_id
    and own.org_id = any ((select platform.caller_owners())::uuid[]))
);

create policy caller_reads on listings.state_changes for select to portal_caller using (
  exists (select from authors.drive_reservations own where own.id = drive_id
    and own.org_id = any ((select platform.caller_owners())::uuid[]))
);

create policy caller_reads on listings.removals for select to portal_caller using (
  exists (select from authors.drive_reservations own where own.id = drive_id
    and own.org_id = any ((select platform.caller_owners())::uuid[]))
);

create policy caller_reads on listings.conformance_runs for select to portal_caller using (
  exists (select from listings.listings shown where shown.drive_id = conformance_runs.drive_id
    and shown.listed_at is not null)
    or exists (select from authors.drive_reservations own where own.id = drive_id
    and own.org_id = any ((select platform.caller_owners())::uuid[]))
);

create policy caller_reads on listings.deprecations for select to portal_caller using (true);
create policy caller_writes on listings.deprecations to portal_caller using (
  exists (select from authors.drive_reservations own where own.id = drive_id
    and own.org_id = any ((select platform.caller_owners())::uuid[]))
);

create policy caller_writes on listings.sync_notes to portal_caller using (
  exists (select from authors.drive_reservations own where own.id = drive_id
    and own.org_id = any ((select platform.caller_owners())::uuid[]))
);

-- An author reads that a Drive of theirs is installed; only the tenant's operators change it.
create policy caller_writes on installs.tenants to portal_caller using (
  id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_writes on installs.ventures to portal_caller using (
  tenant_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_reads on installs.installs for select to portal_caller using (
  tenant_id = any ((select platform.caller_owners())::uuid[])
    or org_id = any ((select platform.caller_owners())::uuid[])
);
create policy caller_writes on installs.installs to portal_caller using (
  tenant_id = any ((select platform.caller_owners())::uuid[])
);

-- Only the tenant reads its input, not even the author: it is sent to the Drive, not to people.
create policy caller_writes on installs.settings to portal_caller using (
  exists (select from installs.installs own where own.id = install_id
    and own.tenant_id = any ((select platform.caller_owners())::uuid[]))
);
create policy caller_writes on installs.setting_secrets to portal_caller using (
  exists (select from installs.installs own where own.id = install_id
    and own.tenant_id = any ((select platform.caller_owners())::uuid[]))
);
create policy caller_writes on installs.config_updates to portal_caller using (
  exists (select from installs.installs own where own.id = install_id
    and own.tenant_id = any ((select platform.caller_owners())::uuid[]))
);

create policy caller_reads on installs.upgrade_prompts for select to portal_caller using (
  exists (select from installs.installs parent where parent.id = install_id)
);
create policy caller_writes on installs.upgrade_prompts to portal_caller using (
  exists (select from installs.installs own where own.id = install_id
    and own.tenant_id = any ((select platform.caller_owners())::uuid[]))
);

create policy caller_reads on installs.call_plans for select to portal_caller using (
  exists (select from installs.installs parent where parent.id = install_id)
);
create policy caller_writes on installs.call_plans to portal_caller using (
  exists (select from installs.installs own where own.id = install_id
    and own.tenant_id = any ((select platform.caller_owners())::uuid[]))
);

create policy caller_reads on installs.drive_events for select to portal_caller using (
  exists (select from installs.installs own where own.id = install_id
    and own.tenant_id = any ((select platform.caller_owners())::uuid[]))
);

-- An author reads the polling state of their Drive, and events that do not count; the queries decide what is shown to
-- whom.
create policy caller_reads on installs.readings for select to portal_caller using (
  exists (select from installs.installs parent where parent.id = install_id)
);
create policy caller_reads on installs.billing_summaries for select to portal_caller using (
  exists (select from installs.installs parent where parent.id = install_id)
);
create policy caller_reads on installs.rejected_events for select to portal_caller using (
  exists (select from installs.installs parent where parent.id = install_id)
);
create policy caller_reads on installs.rejected_counts for select to portal_caller using (
  exists (select from installs.installs parent where parent.id = install_id)
);
create policy caller_reads on installs.event_quotas for select to portal_caller using (
  exists (select from installs.installs parent where parent.id = install_id)
);
create policy caller_reads on installs.event_feeds for select to portal_caller using (
  exists (select from authors.drive_reservations own where own.id = drive_id
    and own.org_id = any ((select platform.caller_owners())::uuid[]))
);

create policy caller_reads on installs.drive_polls for select to portal_caller using (
  exists (select from authors.drive_reservations own where own.id = drive_id
    and own.org_id = any ((select platform.caller_owners())::uuid[]))
);
-- The author and the operators of a Drive may read how it answers; only the tenant reads its reports about an install.
create policy caller_reads on installs.history for select to portal_caller using (
  case when kind = 'call' then exists (select from installs.installs parent where parent.drive_id = subject_id)
  else exists (select from installs.installs own where own.id = subject_id
    and own.tenant_id = any ((select platform.caller_owners())::uuid[])) end
);
create policy caller_reads on installs.drive_counts for select to portal_caller using (
  exists (select from authors.drive_reservations own where own.id = drive_id
    and own.org_id = any ((select platform.caller_owners())::uuid[]))
);

create policy caller_reads on installs.event_counts for select to portal_caller using (
  exists (select from authors.drive_reservations own where own.id = drive_id
    and own.org_id = any ((select platform.caller_owners())::uuid[]))
);

-- Authors build for the host's kinds. Only the tenant reads the content of an event; its sending, the author as well.
create policy caller_reads on installs.host_event_kinds for select to portal_caller using (true);

create policy caller_writes on installs.host_operators to portal_caller using (
  tenant_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_reads on installs.host_events for select to portal_caller using (
  tenant_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_reads on installs.deliveries for select to portal_caller using (
  exists (select from installs.installs parent where parent.id = install_id)
);
create policy caller_writes on installs.deliveries to portal_caller using (
  exists (select from installs.installs own where own.id = install_id
    and own.tenant_id = any ((select platform.caller_owners())::uuid[]))
);

create policy caller_reads on installs.delivery_attempts for select to portal_caller using (
  exists (select from installs.deliveries parent where parent.id = delivery_id)
);

create policy caller_writes on installs.delivery_queues to portal_caller using (
  exists (select from installs.installs own where own.id = install_id
    and own.tenant_id = any ((select platform.caller_owners())::uuid[]))
);

create policy caller_writes on installs.upgrade_policies to portal_caller using (
  tenant_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_reads on installs.tenant_compliance for select to portal_caller using (
  tenant_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_reads on installs.compliance_lapses for select to portal_caller using (
  exists (select from installs.installs parent where parent.id = install_id)
);

create policy caller_reads on installs.subprocessor_notices for select to portal_caller using (
  tenant_id = any ((select platform.caller_owners())::uuid[])
    or org_id = any ((select platform.caller_owners())::uuid[])
);
create policy caller_writes on installs.subprocessor_notices to portal_caller using (
  tenant_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_reads on installs.agreement_notices for select to portal_caller using (
  tenant_id = any ((select platform.caller_owners())::uuid[])
);

-- An author's own bills are written to the organization: its id is in tenant_id.
create policy caller_writes on billing.billing_details to portal_caller using (
  tenant_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_writes on billing.tenant_customers to portal_caller using (
  tenant_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_writes on billing.payment_method_saves to portal_caller using (
  tenant_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_writes on billing.card_pages to portal_caller using (
  tenant_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_writes on billing.invoices to portal_caller using (
  tenant_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_writes on billing.payments to portal_caller using (
  exists (select from billing.invoices parent where parent.id = invoice_id)
);

create policy caller_reads on billing.invoice_lines for select to portal_caller using (
  org_id = any ((select platform.caller_owners())::uuid[])
    or exists (select from billing.invoices parent where parent.id = invoice_id)
);

create policy caller_reads on billing.line_adjustments for select to portal_caller using (
  org_id = any ((select platform.caller_owners())::uuid[])
    or exists (select from billing.invoices parent where parent.id = invoice_id)
);

create policy caller_reads on billing.refunds for select to portal_caller using (
  exists (select from billing.invoices parent where parent.id = invoice_id)
);

create policy caller_reads on billing.refund_lines for select to portal_caller using (
  exists (select from billing.refunds parent where parent.id = refund_id)
);

create policy caller_reads on billing.refund_attempts for select to portal_caller using (
  exists (select from billing.refunds parent where parent.id = refund_id)
);

create policy caller_reads on billing.credit_notes for select to portal_caller using (
  exists (select from billing.invoices parent where parent.id = invoice_id)
);

create policy caller_reads on billing.disputes for select to portal_caller using (
  exists (select from billing.invoices parent where parent.id = invoice_id)
);

create policy caller_reads on billing.suspensions for select to portal_caller using (
  tenant_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_reads on billing.install_segments for select to portal_caller using (
  tenant_id = any ((select platform.caller_owners())::uuid[])
    or org_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_reads on billing.listing_fees for select to portal_caller using (
  org_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_reads on billing.tax_reversals for select to portal_caller using (
  exists (select from billing.invoices parent where parent.id = invoice_id)
);

create policy caller_reads on billing.split_rules for select to portal_caller using (
  org_id is null or org_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_reads on ledger.ledger_account for select to portal_caller using (
  owner_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_reads on ledger.account_balance for select to portal_caller using (
  exists (select from ledger.ledger_account parent where parent.id = account_id)
);

create policy caller_reads on ledger.account_snapshot for select to portal_caller using (
  exists (select from ledger.ledger_account parent where parent.id = account_id)
);

create policy caller_reads on ledger.ledger_entry for select to portal_caller using (
  exists (select from ledger.ledger_account parent where parent.id = account_id)
);

create policy caller_writes on payouts.payout_accounts to portal_caller using (
  org_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_reads on payouts.payouts for select to portal_caller using (
  org_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_reads on payouts.held_amounts for select to portal_caller using (
  org_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_reads on payouts.payout_holds for select to portal_caller using (
  org_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_reads on payouts.payout_runs for select to portal_caller using (
  exists (select from payouts.payouts parent where parent.run_id = payout_runs.id)
);

create policy caller_reads on payouts.bank_legs for select to portal_caller using (
  exists (select from payouts.payouts parent where parent.id = payout_id)
);

create policy caller_reads on payouts.conversions for select to portal_caller using (
  exists (select from payouts.payouts parent where parent.id = payout_id)
);

create policy caller_reads on payouts.payout_attempts for select to portal_caller using (
  exists (select from payouts.payouts parent where parent.id = payout_id)
);

create policy caller_reads on statements.statements for select to portal_caller using (
  org_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_reads on statements.self_billing_invoices for select to portal_caller using (
  org_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_writes on statements.tax_profiles to portal_caller using (
  org_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_writes on webhooks.endpoints to portal_caller using (
  org_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_writes on webhooks.secrets to portal_caller using (
  exists (select from webhooks.endpoints parent where parent.id = endpoint_id)
);

create policy caller_writes on webhooks.messages to portal_caller using (
  exists (select from webhooks.endpoints parent where parent.id = endpoint_id)
);

create policy caller_writes on webhooks.attempts to portal_caller using (
  exists (select from webhooks.messages parent where parent.id = message_id)
);

create policy caller_writes on secrets.drive_signing to portal_caller using (
  exists (select from authors.drive_reservations own where own.id = drive_id
    and own.org_id = any ((select platform.caller_owners())::uuid[]))
);

create policy caller_writes on secrets.key_rings to portal_caller using (
  scope = 'drive' and exists (select from authors.drive_reservations own where own.id = owner_id
    and own.org_id = any ((select platform.caller_owners())::uuid[]))
);

-- Also whose version the installs of a Drive accept: the fleet's, or a tenant's.
create policy caller_reads on secrets.signing_keys for select to portal_caller using (
  scope = 'drive' and exists (select from authors.drive_reservations own where own.id = owner_id
    and own.org_id = any ((select platform.caller_owners())::uuid[]))
    or exists (select from secrets.install_uses parent where parent.key_id = signing_keys.id)
);
create policy caller_writes on secrets.signing_keys to portal_caller using (
  scope = 'drive' and exists (select from authors.drive_reservations own where own.id = owner_id
    and own.org_id = any ((select platform.caller_owners())::uuid[]))
);

create policy caller_writes on secrets.signing_clocks to portal_caller using (
  exists (select from secrets.signing_keys parent where parent.id = key_id)
);

create policy caller_writes on secrets.key_reminders to portal_caller using (
  exists (select from secrets.signing_keys parent where parent.id = key_id)
);

create policy caller_reads on secrets.tenant_rings for select to portal_caller using (
  exists (select from authors.drive_reservations own where own.id = drive_id
    and own.org_id = any ((select platform.caller_owners())::uuid[]))
    or tenant_id = any ((select platform.caller_owners())::uuid[])
);

create policy caller_reads on secrets.install_uses for select to portal_caller using (
  exists (select from authors.drive_reservations own where own.id = drive_id
    and own.org_id = any ((select platform.caller_owners())::uuid[]))
);

create policy caller_writes on secrets.dry_runs to portal_caller using (
  exists (select from authors.drive_reservations own where own.id = drive_id
    and own.org_id = any ((select platform.caller_owners())::uuid[]))
);

create policy caller_reads on secrets.dry_run_probes for select to portal_caller using (
  exists (select from secrets.dry_runs parent where parent.id = dry_run_id)
);

-- Callers write entries of their actions, and read those about keys of their Drives.
create policy caller_reads on platform.audit_log for select to portal_caller using (
  subject_type = 'drive' and exists (select from authors.drive_reservations own where own.id::text = subject_id
    and own.org_id = any ((select platform.caller_owners())::uuid[]))
);
create policy caller_adds on platform.audit_log for insert to portal_caller with check (true);
