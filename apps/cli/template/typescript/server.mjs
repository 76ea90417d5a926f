// @ts-check
// A small Drive: the seven endpoints of Drive Platform Contract v1 on plain Node. verify.mjs checks the signatures.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { refusal } from './verify.mjs';

const VERSION = '1.0.0';
const PORT = Number(process.env.PORT ?? 4020);
const HOST = process.env.HOST ?? '127.0.0.1';
let publicUrl = process.env.PUBLIC_URL ?? `http://127.0.0.1:${PORT}`;
const DATA_FILE = process.env.DATA_FILE ?? 'data.json';
const MAX_BODY_BYTES = 64 * 1024;

/** Both the new and the old secret are good while a rotation lasts. */
const SECRETS = /** @type {string[]} */ (
  [process.env.PLATFORM_AGENT_SECRET, process.env.PLATFORM_AGENT_SECRET_PREVIOUS].filter(Boolean)
);
if (SECRETS.some((secret) => secret !== secret.trim())) {
  console.error(
    'PLATFORM_AGENT_SECRET begins or ends with a blank or a line end. Set it to exactly what the portal showed.',
  );
  process.exit(1);
}
if (SECRETS.length === 0) {
  console.error(
    'PLATFORM_AGENT_SECRET is not set. An empty secret would let everybody in, so this Drive does not start.',
  );
  process.exit(1);
}

/**
 * @typedef {{ id: string, tenantId: string, ventureId: string | null, token: string }} Install
 * @typedef {{ id: string, type: string, payload: Record<string, unknown>, ts: number }} EventRow
 * @typedef {{ status: number, body: object }} Answer
 */

/** @type {{ installs: Install[], events: EventRow[] }} */
const store = existsSync(DATA_FILE) ? JSON.parse(readFileSync(DATA_FILE, 'utf8')) : { installs: [], events: [] };

function save() {
  writeFileSync(`${DATA_FILE}.tmp`, JSON.stringify(store));
  renameSync(`${DATA_FILE}.tmp`, DATA_FILE);
}

/** @param {string} type @param {Record<string, unknown>} payload */
function emit(type, payload) {
  // Strictly rising, because the host requests rows that are newer than the last one it received.
  const ts = Math.max(Date.now(), (store.events.at(-1)?.ts ?? 0) + 1);
  store.events.push({ id: randomBytes(12).toString('hex'), type, payload, ts });
}

function manifest() {
  return {
    schema_version: 1,
    drive: {
      id: 'my-drive',
      name: 'My Drive',
      tagline: 'Says in at most 80 characters what it does for a venture.',
      category: 'Productivity',
      motion: 'build',
      homepage: null,
      support_url: `${publicUrl}/support`,
      support_email: 'support@example.com',
      icon_url: `${publicUrl}/icon.svg`,
      pricing_tier: 'free',
      version: VERSION,
    },
    endpoints: {
      health: '/api/platform/health',
      manifest: '/api/platform/drive/manifest',
      metrics: '/api/platform/metrics',
      events: '/api/platform/events',
      billing: '/api/platform/billing',
      install: '/api/platform/install',
      uninstall: '/api/platform/install/:id',
    },
    capabilities: ['install', 'uninstall', 'metrics', 'events'],
    events_emitted: ['install.created', 'install.revoked'],
    events_consumed: [],
    contract_version: '1.0.0',
  };
}

/** @param {object} data @returns {Answer} */
const success = (data) => ({
  status: 200,
  body: { ok: true, data, meta: { version: VERSION, generated_at: new Date().toISOString() } },
});
/** @param {number} status @param {string} error @returns {Answer} */
const failure = (status, error) => ({ status, body: { ok: false, error } });

/**
 * The install that a call speaks for by its scoped token; undefined when it carries none, null for a token that opens
 * nothing (any more).
 * @param {import('node:http').IncomingMessage} request
 */
function installOf(request) {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) return undefined;
  const digest = (/** @type {string} */ text) => createHash('sha256').update(text).digest();
  return store.installs.find((one) => timingSafeEqual(digest(one.token), digest(token))) ?? null;
}

/** @param {import('node:http').IncomingMessage} request @returns {Promise<any>} undefined when it is not JSON */
async function readJson(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  if (size === 0) return {};
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** @param {import('node:http').IncomingMessage} request @returns {Promise<Answer>} */
async function install(request) {
  const body = await readJson(request);
  if (typeof body !== 'object' || body === null) return failure(400, 'invalid_json');
  // Both variants of the install request.
  const tenantId = body.merkava_tenant_id ?? body.tenant_id;
  const ventureId = body.merkava_venture_id ?? body.venture_id ?? null;
  if (typeof tenantId !== 'string' || tenantId === '') return failure(400, 'missing tenant_id');
  if (ventureId !== null && typeof ventureId !== 'string') return failure(400, 'invalid venture_id');
  // The host asks again when an answer was lost: the same tenant and venture get the same install.
  let found = store.installs.find((one) => one.tenantId === tenantId && one.ventureId === ventureId);
  if (!found) {
    found = {
      id: `ins_${randomBytes(12).toString('hex')}`,
      tenantId,
      ventureId,
      token: randomBytes(32).toString('base64url'),
    };
    store.installs.push(found);
    emit('install.created', { install_id: found.id, tenant_id: tenantId, venture_id: ventureId });
    save();
  }
  return success({ install_id: found.id, scoped_token: found.token, capabilities: manifest().capabilities });
}

/** @param {string} id @returns {Answer} */
function uninstall(id) {
  const index = store.installs.findIndex((one) => one.id === id);
  if (index < 0) return failure(404, 'not-found');
  // With the row its token is gone too.
  store.installs.splice(index, 1);
  emit('install.revoked', { install_id: id });
  save();
  return success({ install_id: id, revoked: true });
}

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">' +
  '<rect width="512" height="512" rx="96" fill="#3b5bdb"/><circle cx="256" cy="256" r="120" fill="#fff"/></svg>';

/** @param {import('node:http').IncomingMessage} request @returns {Promise<Answer>} */
async function answer(request) {
  const [pathname = '/', query = ''] = (request.url ?? '/').split('?', 2);
  const searchParams = new URLSearchParams(query);
  const route = `${request.method} ${pathname}`;
  if (route === 'GET /api/platform/health') return success({ status: 'ok', uptime_s: Math.floor(process.uptime()) });
  if (route === 'GET /api/platform/drive/manifest') return success(manifest());
  if (!pathname.startsWith('/api/platform/')) return failure(404, 'not-found');

  const reason = refusal(request.headers, request.url ?? '/', SECRETS, Date.now());
  if (reason) return failure(401, reason);
  const own = installOf(request);
  if (own === null) return failure(401, 'invalid_token');
  if (route === 'GET /api/platform/metrics') return success({ installs_active: own ? 1 : store.installs.length });
  if (route === 'GET /api/platform/events') {
    const since = Number(searchParams.get('since') ?? 0) || 0;
    const rows = store.events.filter((row) => row.ts > since && (!own || row.payload.install_id === own.id));
    return success({ events: rows.slice(0, 1000) });
  }
  if (route === 'GET /api/platform/billing') {
    const tenantId = own?.tenantId ?? searchParams.get('tenant_id');
    return success({ tenant_id: tenantId, plan: 'free', amount_cents: 0, currency: 'usd' });
  }
  if (route === 'POST /api/platform/install') return install(request);
  const id = /^\/api\/platform\/install\/([^/]+)$/.exec(pathname)?.[1];
  if (id && request.method === 'DELETE') return uninstall(id);
  return failure(404, 'not-found');
}

const server = createServer((request, response) => {
  if (request.url === '/icon.svg') {
    response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(ICON);
    return;
  }
  answer(request)
    .catch((error) => {
      console.error(error);
      return failure(500, 'internal_error');
    })
    .then(({ status, body }) => {
      response
        .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
        .end(JSON.stringify(body));
    });
});
server.listen(PORT, HOST, () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : PORT;
  // With PORT=0 the real port is known only now.
  if (!process.env.PUBLIC_URL) publicUrl = `http://127.0.0.1:${port}`;
  console.log(`My Drive listens on http://${HOST}:${port}`);
});
server.on('error', (error) => {
  console.error(`My Drive cannot listen on ${HOST}:${PORT}: ${error.message}`);
  process.exit(1);
});
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    server.close(() => process.exit(0));
    server.closeAllConnections();
  });
}
