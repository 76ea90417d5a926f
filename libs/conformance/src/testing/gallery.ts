import { prepareKey, SIGNATURE_HEADER, TIMESTAMP_HEADER, verify, type JsonObject } from '@portal/contract';
import type { ProbeEndpoint } from '../probe/probe.js';
import type { TransportFailure, TransportRequest } from '../probe/transport.js';
import type { Answer } from './drive-state.js';
import { NOW, PREVIOUS_SECRET, SECRET, type Faults } from './memory-drive.js';
import { PAGES } from './pages.js';

/** Name, fault, the checks that must report it as `<id> <level>` and no others, shape of the manifest. */
export type FaultyDrive = [string, Faults, string[], ('structured' | 'flat' | 'minimal')?];

/** Changes one field of the manifest or of one of its blocks. */
export const set = (block: string, key: string, value: unknown) => (manifest: JsonObject) => {
  const parent = (block === '' ? manifest : manifest[block]) as Record<string, unknown>;
  if (value === undefined) delete parent[key];
  else parent[key] = value;
};

const ageMs = (r: TransportRequest): number => NOW - Number(r.headers[TIMESTAMP_HEADER] ?? NOW);
const isBehind = (r: TransportRequest): boolean => ageMs(r) > 0;
/** Whether the signature is correct, regardless of the time. */
const verifies = (r: TransportRequest, nowMs = Number(r.headers[TIMESTAMP_HEADER])): boolean => {
  const { pathname, search } = new URL(r.url);
  return verify({ headers: r.headers, path: pathname + search, keys: [prepareKey(SECRET)], nowMs }).ok;
};
/** Takes a signature that is right once it was changed. */
const lenient = (change: (signature: string) => string): Faults => ({
  verdict: (v, r) => {
    const headers = { ...r.headers, [SIGNATURE_HEADER]: change(r.headers[SIGNATURE_HEADER] ?? '') };
    return v && (verifies({ ...r, headers }, NOW) ? null : v);
  },
});
const png = (width: number, height: number): Buffer => {
  const bytes = Buffer.alloc(40);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};

let reads = 0;
const DAY_MS = 86_400_000;

const byPreviousKey = (r: TransportRequest): boolean => {
  const { pathname, search } = new URL(r.url);
  const keys = [prepareKey(PREVIOUS_SECRET)];
  return verify({ headers: r.headers, path: pathname + search, keys, nowMs: Number(r.headers[TIMESTAMP_HEADER]) }).ok;
};
/** Does not compare any more after it has used the previous key. */
function anyKeyAfterPrevious(): Faults {
  let used = false;
  return {
    state: () => void (used = false),
    verdict: (v, r) => {
      if (v === null && byPreviousKey(r)) used = true;
      return used && v === 'bad_signature' ? null : v;
    },
  };
}
const takesEvents = set('endpoints', 'receive', '/x/receive');
const takesSettings = set('endpoints', 'config_update', '/x/config-update');
/** Another answer of one endpoint. */
const at = (
  name: ProbeEndpoint,
  answer: Answer | TransportFailure | ((right: Answer, request: TransportRequest) => Answer | TransportFailure),
): Faults => ({
  answer: (a, n, r) => (n !== name ? a : typeof answer === 'function' ? answer(a, r) : answer),
});
const REFUSED: Answer = { status: 401, body: { ok: false, error: 'bad_signature' } };
const page = (name: ProbeEndpoint, body: string, status = 200): Faults =>
  at(name, { status, body, headers: { 'content-type': 'text/html; charset=utf-8' } });
/** Other data of one endpoint. */
export const read = (name: ProbeEndpoint, change: (data: Record<string, unknown>) => unknown): Faults => ({
  reads: (d, n) => void (n === name && change(d)),
});
/** Other events, where there are any. */
const rows = (events: object[]): Faults =>
  read('events', (d) => (d.events as unknown[]).length > 0 && (d.events = events));
/** One field of the manifest. */
const field = (...of: Parameters<typeof set>): Faults => ({ manifest: set(...of) });
/** A block of the manifest with its capability. */
const block = (name: string, capability: string, value: unknown): Faults => ({
  manifest: (m) => {
    m[name] = value as JsonObject;
    (m.capabilities as string[]).push(capability);
  },
});

/** Each Drive breaks exactly one rule; with the checks that must report it, and no others. */
export const faultyDrives: FaultyDrive[] = [
  ['manifest unreachable', at('manifest', { failure: 'timeout' }), ['C01 error']],
  ['manifest 500', at('manifest', { status: 500, body: 'oops' }), ['C02 error']],
  ['manifest redirects', at('manifest', { status: 302, body: '' }), ['C02 error']],
  ['manifest gated', at('manifest', { status: 401, body: { ok: false, error: 'x' } }), ['C02 error']],
  [
    'no JSON content type',
    at('manifest', (a) => ({ ...a, headers: { 'content-type': 'text/plain' } })),
    ['C03 warning'],
  ],
  ['not JSON', at('manifest', { status: 200, body: '{"ok":true,' }), ['C04 error']],
  ['duplicate key', at('manifest', { status: 200, body: '{"ok":true,"ok":true}' }), ['C04 error']],
  [
    'bare manifest',
    at('manifest', (a) => ({ status: 200, body: (a.body as { data: unknown }).data })),
    ['C05 error', 'C41 error'],
  ],
  ['mixed shape', { manifest: (m) => Object.assign(m, { name: 'x', category: 'y' }) }, ['C06 error']],
  ['schema_version as text', field('', 'schema_version', '1'), ['C10 error']],
  ['no drive block', field('', 'drive', undefined), ['C11 error']],
  ['id in upper case', field('drive', 'id', 'Pulse'), ['C12 error']],
  ['no name in flat', field('', 'name', undefined), ['C13 error', 'C31 warning'], 'flat'],
  ['tagline too long', field('drive', 'tagline', 'x'.repeat(81)), ['C14 error']],
  ['category in the wrong case', field('drive', 'category', 'utilities'), ['C15 error']],
  ['unknown motion', field('drive', 'motion', 'run'), ['C16 error']],
  ['no homepage', field('drive', 'homepage', undefined), ['C17 error']],
  ['docs_url over http', field('drive', 'docs_url', 'http://a.example/docs'), ['C138 error']],
  ['docs_url of flat is relative', field('', 'docs_url', '/docs'), ['C138 error', 'C31 warning'], 'flat'],
  ['support_url is no URL', field('drive', 'support_url', 'help'), ['C18 error']],
  ['support_email is none', field('drive', 'support_email', 'help'), ['C19 error']],
  ['icon over http', field('drive', 'icon_url', 'http://a.example/i.png'), ['C20 error']],
  ['unknown tier', field('drive', 'pricing_tier', 'gold'), ['C21 error']],
  [
    'plan that is due each year',
    field('pricing', 'plans', [{ id: 'pro', name: 'Pro', price_cents: 900, interval: 'year' }]),
    ['C22 warning', 'C31 warning'],
    'flat',
  ],
  ['currency in upper case', field('pricing', 'currency', 'USD'), ['C22 error', 'C31 warning'], 'flat'],
  ['version is a number', field('drive', 'version', 1), ['C23 error']],
  ['contract_version v1 in structured', field('', 'contract_version', 'v1'), ['C24 error']],
  ['full address as endpoint', field('endpoints', 'metrics', 'https://a.example/m'), ['C25 error']],
  ['capabilities no list', field('', 'capabilities', 'install'), ['C26 error']],
  ['capability without block', { manifest: (m) => (m.capabilities as string[]).push('quota') }, ['C27 warning']],
  ['permissions no list', field('', 'permissions_requested', 'all'), ['C28 error']],
  [
    'kind in upper case in flat',
    field('', 'events_emitted', ['install_created', 'install_revoked', 'Big.Event']),
    ['C29 error'],
    'flat',
  ],
  ['kind in upper case', { manifest: (m) => (m.events_emitted as string[]).push('Big.Event') }, ['C29 error']],
  [
    'consumed kinds without the permission',
    {
      manifest: (m) => {
        takesEvents(m);
        m.events_consumed = ['contact.created'];
        m.permissions_requested = ['venture.read', 'events.emit'];
      },
    },
    ['C30 warning'],
  ],
  ['no events_consumed', field('', 'events_consumed', undefined), ['C30 error']],
  ['config_schema no object schema', block('config_schema', 'config', { type: 'array' }), ['C32 error']],
  ['quota without limit', block('quota', 'quota', { unit: 'x', overage_policy: 'meter' }), ['C33 error']],
  ['baa_required as text', field('compliance', 'baa_required', 'false'), ['C34 error'], 'structured'],
  ['support no text', field('support', 'status_page', 1), ['C35 error'], 'structured'],
  [
    'snippet without placeholder',
    field('install_returns', 'embed_snippet', '<b>Hello</b>'),
    ['C36 error'],
    'structured',
  ],
  ['accent colour as a word', field('drive', 'accent_color', 'green'), ['C156 error']],
  ['route without label', field('', 'routes_exposed', [{ path: '/a', icon: 'x' }]), ['C37 error']],
  ['unknown field', field('drive', 'colour', 'red'), ['C38 warning']],
  [
    'health gated',
    at('health', (a, r) =>
      !(SIGNATURE_HEADER in r.headers) ? { status: 401, body: { ok: false, error: 'missing_signature_headers' } } : a,
    ),
    ['C40 error'],
  ],
  [
    'health without envelope',
    at('health', (a, r) => (!(SIGNATURE_HEADER in r.headers) ? { status: 200, body: { status: 'ok' } } : a)),
    ['C40 error'],
  ],
  [
    'health checks signatures when present',
    at('health', (a, r) => (SIGNATURE_HEADER in r.headers ? REFUSED : a)),
    ['C42 error'],
  ],
  ['metrics missing', at('metrics', { status: 404, body: '<html>' }), ['C43 error']],
  ['events missing', at('events', { status: 404, body: '' }), ['C44 error']],
  ['billing missing', at('billing', { status: 404, body: '' }), ['C45 error']],
  ['install missing', at('install', { status: 405, body: '' }), ['C46 error']],
  ['uninstall crashes', at('uninstall', { status: 500, body: '' }), ['C47 error']],
  ['metrics dead', at('metrics', { failure: 'timeout' }), ['C43 error']],
  ['metrics open to all', { verdict: (v, _r, n) => (n === 'metrics' ? null : v) }, ['C50 error']],
  ['403 instead of 401', { answer: (a) => (a.status === 401 ? { ...a, status: 403 } : a) }, ['C50 error']],
  [
    'no timestamp needed',
    { verdict: (v, r) => (TIMESTAMP_HEADER in r.headers || !(SIGNATURE_HEADER in r.headers) ? v : null) },
    ['C51 error'],
  ],
  [
    'no signature needed',
    { verdict: (v, r) => (SIGNATURE_HEADER in r.headers || !(TIMESTAMP_HEADER in r.headers) ? v : null) },
    ['C52 error'],
  ],
  [
    'short signatures accepted',
    { verdict: (v, r) => ((r.headers[SIGNATURE_HEADER] ?? '').length === 62 ? null : v) },
    ['C54 error'],
  ],
  ['any signature accepted', { verdict: (v) => (v === 'bad_signature' ? null : v) }, ['C55 error']],
  [
    'secret not set',
    {
      verdict: (v, r) => {
        const empty = verify({
          headers: r.headers,
          path: new URL(r.url).pathname + new URL(r.url).search,
          keys: [prepareKey(new Uint8Array(1)), prepareKey(SECRET)],
          nowMs: NOW,
        });
        return empty.ok ? null : v;
      },
    },
    ['C56 error'],
  ],
  [
    'refusal is an object',
    { answer: (a) => (a.status === 401 ? { ...a, body: { ok: false, error: { code: 'x' } } } : a) },
    ['C57 error'],
  ],
  ['unknown reason', { verdict: (v) => v && 'denied' }, ['C58 warning']],
  ['wrong secret at the Drive', { secret: 'other' }, ['C60 error', 'C61 error', 'C62 error']],
  [
    'query dropped before verifying',
    { verdict: (v, r) => (new URL(r.url).search !== '' && v === null ? 'bad_signature' : v) },
    ['C61 error', 'C62 error'],
  ],
  ['age not checked in the past', { verdict: (v, r) => (isBehind(r) && verifies(r) ? null : v) }, ['C63 error']],
  ['events in seconds', rows([{ type: 'install.created', payload: {}, ts: NOW / 1000 }]), ['C64 error']],
  ['unlisted kind', rows([{ type: 'other.kind', payload: {}, ts: NOW }]), ['C64 error']],
  [
    'no events list',
    read('events', (d) => {
      delete d.events;
      d.items = [];
    }),
    ['C64 warning'],
  ],
  ['events that are no array', read('events', (d) => (d.events = {})), ['C64 error']],
  ['free Drive bills', read('billing', (d) => (d.amount_cents = 100)), ['C65 error']],
  ['two manifests', read('manifest', (d) => (d.once = reads++)), ['C38 warning', 'C41 warning']],
  [
    'query sorted before verifying',
    { verdict: (v, r) => (r.url.includes('%20') ? 'bad_signature' : v) },
    ['C67 error'],
  ],
  ['clocks ahead refused', { verdict: (v, r) => (ageMs(r) < -1_000 ? 'stale_timestamp' : v) }, ['C69 error']],
  [
    'one minute allowed instead of five',
    { verdict: (v, r) => (Math.abs(ageMs(r)) > 60_000 ? 'stale_timestamp' : v) },
    ['C69 error', 'C70 error'],
  ],
  [
    'old requests of one minute refused',
    { verdict: (v, r) => (ageMs(r) > 60_000 ? 'stale_timestamp' : v) },
    ['C70 error'],
  ],
  ['far future accepted', { verdict: (v, r) => (ageMs(r) < -300_000 && verifies(r) ? null : v) }, ['C71 error']],
  ['upper case accepted', lenient((text) => text.toLowerCase()), ['C72 warning']],
  ['prefix accepted', lenient((text) => text.replace('sha256=', '')), ['C73 warning']],
  ['text behind the signature ignored', lenient((text) => text.slice(0, 64)), ['C74 error']],
  [
    'NaN passes the age check',
    { verdict: (v, r) => (r.headers[TIMESTAMP_HEADER] === 'NaN' ? null : v) },
    ['C75 error'],
  ],
  [
    'headers looked up in one case',
    { verdict: (v, r) => (TIMESTAMP_HEADER.toUpperCase() in r.headers ? 'missing_signature_headers' : v) },
    ['C76 error'],
  ],
  [
    'clock ten minutes behind',
    {
      answer: (a) =>
        a.status === 401 ? { ...a, headers: { date: new Date(NOW - 600_000).toUTCString(), ...a.headers } } : a,
    },
    ['C117 warning'],
  ],
  [
    'shows the signature it expected',
    at('events', (a) => (a.status === 401 ? { ...a, body: { ...(a.body as object), expected: '5e'.repeat(32) } } : a)),
    ['C118 warning'],
  ],
  [
    'shows a stack trace',
    at('metrics', (a) =>
      a.status === 401
        ? { ...a, body: { ...(a.body as object), stack: 'Error: no\n    at verify (/srv/app/verify.js:12:7)' } }
        : a,
    ),
    ['C119 warning'],
  ],
  ['slow', { durationMs: (n) => (n === 'events' ? 4_000 : 5) }, ['C77 warning']],
  ['slow always', { durationMs: () => 4_000 }, ['C77 warning']],
  ['asleep', { durationMs: (_n, i) => (i === 0 ? 4_000 : 5) }, ['C124 warning']],
  [
    'asleep for longer than anybody waits',
    { answer: (a, _n, _r, i) => (i === 0 ? { failure: 'timeout', durationMs: 10_000 } : a) },
    ['C124 warning'],
  ],
  ['health says little', read('health', (d) => delete d.uptime_s), ['C78 info']],
  ['plain http', { origin: 'http://drive.example', tls: null }, ['C120 error']],
  ['TLS 1.1', { tls: { protocol: 'TLSv1.1', validToMs: NOW + 60 * DAY_MS } }, ['C121 error']],
  ['certificate ends soon', { tls: { protocol: 'TLSv1.3', validToMs: NOW + 3 * DAY_MS } }, ['C122 warning']],
  ['certificate has ended', { tls: { protocol: 'TLSv1.3', validToMs: NOW - DAY_MS } }, ['C122 error']],
  [
    'https for no time at all',
    { answer: (a) => ({ ...a, headers: { 'strict-transport-security': 'max-age=0' } }) },
    ['C123 info'],
  ],
  ['HEAD answered like GET', { answersHead: true }, ['C125 info']],
  ['one key only', { previousSecret: 'another' }, ['C126 warning']],
  [
    'previous key crashes',
    { answer: (a, _n, r) => (byPreviousKey(r) ? { status: 500, body: '' } : a) },
    ['C126 error'],
  ],
  [
    'age not checked for the previous key',
    { verdict: (v, r) => (v === 'stale_timestamp' && byPreviousKey(r) ? null : v) },
    ['C127 error'],
  ],
  ['any key after the previous one', anyKeyAfterPrevious(), ['C127 error']],
  ['receive missing', { manifest: takesEvents, ...at('receive', { status: 404, body: '' }) }, ['C128 error']],
  [
    'receive crashes without a signature',
    {
      manifest: takesEvents,
      ...at('receive', (a, r) => (!(SIGNATURE_HEADER in r.headers) ? { status: 500, body: '' } : a)),
    },
    ['C128 error'],
  ],
  [
    'receive open to all',
    {
      manifest: takesEvents,
      ...at('receive', { status: 200, body: { ok: true, data: {}, meta: {} } }),
    },
    ['C129 error'],
  ],
  [
    'receive open to any key',
    {
      manifest: takesEvents,
      verdict: (v, _r, n) => (n === 'receive' && v === 'bad_signature' ? null : v),
    },
    ['C129 error'],
  ],
  [
    'receive refuses without the envelope',
    { manifest: takesEvents, ...at('receive', { status: 401, body: 'no' }) },
    ['C129 error'],
  ],
  [
    'config_update missing',
    { manifest: takesSettings, ...at('config_update', { status: 404, body: '' }) },
    ['C150 error'],
  ],
  [
    'config_update open to any key',
    {
      manifest: takesSettings,
      verdict: (v, _r, n) => (n === 'config_update' && v === 'bad_signature' ? null : v),
    },
    ['C151 error'],
  ],
  [
    'quota of another unit in metrics',
    read('metrics', (d) => (d.quota = { unit: 'articles', limit: 100 })),
    ['C132 warning'],
    'structured',
  ],
  [
    'more used than the quota allows',
    read('metrics', (d) => (d.quota = { unit: 'articles_per_month', limit: 100, used: 101 })),
    ['C132 warning'],
    'structured',
  ],
  ['billing at the path of metrics', field('endpoints', 'billing', '/x/metrics'), ['C133 error']],
  ['install at the path of metrics', field('endpoints', 'install', '/x/metrics'), ['C133 warning']],
  [
    'newest event first',
    rows([2, 1, 0].map((ms) => ({ type: 'install.created', payload: {}, ts: NOW + ms }))),
    ['C134 warning'],
  ],
  ['no count of installs', read('metrics', (d) => delete d.installs_active), ['C135 info']],
  [
    'billing with names of its own',
    read('billing', (d) => {
      d.mrr_cents = d.amount_cents;
      delete d.amount_cents;
    }),
    ['C136 info'],
    'structured',
  ],
  ['since not heeded', { state: (s) => (s.events = () => s.log) }, ['C137 error']],
  ['warning page of a tunnel as manifest', page('manifest', PAGES.ngrok), ['C04 error']],
  ['reminder page of a tunnel', page('billing', PAGES.localtunnel, 401), ['C45 error']],
  ['a tunnel without a Drive behind it', page('manifest', PAGES.offline, 404), ['C02 error']],
  ['check for browsers', page('health', PAGES.challenge, 403), ['C40 error']],
  ['login page as manifest', page('manifest', PAGES.login), ['C04 error']],
  [
    'redirect to a login',
    at('events', { status: 302, body: '', headers: { location: '/login?next=/' } }),
    ['C44 error'],
  ],
  ['single-page app at the path of metrics', page('metrics', PAGES.fallback), ['C43 error']],
  ['static page at the path of install', page('install', '<!doctype html><title>Welcome</title>'), ['C46 error']],
  [
    'manifest checks signatures when present',
    at('manifest', (a, r) => (SIGNATURE_HEADER in r.headers ? REFUSED : a)),
    ['C42 error'],
  ],
  ['small icon', { icon: png(64, 64) }, ['C79 warning']],
  ['web page as icon', { icon: Buffer.from('<!doctype html><html>') }, ['C79 warning']],
  ['script in the icon', { icon: Buffer.from('<svg xmlns="x"><script>1</script></svg>') }, ['C79 warning']],
  ['names a model provider', field('drive', 'tagline', 'Drafts by GPT-5 in seconds'), ['C112 warning']],
  [
    'names a model provider in its menu',
    field('', 'routes_exposed', [{ path: '/drafts', label: 'Ask ChatGPT', icon: 'x' }]),
    ['C112 warning'],
  ],
  [
    'names a model provider in its form',
    block('config_schema', 'config', {
      type: 'object',
      properties: { model: { type: 'string', title: 'OpenAI model' } },
    }),
    ['C112 warning'],
  ],
  [
    'format that nobody knows',
    block('config_schema', 'config', { type: 'object', properties: { to: { type: 'string', format: 'emial' } } }),
    ['C32 warning'],
  ],
  [
    'asks for secrets in a list',
    block('config_schema', 'config', {
      type: 'object',
      properties: { accounts: { type: 'array', items: { type: 'string', writeOnly: true } } },
    }),
    ['C113 warning'],
  ],
  [
    'asks for a password',
    block('config_schema', 'config', {
      type: 'object',
      properties: { crm: { type: 'object', properties: { api_key: { type: 'string' } } } },
    }),
    ['C113 warning'],
  ],
  [
    'tracker in the embed',
    field('', 'install_returns', {
      type: 'scoped_widget_token',
      embed_snippet: '<script src="https://www.googletagmanager.com/gtag.js" data-id="{{scoped_token}}"></script>',
      host_origin: 'https://www.googletagmanager.com',
    }),
    ['C114 warning'],
    'structured',
  ],
  [
    'route of the host',
    field('', 'routes_exposed', [{ path: '/settings', label: 'Settings', icon: 'x' }]),
    ['C115 warning'],
  ],
  [
    'page that forbids frames',
    {
      manifest: set('', 'routes_exposed', [{ path: '/acme/leads', label: 'Leads', icon: 'x' }]),
      pages: { 'x-frame-options': 'SAMEORIGIN' },
    },
    ['C157 warning'],
  ],
  ['direction mark in the name', field('drive', 'name', 'Acme \u202egpj.exe'), ['C139 warning']],
  [
    'disguised label of the form',
    block('config_schema', 'config', {
      type: 'object',
      properties: {
        tone: { type: 'string', title: 'T\u043ene of voice', pattern: '[A-Za-z\u0430-\u044f]*', default: 'a\nb' },
      },
    }),
    ['C139 warning'],
  ],
  [
    'line break in the description of flat',
    field('', 'description', 'Writes drafts.\r\nApproved by the host.'),
    ['C31 warning', 'C139 warning'],
    'flat',
  ],
];
