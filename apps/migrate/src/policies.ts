import { createHash } from 'node:crypto';
import { APP_ROLE, CALLER_ROLE } from '@portal/platform';
import type { QueryRunner } from 'typeorm';

const owns = (column: string): string => `${column} = any ((select platform.caller_owners())::uuid[])`;
const isPerson = (column: string): string => `${column} = (select platform.caller_person())`;
/** Whoever may read the row that `column` names may read this one: the policy of `table` is asked. */
const follows = (table: string, column: string, key = 'id'): string =>
  `exists (select from ${table} parent where parent.${key} = ${column})`;
const ownsDrive = (column: string): string =>
  `exists (select from authors.drive_reservations own where own.id = ${column} and ${owns('own.org_id')})`;
const EVERYBODY = 'true';

interface Policy {
  readonly table: string;
  /** Rows that a caller may read. */
  readonly reads: string;
  /** Rows that a caller may add, change and remove; absent: none. */
  readonly writes?: string;
  /** True: a caller may add any row, whether or not they may read it. */
  readonly adds?: true;
}
const read = (table: string, reads: string): Policy => ({ table, reads });
const write = (table: string, writes: string, reads = writes): Policy => ({ table, reads, writes });

const PUBLISHED = (drive: string): string =>
  `exists (select from listings.listings shown where shown.drive_id = ${drive} and shown.listed_at is not null)`;

const POLICIES: readonly Policy[] = [
  // A caller is a person, a member of organizations, an operator of tenants.
  write(
    'identity.users',
    isPerson('id'),
    `${isPerson('id')} or ${follows('identity.role_grants', 'users.id', 'user_id')}`,
  ),
  write('identity.role_grants', owns('scope_id'), `${isPerson('user_id')} or ${owns('scope_id')}`),
  write('identity.sessions', isPerson('user_id')),
  write('identity.api_tokens', `case when org_id is null then ${isPerson('user_id')} else ${owns('org_id')} end`),
  write('identity.totp_factors', isPerson('user_id')),
  write('identity.recovery_codes', isPerson('user_id')),
  write('identity.external_logins', isPerson('user_id')),
  write('identity.password_resets', isPerson('user_id')),
  write('identity.email_confirmations', isPerson('user_id')),
  write('identity.sign_in_challenges', isPerson('user_id')),
  write('identity.notifications', isPerson('user_id')),
  write('identity.mail_choices', isPerson('user_id')),

  write(
    'authors.organizations',
    owns('id'),
    `${owns('id')} or exists (select from listings.listings shown where shown.org_id = organizations.id and shown.listed_at is not null)`,
  ),
  write('authors.developer_accounts', owns('org_id')),
  write('authors.applications', owns('org_id')),
  write('authors.application_steps', follows('authors.applications', 'application_id')),
  write('authors.application_messages', follows('authors.applications', 'application_id')),
  write('authors.application_appeals', follows('authors.applications', 'application_id')),
  read('authors.application_manifest_checks', follows('authors.applications', 'application_id')),
  write('authors.agreement_signatures', owns('org_id')),
  write('authors.drive_reservations', owns('org_id'), `${owns('org_id')} or ${PUBLISHED('drive_reservations.id')}`),
  write('authors.invitations', owns('org_id')),
  write('authors.departures', owns('org_id')),
  read('authors.suspensions', owns('org_id')),
  write('authors.organization_members', owns('org_id'), `${owns('org_id')} or ${isPerson('user_id')}`),

  // What was listed once is everybody's to read; before, it is its author's.
  write('listings.listings', owns('org_id'), `listed_at is not null or ${owns('org_id')}`),
  write(
    'listings.revisions',
    ownsDrive('drive_id'),
    `exists (select from listings.publications shown where shown.revision_id = revisions.id)
      or exists (select from listings.listings shown where shown.live_revision_id = revisions.id) or ${ownsDrive('drive_id')}`,
  ),
  write('listings.plan_prices', follows('listings.revisions', 'revision_id')),
  write('listings.submissions', owns('org_id')),
  write('listings.submission_notes', follows('listings.submissions', 'submission_id')),
  write('listings.report_shares', follows('listings.submissions', 'submission_id')),
  read('listings.submission_checks', follows('listings.submissions', 'submission_id')),
  read(
    'listings.commercial_changes',
    `exists (select from installs.ventures own where own.id = venture_id) or state = 'approved' and venture_id is null and (drive_id is null or ${PUBLISHED('commercial_changes.drive_id')})`,
  ),
  read('listings.review_judgements', follows('listings.submissions', 'submission_id')),
  write('listings.appeals', owns('org_id')),
  write('listings.evidence', ownsDrive('drive_id')),
  read('listings.evidence_notices', follows('listings.evidence', 'evidence_id')),
  read('listings.subprocessor_changes', ownsDrive('drive_id')),
  read('listings.review_exceptions', ownsDrive('drive_id')),
  read('listings.state_changes', ownsDrive('drive_id')),
  read('listings.removals', ownsDrive('drive_id')),
  read('listings.conformance_runs', `${PUBLISHED('conformance_runs.drive_id')} or ${ownsDrive('drive_id')}`),
  write('listings.sunsets', ownsDrive('drive_id'), EVERYBODY),
  write('listings.sync_notes', ownsDrive('drive_id')),

  // An author reads that a Drive of theirs is installed; only the tenant's operators change it.
  write('installs.tenants', owns('id')),
  write('installs.ventures', owns('tenant_id')),
  write('installs.installs', owns('tenant_id'), `${owns('tenant_id')} or ${owns('org_id')}`),
  write(
    'installs.upgrade_prompts',
    `exists (select from installs.installs own where own.id = install_id and ${owns('own.tenant_id')})`,
    follows('installs.installs', 'install_id'),
  ),
  read(
    'installs.drive_events',
    `exists (select from installs.installs own where own.id = install_id and ${owns('own.tenant_id')})`,
  ),
  read('installs.drive_counts', ownsDrive('drive_id')),
  write('installs.upgrade_policies', owns('tenant_id')),
  read('installs.tenant_compliance', owns('tenant_id')),

  // An author's own bills are written to the organization: it stands in tenant_id.
  write('billing.billing_details', owns('tenant_id')),
  write('billing.tenant_customers', owns('tenant_id')),
  write('billing.payment_method_saves', owns('tenant_id')),
  write('billing.card_pages', owns('tenant_id')),
  write('billing.invoices', owns('tenant_id')),
  write('billing.payments', follows('billing.invoices', 'invoice_id')),
  read('billing.invoice_lines', `${owns('org_id')} or ${follows('billing.invoices', 'invoice_id')}`),
  read('billing.line_adjustments', `${owns('org_id')} or ${follows('billing.invoices', 'invoice_id')}`),
  read('billing.refunds', follows('billing.invoices', 'invoice_id')),
  read('billing.refund_lines', follows('billing.refunds', 'refund_id')),
  read('billing.refund_attempts', follows('billing.refunds', 'refund_id')),
  read('billing.credit_notes', follows('billing.invoices', 'invoice_id')),
  read('billing.disputes', follows('billing.invoices', 'invoice_id')),
  read('billing.write_offs', follows('billing.invoices', 'invoice_id')),
  read('billing.suspensions', owns('tenant_id')),
  read('billing.install_segments', `${owns('tenant_id')} or ${owns('org_id')}`),
  read('billing.listing_fees', owns('org_id')),
  read('billing.share_overrides', `${owns('org_id')} or ${ownsDrive('drive_id')}`),
  read('billing.tax_reversals', follows('billing.invoices', 'invoice_id')),
  read('billing.split_rules', `org_id is null or ${owns('org_id')}`),

  read('ledger.ledger_account', owns('owner_id')),
  read('ledger.account_balance', follows('ledger.ledger_account', 'account_id')),
  read('ledger.account_snapshot', follows('ledger.ledger_account', 'account_id')),
  read('ledger.ledger_entry', follows('ledger.ledger_account', 'account_id')),

  write('payouts.payout_accounts', owns('org_id')),
  read('payouts.payouts', owns('org_id')),
  read('payouts.held_amounts', owns('org_id')),
  read('payouts.payout_holds', owns('org_id')),
  read('payouts.payout_runs', follows('payouts.payouts', 'payout_runs.id', 'run_id')),
  read('payouts.bank_legs', follows('payouts.payouts', 'payout_id')),
  read('payouts.conversions', follows('payouts.payouts', 'payout_id')),
  read('payouts.payout_attempts', follows('payouts.payouts', 'payout_id')),

  read('statements.statements', owns('org_id')),
  read('statements.self_billing_invoices', owns('org_id')),
  write('statements.tax_profiles', owns('org_id')),

  write('webhooks.endpoints', owns('org_id')),
  write('webhooks.secrets', follows('webhooks.endpoints', 'endpoint_id')),
  write('webhooks.messages', follows('webhooks.endpoints', 'endpoint_id')),
  write('webhooks.attempts', follows('webhooks.messages', 'message_id')),

  write('simulator.simulations', owns('org_id')),

  write('secrets.drive_signing', ownsDrive('drive_id')),
  write('secrets.key_rings', `scope = 'drive' and ${ownsDrive('owner_id')}`),
  // Also whose version the installs of a Drive accept: the fleet's, or a tenant's.
  write(
    'secrets.signing_keys',
    `scope = 'drive' and ${ownsDrive('owner_id')}`,
    `scope = 'drive' and ${ownsDrive('owner_id')} or ${follows('secrets.install_uses', 'signing_keys.id', 'key_id')}`,
  ),
  write('secrets.signing_clocks', follows('secrets.signing_keys', 'key_id')),
  write('secrets.key_reminders', follows('secrets.signing_keys', 'key_id')),
  read('secrets.tenant_rings', `${ownsDrive('drive_id')} or ${owns('tenant_id')}`),
  read('secrets.install_uses', ownsDrive('drive_id')),
  write('secrets.rehearsals', ownsDrive('drive_id')),
  read('secrets.rehearsal_probes', follows('secrets.rehearsals', 'rehearsal_id')),

  // What callers did is written, and of that they read what was done to keys of their Drives.
  {
    table: 'platform.audit_log',
    adds: true,
    reads: `subject_type = 'drive' and exists (select from authors.drive_reservations own where own.id::text = subject_id and ${owns('own.org_id')})`,
  },
];

const statementsOf = ({ table, reads, writes, adds }: Policy): string[] => [
  `alter table ${table} enable row level security`,
  `create policy product on ${table} to ${APP_ROLE} using (true) with check (true)`,
  ...(writes === reads ? [] : [`create policy caller_reads on ${table} for select to ${CALLER_ROLE} using (${reads})`]),
  ...(adds ? [`create policy caller_adds on ${table} for insert to ${CALLER_ROLE} with check (true)`] : []),
  ...(writes === undefined
    ? []
    : [`create policy caller_writes on ${table} to ${CALLER_ROLE} using (${writes}) with check (${writes})`]),
];

/**
 * The second wall around what belongs to authors, tenants and persons (decision 0012): the role of callers sees a row only
 * by a policy, the role of the product itself sees every row and pays nothing for it. Applied after every migration run,
 * as grants are; a table whose policies are as they are written here is not touched, so nothing waits for a lock.
 */
export async function applyPolicies(q: QueryRunner): Promise<void> {
  for (const policy of POLICIES) {
    const statements = statementsOf(policy);
    const version = createHash('sha256').update(statements.join(';')).digest('hex');
    const known = (await q.query(
      `select polname as name, obj_description(oid, 'pg_policy') as version from pg_policy where polrelid = $1::regclass`,
      [policy.table],
    )) as { name: string; version: string | null }[];
    if (known.some(({ name, version: had }) => name === 'product' && had === version)) continue;
    await q.startTransaction();
    try {
      for (const { name } of known) await q.query(`drop policy ${name} on ${policy.table}`);
      for (const statement of statements) await q.query(statement);
      await q.query(`comment on policy product on ${policy.table} is '${version}'`);
      await q.commitTransaction();
    } catch (error) {
      await q.rollbackTransaction();
      throw error;
    }
  }
}
