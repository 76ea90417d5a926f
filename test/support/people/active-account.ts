interface Queries {
  query(sql: string, params: unknown[]): Promise<unknown>;
}

/**
 * From now on an organisation has an active developer account: the agreement in force, or that version, is signed by the
 * person.
 */
export async function activeAccount(db: Queries, orgId: string, signedBy: string, version?: string): Promise<void> {
  await db.query(
    `insert into authors.agreement_signatures (id, org_id, version, digest, signed_by, signed_name)
     select gen_random_uuid(), $1, version, digest, $2, 'Ada Author' from authors.agreement_versions
     where effective_at <= platform.portal_now() and version = coalesce($3, version) order by ordinal desc limit 1`,
    [orgId, signedBy, version ?? null],
  );
  await db.query(
    `insert into authors.developer_accounts (org_id, state, activated_at) values ($1, 'active', platform.portal_now())`,
    [orgId],
  );
}
