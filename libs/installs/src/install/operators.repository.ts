import type { Tx } from '@portal/platform/database';

/** Whether the address is that of an operator of the tenant, who stays one until the transaction ends. */
export async function isOperator(tx: Tx, tenantId: string, email: string): Promise<boolean> {
  const [operator] = await tx.query(
    `select 1 from identity.role_grants g join identity.users u on u.id = g.user_id
     where g.role = 'operator' and g.scope_id = $1 and platform.folded(u.email) = platform.folded($2) and u.disabled_at is null
     for share of g`,
    [tenantId, email],
  );
  return operator !== undefined;
}
