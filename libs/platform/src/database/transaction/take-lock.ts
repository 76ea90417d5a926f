import type { Tx } from './tx.js';

/** The locks of db/platform/functions/lock_order.sql that TypeScript takes. */
type LockName =
  | 'authors.agreement_versions'
  | 'authors.application'
  | 'billing.billing_details'
  | 'billing.revenue_share'
  | 'billing.service_status'
  | 'installs.compliance'
  | 'installs.demo_tenants'
  | 'installs.upgrade_policy'
  | 'ledger.posting'
  | 'ledger.seal'
  | 'listings.pictures'
  | 'listings.route_namespaces'
  | 'payouts.account'
  | 'payouts.computation'
  | 'platform.audit_seal'
  | 'reconciliation.exceptions'
  | 'statements.tax_profile'
  | 'webhooks.endpoints';

/** Takes a lock and holds it until `tx` ends. `key`: the id of the locked object. `shared`: others may share it. */
export async function takeLock(
  tx: Pick<Tx, 'query'>,
  name: LockName,
  { key = '', shared = false }: { key?: string; shared?: boolean } = {},
): Promise<void> {
  await tx.query('select platform.take_lock($1, $2, $3)', [name, key, shared]);
}
