import { APP_ROLE, CALLER_ROLE, QUEUE_SCHEMA } from '@portal/platform';
import type { QueryRunner } from 'typeorm';

/** Schemas of the product; everything in them is granted to the application role. */
export const SCHEMAS = [
  'platform',
  'identity',
  'secrets',
  'ledger',
  'stripe_gateway',
  'authors',
  'listings',
  'installs',
  'billing',
  'payouts',
  'reconciliation',
  'statements',
  'webhooks',
  'simulator',
] as const;

/** Tables to which the application may only add rows; triggers in the migrations say the same to everybody else. */
export const APPEND_ONLY = [
  'platform.audit_log',
  'platform.audit_seals',
  'authors.agreement_versions',
  'authors.agreement_signatures',
  'authors.application_steps',
  'authors.application_messages',
  'authors.application_criteria',
  'authors.application_judgements',
  'authors.application_manifest_checks',
  'stripe_gateway.provider_events',
  'listings.revisions',
  'listings.publications',
  'listings.icons',
  'listings.plan_prices',
  'listings.conformance_runs',
  'listings.review_criteria',
  'listings.review_judgements',
  'listings.evidence_notices',
  'listings.subprocessor_changes',
  'listings.state_changes',
  'installs.upgrade_differences',
  'ledger.ledger_tx',
  'ledger.ledger_entry',
  'ledger.ledger_account',
  'ledger.account_balance',
  'ledger.account_snapshot',
  'ledger.closed_periods',
  'ledger.seals',
  'billing.invoice_lines',
  'billing.refund_lines',
  'billing.line_adjustments',
  'billing.dispute_steps',
  'billing.listing_fees',
  'payouts.payout_approvals',
  'payouts.conversions',
  'payouts.run_decisions',
  'reconciliation.provider_balance_tx',
  'reconciliation.matches',
  'reconciliation.item_history',
  'statements.months',
  'statements.statements',
  'statements.tree_nodes',
  'statements.alterations',
  'statements.tax_profiles',
  'statements.self_billing_invoices',
] as const;

/** Tables to which the application may add nothing either: what is in them comes by migrations, or by a function that computes it. */
export const READ_ONLY = [
  'installs.drive_counts',
  'ledger.account_code',
  'ledger.currency',
  'ledger.late_kinds',
  'ledger.seal_checks',
] as const;

/**
 * Tables without row-level security that callers from outside may use all the same, each with what they may do and why
 * nobody's rows leak by it. Every other table is under a policy, or callers have no right to it at all (decision 0012).
 */
export const SHARED: Readonly<Record<string, readonly [rights: string, reason: string]>> = {
  'platform.outbox_events': ['insert', 'what happened is told; only the worker reads it'],
  'platform.audit_unsealed': ['insert', 'the seal that an audit row waits for, added by a trigger'],
  'platform.mail_messages': ['insert', 'mail that a use case sends; only the worker reads it'],
  'platform.live_events': ['select, insert', 'progress under ids that nobody guesses, behind a guard of its own'],
  'platform.rate_limits': ['select, insert, update, delete', 'counts under hashed keys'],
  'platform.test_clock': ['select', 'one row: the time'],
  'identity.attempts': ['select, insert, update, delete', 'counts of tries to sign in, under hashed keys'],
  'identity.mail_requests': ['insert', 'mail that a person asks for; only the worker reads it'],
  'stripe_gateway.call_pace': ['select, insert, update', 'when the next call to the provider may go out'],
  'authors.agreement_versions': ['select', 'the texts of the agreement are the same for all'],
  'ledger.account_code': ['select', 'the chart of accounts'],
  'ledger.currency': ['select', 'currencies'],
  'listings.catalogue_entries': ['select', 'the catalogue: published Drives only'],
  'listings.catalogue_facets': ['select', 'the catalogue: names of categories'],
  'listings.catalogue_generation': ['select', 'the catalogue: one number'],
  'listings.catalogue_words': ['select', 'the catalogue: words of published Drives'],
  'listings.catalogue_pending': ['select', 'the catalogue: places that wait for the sets'],
  'listings.catalogue_popular': ['select', 'the catalogue: sets of published Drives'],
  'listings.catalogue_moved': ['select', 'the catalogue: whether what is most installed changed'],
  'listings.catalogue_trigrams': ['select', 'the catalogue: sets of published Drives'],
  'listings.catalogue_terms': ['select', 'the catalogue: sets of published Drives'],
  'listings.catalogue_values': ['select', 'the catalogue: sets of published Drives'],
  'listings.icons': ['select', 'pictures by their digest'],
  'listings.prices': ['select', 'the price list'],
  'listings.publications': ['select', 'what was published when'],
  'listings.review_criteria': ['select', 'the same for all'],
  'listings.revision_icons': ['select', 'which picture a version has'],
  'listings.validations': ['select, insert, update', 'anybody validates, without an account; ids are not guessable'],
  'installs.upgrade_differences': ['select, insert', 'differences of published versions'],
  'billing.periods': ['select', 'months and whether they are closed'],
  'billing.policies': ['select', 'terms that hold for all'],
  'statements.months': ['select', 'roots are public'],
};

/** Creates the product's roles where they do not exist. Roles belong to the whole cluster, so another run may be first. */
export async function ensureRoles(q: QueryRunner): Promise<void> {
  for (const role of [APP_ROLE, CALLER_ROLE]) {
    await q.query(`do $$ begin
      if not exists (select 1 from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;
    exception when duplicate_object or unique_violation then null; end $$`);
    await q.query(
      `do $$ begin execute format('grant ${role} to %I', current_user); exception when unique_violation then null; end $$`,
    );
  }
}

/** Grants exactly what the running product needs; run after every migration, so new tables are never forgotten. */
export async function grantAppRole(q: QueryRunner): Promise<void> {
  for (const schema of [...SCHEMAS, QUEUE_SCHEMA]) {
    const [found] = (await q.query('select to_regnamespace($1) is not null as found', [schema])) as {
      found: boolean;
    }[];
    if (!found?.found) continue;
    await q.query(`grant usage on schema ${schema} to ${APP_ROLE}`);
    await q.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${APP_ROLE}`);
    await q.query(`grant usage, select, update on all sequences in schema ${schema} to ${APP_ROLE}`);
    await q.query(`grant execute on all functions in schema ${schema} to ${APP_ROLE}`);
  }
  // BullMQ creates a sequence per queue the first time the queue is used.
  await q.query(`grant create on schema ${QUEUE_SCHEMA} to ${APP_ROLE}`);
  for (const table of APPEND_ONLY) {
    const [found] = (await q.query('select to_regclass($1) is not null as found', [table])) as { found: boolean }[];
    if (found?.found) await q.query(`revoke update, delete, truncate on ${table} from ${APP_ROLE}`);
  }
  for (const table of READ_ONLY) {
    const [found] = (await q.query('select to_regclass($1) is not null as found', [table])) as { found: boolean }[];
    if (found?.found) await q.query(`revoke insert, update, delete, truncate on ${table} from ${APP_ROLE}`);
  }
  // Partitions are reached through their table; by themselves they are nobody's.
  const parts = (await q.query(
    `select i.inhrelid::regclass::text as part from pg_inherits i join pg_partitioned_table p on p.partrelid = i.inhparent`,
  )) as { part: string }[];
  for (const { part } of parts) await q.query(`revoke all on ${part} from ${APP_ROLE}`);
}

/** What a caller from outside may do: by policy, by `SHARED`, and nothing else. */
export async function grantCallerRole(q: QueryRunner): Promise<void> {
  for (const schema of SCHEMAS) {
    await q.query(`revoke all on all tables in schema ${schema} from ${CALLER_ROLE}`);
    await q.query(`grant usage on schema ${schema} to ${CALLER_ROLE}`);
    await q.query(`grant usage, select on all sequences in schema ${schema} to ${CALLER_ROLE}`);
    await q.query(`revoke execute on all functions in schema ${schema} from public, ${CALLER_ROLE}`);
  }
  // A function with its owner's rights would lead past every policy.
  const functions = (await q.query(
    `select oid::regprocedure::text as name from pg_proc where not prosecdef and prokind = 'f' and pronamespace::regnamespace::text = any($1)`,
    [SCHEMAS],
  )) as { name: string }[];
  for (const { name } of functions) await q.query(`grant execute on function ${name} to ${CALLER_ROLE}`);
  const policies = (await q.query(
    `select format('%I.%I', schemaname, tablename) as table, cmd from pg_policies where $1 = any(roles::text[])`,
    [CALLER_ROLE],
  )) as { table: string; cmd: string }[];
  for (const { table, cmd } of policies) {
    const rights = cmd === 'ALL' ? 'select, insert, update, delete' : cmd.toLowerCase();
    await q.query(`grant ${rights} on ${table} to ${CALLER_ROLE}`);
  }
  for (const [table, [rights]] of Object.entries(SHARED))
    await q.query(`grant ${rights} on ${table} to ${CALLER_ROLE}`);
  for (const table of APPEND_ONLY) await q.query(`revoke update, delete, truncate on ${table} from ${CALLER_ROLE}`);
}
