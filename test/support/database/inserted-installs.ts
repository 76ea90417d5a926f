import { randomUUID } from 'node:crypto';
import { Secret } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { SealedBox } from '@portal/platform/crypto';
import { Database } from '@portal/platform/database';
import { tokenSeal } from '../../../libs/installs/src/install/handshake/sealed-tokens.js';
import type { TestApp } from '../http/http-app.js';

type App = Pick<TestApp, 'byOwner' | 'get'>;

/** Somebody who operates a tenant, as use cases are told. */
export const operatorOf = (tenantId: string, userId: string): Actor => ({
  kind: 'user',
  userId,
  name: 'O',
  email: 'o@x.example',
  roles: [{ role: 'operator', scopeId: tenantId }],
});

export interface InsertedVenture {
  tenantId: string;
  ventureId: string;
}

/** A tenant with one venture. */
export async function insertVenture(app: App, { tenant = 'T', venture = 'V' } = {}): Promise<InsertedVenture> {
  const [tenantId, ventureId] = [randomUUID(), randomUUID()];
  const db = app.get(Database);
  await db.query('insert into installs.tenants (id, name, external_id) values ($1::uuid, $2, $1::text)', [
    tenantId,
    tenant,
  ]);
  await db.query(`insert into installs.ventures (id, tenant_id, name, external_id) values ($1, $2, $3, 'v')`, [
    ventureId,
    tenantId,
    venture,
  ]);
  return { tenantId, ventureId };
}

/** An active install of a revision, free of charge and called at the origin of the revision; returns its id. */
export async function insertInstall(
  app: App,
  revisionId: string,
  { tenantId, ventureId }: InsertedVenture,
  {
    id = randomUUID(),
    token = `dst_${id}`,
    driveInstallId = 'i',
    permissions = [],
  }: { id?: string; token?: string; driveInstallId?: string; permissions?: string[] } = {},
): Promise<string> {
  await app.byOwner(
    `insert into installs.installs (id, tenant_id, venture_id, drive_id, org_id, state, revision_id, digest, version, origin, permissions, config,
       amount, operator_email, scoped_token, drive_install_id, activated_at)
     select $1, $2, $3, l.drive_id, l.org_id, 'active', r.id, r.digest, r.version, r.origin, $7, '{}', 0, 'o@x.example', $5, $6, now()
     from listings.revisions r join listings.listings l using (drive_id) where r.id = $4`,
    [
      ...[id, tenantId, ventureId, revisionId, app.get(SealedBox).seal(new Secret(token), tokenSeal(id))],
      ...[driveInstallId, permissions],
    ],
  );
  return id;
}
