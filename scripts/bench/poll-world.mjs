// The database of the poll bench: Drives with installs that are due, each Drive at a port of its own.
import crypto from 'node:crypto';
import { withProduct } from './databases.mjs';
import { manifest } from './manifests.mjs';
import { part } from './product.mjs';

const ORGS = 100;
const CHUNK = 5_000;
const uuid = (kind, n) => `01990000-0000-7${String(kind).padStart(3, '0')}-8000-${String(n).padStart(12, '0')}`;

/** Settings that the world and the processes of a run share: one decrypts what another has encrypted. */
export const worldSettings = () => ({
  KEYRING: `bench:${crypto.randomBytes(32).toString('base64')}`,
  SANDBOX_DRIVE_PORTS: '1024-65535',
  EVENTS_PER_DAY: '1000000000',
});

/** The manifest that every Drive of the world serves. */
const RAW = {
  ...manifest('2 KB'),
  endpoints: { ...manifest('2 KB').endpoints, receive: '/api/platform/receive' },
  capabilities: ['install', 'uninstall', 'metrics', 'events', 'config', 'quota'],
};
export const served = () =>
  JSON.stringify({ ok: true, data: RAW, meta: { version: 'v1', generated_at: '2026-01-01T00:00:00.000Z' } });

/** A database with a Drive at each of `ports`, with `each` installs of as many tenants that nobody has read yet. */
export async function fillPolls(url, { ports, each, settings }) {
  await withProduct(url, [['libs/secrets/src/index', 'SecretsCoreModule']], { settings }, async ({ client, get }) => {
    const box = get('libs/platform/src/crypto/index', 'SealedBox');
    const Secret = part('libs/kernel/src/index', 'Secret');
    const sealContext = part('libs/secrets/src/keys/make-key', 'sealContext');
    const tokenSeal = part('libs/installs/src/install/handshake/sealed-tokens', 'tokenSeal');
    await client.query(
      `insert into authors.organizations (id, name, country, website) select ('01990000-0000-7001-8000-' || lpad(g::text, 12, '0'))::uuid, 'A' || g, 'US', 'https://a.example' from generate_series(1, ${ORGS}) g`,
    );
    const read = part('libs/contract/src/index', 'readManifestDocument')(served(), { envelope: 'required' });
    const drives = ports.map((port, n) => ({
      n,
      drive_id: uuid(2, n),
      org_id: uuid(1, (n % ORGS) + 1),
      slug: `drive-${n}`,
      revision_id: uuid(3, n),
      origin: `http://127.0.0.1:${port}`,
      key_id: uuid(4, n),
      sealed: box.seal(new Secret(`dpk_${crypto.randomBytes(24).toString('hex')}`), sealContext(uuid(4, n))),
    }));
    for (let at = 0; at < drives.length; at += CHUNK) await addDrives(client, drives.slice(at, at + CHUNK), read);
    await client.query(
      `insert into installs.tenants (id, name, external_id) select ('01990000-0000-7005-8000-' || lpad(g::text, 12, '0'))::uuid, 'T' || g, 't' || g from generate_series(1, ${each}) g`,
    );
    await client.query(
      `insert into installs.ventures (id, tenant_id, name, external_id) select ('01990000-0000-7006-8000-' || lpad(g::text, 12, '0'))::uuid, ('01990000-0000-7005-8000-' || lpad(g::text, 12, '0'))::uuid, 'V', 'v' from generate_series(1, ${each}) g`,
    );
    const installs = drives.flatMap(({ n, drive_id }) =>
      Array.from({ length: each }, (_, i) => ({ id: uuid(7, n * each + i), drive_id, tenant: i + 1 })),
    );
    for (let at = 0; at < installs.length; at += CHUNK)
      await addInstalls(
        client,
        installs.slice(at, at + CHUNK).map((one) => ({
          ...one,
          token: box.seal(new Secret(`dst_${one.id}`), tokenSeal(one.id)),
        })),
      );
    await client.query('vacuum analyze');
  });
}

async function addDrives(client, drives, read) {
  const rows = JSON.stringify(drives);
  const of = `jsonb_to_recordset($1) as x(drive_id uuid, org_id uuid, slug text, revision_id uuid, origin text, key_id uuid, sealed text)`;
  await client.query(
    `insert into listings.listings (drive_id, org_id, slug, name) select drive_id, org_id, slug, slug from ${of}`,
    [rows],
  );
  await client.query(
    `insert into listings.revisions (id, drive_id, digest, version, shape, manifest_url, origin, canonical, manifest)
     select revision_id, drive_id, $2, '1.0.0', 'structured', origin || '/manifest', origin, $3::bytea, $4::jsonb from ${of}`,
    [
      rows,
      read.digest,
      Buffer.from(part('libs/contract/src/json/index', 'canonicalJson')(RAW)),
      JSON.stringify(read.manifest),
    ],
  );
  await client.query(`insert into secrets.key_rings (scope, owner_id) select 'drive', drive_id from ${of}`, [rows]);
  await client.query(
    `insert into secrets.signing_keys (id, scope, owner_id, version, sealed, fingerprint, not_before, adopted_at)
     select key_id, 'drive', drive_id, 1, sealed, '00000000', '2026-01-01', '2026-01-02' from ${of}`,
    [rows],
  );
  await client.query(`insert into secrets.signing_clocks (key_id) select key_id from ${of}`, [rows]);
}

async function addInstalls(client, installs) {
  await client.query(
    `insert into installs.installs (id, tenant_id, venture_id, drive_id, org_id, state, revision_id, digest, version, origin, permissions, config, amount,
       operator_email, scoped_token, drive_install_id, activated_at)
     select x.id, ('01990000-0000-7005-8000-' || lpad(x.tenant::text, 12, '0'))::uuid, ('01990000-0000-7006-8000-' || lpad(x.tenant::text, 12, '0'))::uuid, x.drive_id, null, 'active',
       r.id, r.digest, r.version, r.origin, '{}', '{}', 0, 'o@x.example', x.token, 'ws_' || x.id, now()
     from jsonb_to_recordset($1) as x(id uuid, drive_id uuid, tenant int, token text) join listings.revisions r on r.drive_id = x.drive_id`,
    [JSON.stringify(installs)],
  );
}
