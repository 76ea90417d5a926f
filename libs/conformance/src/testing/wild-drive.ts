import { createHash, createHmac } from 'node:crypto';
import type { Transport } from '../probe/transport.js';

/** Code that the Drive below shares with its host. */
export const WILD = {
  origin: 'https://crm.example',
  manifestPath: '/drive.json',
  secret: 'a-drive-from-the-wild-7d1c9e0b44',
  nowMs: 1_763_700_000_000,
};

const json = (status: number, value: unknown) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(value)),
  durationMs: 12,
});
const data = (value: object) =>
  json(200, { ok: true, data: value, meta: { version: '0.9.1', generated_at: new Date(WILD.nowMs).toISOString() } });
const denied = (code: string) =>
  json(403, { ok: false, error: { code, message: 'Request could not be authenticated' } });

const ROWS = [40, 30, 20, 10].map((age) => ({
  id: createHash('sha1').update(String(age)).digest('hex').slice(0, 10),
  type: 'install.created',
  payload: { plan: 'pro' },
  ts: WILD.nowMs / 1000 - 50 + age,
}));

const READS: Record<string, (query: URLSearchParams) => object> = {
  '/api/platform/health': () => ({ status: 'ok', uptime_s: 86_400 }),
  '/api/platform/metrics': () => ({
    mrr_cents: 129_900,
    customers_active: 41,
    customers_new_30d: 6,
    customers_churned_30d: 2,
    users_active_30d: 310,
    api_cost_mtd_cents: 5_120,
  }),
  '/api/platform/events': (query) => ({ events: ROWS.slice(0, Number(query.get('limit') ?? 100)) }),
  '/api/platform/billing': () => ({ mrr_cents: 129_900, plan: 'pro', next_invoice_at: '2025-12-01T00:00:00Z' }),
};

const MANIFEST = {
  schema_version: 1,
  drive: {
    id: 'crm-lite',
    name: 'CRM Lite',
    tagline: 'Keeps track of who said what.',
    category: 'Sales',
    motion: 'scale',
    homepage: 'https://crm.example/',
    support_url: 'https://crm.example/support',
    support_email: 'support@crm.example',
    icon_url: 'https://crm.example/icon.svg',
    pricing_tier: 'pro',
    version: '0.9.1',
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
  capabilities: ['install', 'uninstall', 'metrics', 'events', 'billing'],
  events_emitted: ['install.created', 'install.revoked'],
  events_consumed: [],
  contract_version: '1.0.0',
};

/**
 * A Drive with the faults of a real one. Written from its description and without this library, so that the checks are
 * tested against independent code.
 */
export const wildTransport: Transport = async ({ method, url, headers }) => {
  const { pathname, searchParams } = new URL(url);
  // The manifest is a file next to the program.
  if (method === 'GET' && pathname === WILD.manifestPath) return data(MANIFEST);
  const read = READS[pathname];
  if (method !== 'GET' || !read) return json(404, { ok: false, error: 'route not found' });
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const timestamp = sent['x-platform-timestamp'];
  const signature = sent['x-platform-signature'];
  if (!timestamp || !signature) return denied('missing_signature_headers');
  if (!(Math.abs(WILD.nowMs - Number(timestamp)) <= 300_000)) return denied('bad_timestamp');
  const expected = createHmac('sha256', WILD.secret).update(`${timestamp}:${pathname}`).digest('hex');
  return signature.toLowerCase() === expected ? data(read(searchParams)) : denied('bad_signature');
};
