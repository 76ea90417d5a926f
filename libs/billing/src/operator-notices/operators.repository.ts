import type { Tx } from '@portal/platform/database';

/** Addresses of everybody who operates the tenant. @param except the person who acted */
export async function operatorsOf(tx: Tx, tenantId: string, except: string | null = null): Promise<string[]> {
  const rows = await tx.query<{ email: string }>(
    `select u.email from identity.role_grants g join identity.users u on u.id = g.user_id
     where g.scope_id = $1 and g.role = 'operator' and u.disabled_at is null and u.id is distinct from $2 order by u.email`,
    [tenantId, except],
  );
  return rows.map((row) => row.email);
}
