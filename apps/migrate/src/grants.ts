import { APP_ROLE, QUEUE_SCHEMA } from '@portal/platform';
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
  'stripe_gateway.provider_events',
  'listings.revisions',
  'listings.publications',
  'listings.icons',
  'listings.plan_prices',
  'listings.conformance_runs',
  'listings.review_criteria',
  'listings.review_judgements',
  'listings.evidence_notices',
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
  'reconciliation.provider_balance_tx',
  'reconciliation.matches',
  'reconciliation.item_history',
  'statements.months',
  'statements.statements',
  'statements.tax_profiles',
  'statements.self_billing_invoices',
] as const;

/** Tables to which the application may add nothing either: what is in them comes by migrations, or by a function that computes it. */
export const READ_ONLY = ['ledger.account_code', 'ledger.currency', 'ledger.late_kinds', 'ledger.seal_checks'] as const;

/** Creates the application's role if it does not exist. Roles belong to the whole cluster, so another run may be first. */
export async function ensureAppRole(q: QueryRunner): Promise<void> {
  await q.query(`do $$ begin
    if not exists (select 1 from pg_roles where rolname = '${APP_ROLE}') then create role ${APP_ROLE} nologin; end if;
  exception when duplicate_object or unique_violation then null; end $$`);
  await q.query(
    `do $$ begin execute format('grant ${APP_ROLE} to %I', current_user); exception when unique_violation then null; end $$`,
  );
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
