interface Queries {
  query(sql: string, params: unknown[]): Promise<unknown>;
}

/** From now on the person operates the tenant, which is added if it is not there: was invited by the host, has accepted, and has the role. */
export async function nowOperates(db: Queries, userId: string, tenantId: string): Promise<void> {
  await db.query(
    `insert into installs.tenants (id, name, external_id) values ($1::uuid, 'Acme', $1::text) on conflict (id) do nothing`,
    [tenantId],
  );
  await db.query(
    `with actor as materialized (select set_config('portal.actor', 'nobody', true))
     insert into installs.host_operators (id, tenant_id, external_id, email) select gen_random_uuid(), $2, $1::text, email from actor, identity.users where id = $1::uuid`,
    [userId, tenantId],
  );
  await db.query(
    `update installs.host_operators set state = 'confirmed', user_id = $1::uuid, answered_at = platform.portal_now() where external_id = $1::text and tenant_id = $2`,
    [userId, tenantId],
  );
  await db.query(
    `insert into identity.role_grants (id, user_id, role, scope_id) values (gen_random_uuid(), $1, 'operator', $2)`,
    [userId, tenantId],
  );
}
