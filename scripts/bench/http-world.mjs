// The database of the http bench: the rows that the routes of the product need for a non-empty answer.
import { connect } from './databases.mjs';
import { manifest } from './manifests.mjs';
import { part } from './product.mjs';

const LISTINGS = 300;
const id = (kind, n) => `01990000-0000-7${String(kind).padStart(3, '0')}-8000-${String(n).padStart(12, '0')}`;
const sqlId = (kind, n) =>
  `('01990000-0000-7${String(kind).padStart(3, '0')}-8000-' || lpad((${n})::text, 12, '0'))::uuid`;
const ORG = id(1, 1);
const TENANT = id(2, 1);
/** Of the operator's tenant. */
const INSTALL = id(6, 10);
const [AUTHOR, OPERATOR, HOST] = [1, 2, 3].map((n) => id(3, n));

/**
 * Fills the database behind `url` with `installs` installs, the first of them with `events` events, and `ventures` with
 * nothing installed. Returns the parameters of the routes.
 */
export async function fillWorld(url, { installs = 1_000, events = 100_000, ventures = 60_000 } = {}) {
  const client = await connect(url);
  try {
    await yardstickTable(client);
    await tenants(client, installs);
    const tokens = await people(client);
    const drive = await listings(client);
    await addInstalls(client, drive, installs);
    await freeVentures(client, ventures);
    await addEvents(client, events);
    await client.query('vacuum analyze');
    return {
      ...tokens,
      ...drive,
      install: INSTALL,
      slug: 'drive-1',
      installs,
      events,
      ventures,
    };
  } finally {
    await client.end();
  }
}

/** Id of the n-th venture with nothing installed. */
export const freeVenture = (world, n) => {
  if (n > world.ventures) throw new Error('no venture is left to install into');
  return id(4, n);
};

/** From the installs that `world` was filled with to `installs`, of the same Drive. */
export async function growWorld(url, world, installs) {
  const client = await connect(url);
  try {
    await tenants(client, installs, world.installs);
    await addInstalls(client, world, installs, world.installs);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/** Data that both servers read for the comparison of frameworks. */
async function yardstickTable(client) {
  await client.query(
    `create table platform.bench_drives as select g::int as id, 'drive-' || g as slug, 'Drive ' || g as name, ((g % 50) * 100)::int as price_cents from generate_series(1, 20000) g`,
  );
  await client.query('alter table platform.bench_drives add primary key (id)');
  await client.query('grant select on platform.bench_drives to portal_app, portal_caller');
}

async function people(client) {
  const newToken = part('libs/platform/src/crypto/index', 'newToken');
  const sha256Hex = part('libs/platform/src/crypto/index', 'sha256Hex');
  const random = new (part('libs/kernel/src/index', 'SystemRandom'))();
  await client.query(
    `insert into authors.organizations (id, name, country, website) values ($1, 'Author', 'US', 'https://a.example')`,
    [ORG],
  );
  const add = async (user, name, role, scope) => {
    const token = newToken('dpt', random).reveal();
    await client.query(`insert into identity.users (id, email, name, email_confirmed_at) values ($1, $2, $3, now())`, [
      user,
      `${name}@x.example`,
      name,
    ]);
    if (role === 'operator') await accepted(client, user, scope);
    await client.query(
      `insert into identity.role_grants (id, user_id, role, scope_id, member_role) values (gen_random_uuid(), $1, $2, $3, $4)`,
      [user, role, scope, role === 'author' ? 'owner' : null],
    );
    await client.query(
      `insert into identity.api_tokens (id, user_id, name, token_hash, prefix, roles, owner, access, expires_at, last_used_at)
       values (gen_random_uuid(), $1, 'bench', $2, $3, $4, 'person', 'write', clock_timestamp() + interval '7 days', clock_timestamp() + interval '1 day')`,
      [
        user,
        sha256Hex(token),
        token.slice(0, 12),
        JSON.stringify([{ role, scope_id: scope, ...(role === 'author' && { member_role: 'owner' }) }]),
      ],
    );
    return token;
  };
  return {
    author: await add(AUTHOR, 'author', 'author', ORG),
    operator: await add(OPERATOR, 'operator', 'operator', TENANT),
  };
}

/** The person has accepted to operate the tenant. */
async function accepted(client, user, tenant) {
  await client.query(
    `insert into installs.host_operators (id, tenant_id, external_id, email) select id, $2, 'bench', email from identity.users where id = $1`,
    [user, tenant],
  );
  await client.query(
    `update installs.host_operators set state = 'confirmed', user_id = id, answered_at = platform.portal_now() where id = $1`,
    [user],
  );
}

/** Listed Drives with real manifests; the first ten belong to the author's reservations. */
async function listings(client) {
  const readManifest = part('libs/contract/src/index', 'readManifest');
  const raw = manifest('2 KB');
  // Nothing to pay: an install needs no saved card.
  raw.drive.pricing_tier = 'free';
  const read = readManifest(raw).manifest;
  if (!read) throw new Error('the product refuses the bench manifest');
  await client.query(
    `insert into authors.applications (id, org_id, applicant_id, state, company_name, country, website, drive_name, drive_slug, description, security_contact, submitted_at, decided_by)
     select ${sqlId(8, 'g')}, $1, $2, 'approved', 'C', 'US', 'https://a.example', 'Drive ' || g, 'drive-' || g, 'D', 's@a.example', now(), $3 from generate_series(1, ${LISTINGS}) g`,
    [ORG, AUTHOR, HOST],
  );
  await client.query(
    `insert into authors.drive_reservations (id, org_id, application_id, slug, name)
     select ${sqlId(7, 'g')}, $1, ${sqlId(8, 'g')}, 'drive-' || g, 'Drive ' || g from generate_series(1, ${LISTINGS}) g where g <= 10`,
    [ORG],
  );
  await client.query(
    `insert into listings.listings (drive_id, org_id, slug, name)
     select ${sqlId(7, 'g')}, $1, 'drive-' || g, 'Drive ' || g from generate_series(1, ${LISTINGS}) g`,
    [ORG],
  );
  await client.query(
    `insert into listings.revisions (id, drive_id, digest, version, shape, manifest_url, origin, canonical, manifest)
     select ${sqlId(9, 'g')}, ${sqlId(7, 'g')}, encode(sha256(convert_to($1 || g, 'UTF8')), 'hex'), $2, 'structured', 'https://d.example/m', 'https://d.example',
       convert_to($1 || g, 'UTF8'), $3::jsonb from generate_series(1, ${LISTINGS}) g`,
    [JSON.stringify(raw), read.version, JSON.stringify(read)],
  );
  await client.query(
    `update listings.listings l set state = 'listed', live_revision_id = r.id, listed_at = now(), tier = 'free', category = 'Content', motion = 'build', tagline = 'What it is for'
     from listings.revisions r where r.drive_id = l.drive_id`,
  );
  const { rows } = await client.query('select digest from listings.revisions where drive_id = $1', [id(7, 1)]);
  return { driveId: id(7, 1), revisionId: id(9, 1), digest: rows[0].digest, permissions: read.permissionsRequested };
}

/** A venture for each install; every tenth is of the operator's tenant. */
async function tenants(client, installs, from = 0) {
  const count = Math.max(10, Math.ceil(installs / 10));
  await client.query(
    `insert into installs.tenants (id, name, external_id) select ${sqlId(2, 'g')}, 'Tenant ' || g, 't' || g from generate_series(1, ${count}) g on conflict do nothing`,
  );
  await client.query(
    `insert into installs.ventures (id, tenant_id, name, external_id)
     select ${sqlId(5, 'g')}, ${sqlId(2, `case when g % 10 = 0 then 1 else 1 + g % ${count} end`)}, 'Venture ' || g, 'v' || g
     from generate_series(${from} + 1, ${installs}) g`,
  );
}

async function addInstalls(client, { driveId, revisionId, digest }, installs, from = 0) {
  await client.query(
    `insert into installs.installs (id, tenant_id, venture_id, drive_id, org_id, state, revision_id, digest, version, origin, permissions, config, operator_email, scoped_token, drive_install_id, activated_at)
     select ${sqlId(6, 'g')}, v.tenant_id, v.id, $1, $2, 'active', $3, $4, '2.3.1', 'https://d.example', array['venture.read'], '{}', 'o@x.example', 'v1.sealed', 'i' || g, now()
     from generate_series(${from} + 1, ${installs}) g join installs.ventures v on v.id = ${sqlId(5, 'g')}`,
    [driveId, ORG, revisionId, digest],
  );
}

/** Ventures of the operator's tenant with nothing installed: each POST of an install takes one. */
async function freeVentures(client, count) {
  await client.query(
    `insert into installs.ventures (id, tenant_id, name, external_id)
     select ${sqlId(4, 'g')}, $1, 'Free ' || g, 'free' || g from generate_series(1, ${count}) g`,
    [TENANT],
  );
}

async function addEvents(client, count) {
  await client.query(
    `insert into installs.drive_events (install_id, identity, digest, kind, ts, payload)
     select $1, 'e' || g, md5(g::text), 'content.published', now() - g * interval '1 second', jsonb_build_object('title', 'Article ' || g, 'words', g % 900)
     from generate_series(1, ${count}) g`,
    [INSTALL],
  );
}
