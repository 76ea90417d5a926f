import { SystemRandom } from '@portal/kernel';
import { newToken, sha256Hex } from '@portal/platform/crypto';
import { Client } from 'pg';

/** With fewer admins nothing that two admins decide can be decided. */
const ADMINS = 2;

/**
 * A one-time link for each admin that is missing, valid for a day; none once there are two. Only their hashes are kept, and
 * only the owner of the tables can make them: the product uses them (`identity.role_grant_by_two`).
 * @returns addresses on the portal
 */
export async function newAdminLinks(databaseUrl: string, portal: string): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'drive-portal-admin-links' });
  // A connection that is lost fails the statement at hand; its error reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('delete from identity.admin_links where used_at is null and expires_at <= clock_timestamp()');
    const { rows } = await client.query<{ there: number }>(
      `select count(*)::int as there from identity.role_grants g join identity.users u on u.id = g.user_id
       where g.role = 'admin' and u.disabled_at is null`,
    );
    const tokens = Array.from({ length: Math.max(0, ADMINS - (rows[0]?.there ?? 0)) }, () =>
      newToken('dpa', new SystemRandom()).reveal(),
    );
    await client.query(
      `insert into identity.admin_links (token_hash, expires_at)
       select hash, clock_timestamp() + interval '1 day' from unnest($1::text[]) hash`,
      [tokens.map(sha256Hex)],
    );
    return tokens.map((token) => `${portal}/first-admin?token=${token}`);
  } finally {
    await client.end();
  }
}
