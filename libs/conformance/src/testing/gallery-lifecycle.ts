import { createHmac } from 'node:crypto';
import { failure, SIGNATURE_HEADER, success, TIMESTAMP_HEADER, type JsonObject } from '@portal/contract';
import type { Answer, DriveState } from './drive-state.js';
import { read, set, type FaultyDrive } from './gallery.js';
import { NOW, SECRET, type Faults } from './memory-drive.js';
import { OTHER_PROBE, PROBE } from './play.js';

const state = (change: (state: DriveState) => void): Faults => ({ state: change });
const answer = (name: string, change: (answer: Answer, n: number) => Answer): Faults => {
  let n = 0;
  return { answer: (given, endpoint) => (endpoint === name && given.status < 300 ? change(given, n++) : given) };
};
/** Changes the data of a success response. */
const data = (name: string, change: (data: JsonObject) => void): Faults =>
  answer(name, (given) => {
    const body = structuredClone(given.body) as { data: JsonObject };
    change(body.data);
    return { ...given, body };
  });
/** Appends no event of this kind. */
const without = (kind: string): Faults =>
  state((s) => {
    const { append } = s;
    s.append = (type, payload) => (type === kind ? undefined : append.call(s, type, payload));
  });
const crash = (error = 'x'): Answer => ({ status: 500, body: failure(error) });
const ok = (value: object): object => success(value, { version: '1', generatedAt: new Date(NOW) });

/** Each Drive breaks one rule of the lifecycle; with the checks that must report it, and no others. */
export const faultyLifecycles: FaultyDrive[] = [
  ['installs refused', answer('install', () => ({ status: 422, body: failure('no') })), ['C80 error']],
  ['created instead of ok', answer('install', (a) => ({ ...a, status: 201 })), ['C81 error']],
  ['no token', data('install', (d) => delete d.scoped_token), ['C82 error']],
  ['no id', data('install', (d) => delete d.install_id), ['C82 error', 'C106 warning']],
  [
    'mount address elsewhere',
    data('install', (d) => (d.metadata = { mount_url: 'https://elsewhere.example/app' })),
    ['C82 error'],
  ],
  [
    'token without the prefix',
    state((s) => (s.newToken = (id) => `wdg_0123456789abcdef${id.replace(':', '-')}`)),
    ['C82 warning'],
    'structured',
  ],
  [
    'token made of the tenant',
    state((s) => (s.newToken = (id) => `cs_${id.at(-1)}_${PROBE.tenantId}`)),
    ['C83 warning'],
  ],
  ['short token', state((s) => (s.newToken = (id) => `cs_abc${id.at(-1)}`)), ['C83 warning']],
  [
    'one token for all',
    state((s) => {
      s.newToken = () => 'cs_a-token-that-everybody-has';
      const { install } = s;
      s.install = (body) => {
        for (const one of s.live.values()) one.tenantId = 'seen';
        return install.call(s, body);
      };
    }),
    ['C83 error'],
  ],
  ['one token for two tenants', state((s) => (s.newToken = () => 'cs_a-token-that-everybody-has')), ['C83 error']],
  [
    'one token for two ventures',
    state((s) => {
      const { installed } = s;
      s.installed = (id) => {
        const one = s.live.get(id)!;
        one.token = `cs_${createHmac('sha256', 'token').update(one.tenantId).digest('hex')}`;
        return installed.call(s, id, one.token);
      };
    }),
    ['C83 warning'],
  ],
  [
    'installs without a tenant',
    state((s) => {
      const { install } = s;
      s.install = (body) => install.call(s, body === '{}' ? '{"tenant_id":"nobody"}' : body);
    }),
    ['C84 error'],
  ],
  [
    'another status without a tenant',
    { answer: (a, n) => (n === 'install' && a.status === 400 ? { ...a, status: 422 } : a) },
    ['C84 warning'],
  ],
  [
    'bad JSON crashes',
    {
      answer: (a, n, r) => (n === 'install' && r.body === '{"tenant_id":' ? crash() : a),
    },
    ['C85 error'],
  ],
  ['second install crashes', answer('install', (a, n) => (n === 1 ? crash('duplicate') : a)), ['C86 warning']],
  ['no event for an install', without('install.created'), ['C87 error']],
  ['metrics stand still', state((s) => (s.active = () => 0)), ['C88 warning']],
  ['metrics as text', state((s) => (s.active = () => String(s.live.size))), ['C88 warning']],
  ['revoke without saying so', answer('uninstall', () => ({ status: 200, body: ok({}) })), ['C89 warning']],
  ['revoke with 204', answer('uninstall', () => ({ status: 204, body: '' })), ['C89 error']],
  [
    'revoke twice is fine',
    state((s) => {
      const gone = new Set<string>();
      const { revoke } = s;
      s.revoke = (id) => {
        if (gone.has(id)) return { status: 200, body: ok({ install_id: id, revoked: true }) };
        if (s.live.has(id)) gone.add(id);
        return revoke.call(s, id);
      };
    }),
    ['C90 error'],
  ],
  [
    'DELETE signed by the pattern of the route',
    {
      verdict: (right, r, name) =>
        name === 'uninstall' && right !== 'missing_signature_headers' && right !== 'stale_timestamp'
          ? signedOver(r.headers, '/x/install/:id/remove')
          : right,
    },
    ['C89 error', 'C91 error', 'C105 error'],
  ],
  [
    'unknown installs can be ended',
    state((s) => {
      const { revoke } = s;
      s.revoke = (id) =>
        id.startsWith('conformance-probe')
          ? { status: 200, body: ok({ install_id: id, revoked: true }) }
          : revoke.call(s, id);
    }),
    ['C99 error'],
  ],
  [
    'escapes in the path crash',
    { answer: (a, n, r) => (n === 'uninstall' && r.url.includes('%2F') ? crash() : a) },
    ['C92 error'],
  ],
  [
    'path decoded before verifying',
    { verdict: (right, r) => (r.url.includes('%2F') && right === null ? 'bad_signature' : right) },
    ['C92 error'],
  ],
  ['no event for a revocation', without('install.revoked'), ['C93 error']],
  [
    'event for an unknown install',
    state((s) => {
      const { revoke } = s;
      s.revoke = (id) => {
        if (!s.live.has(id)) s.append('install.revoked', { install_id: id });
        return revoke.call(s, id);
      };
    }),
    ['C94 error'],
  ],
  ['since ignored', state((s) => (s.events = () => s.log)), ['C137 error']],
  [
    'since in seconds',
    state((s) => (s.events = (since) => s.log.filter(({ ts }) => ts / 1000 > Number(since) / 1000 / 1000))),
    ['C137 error'],
  ],
  [
    'since inclusive',
    state((s) => (s.events = (since) => s.log.filter(({ ts }) => ts >= Number(since ?? 0) || since === 'yesterday'))),
    ['C95 error'],
  ],
  [
    'since must be a number',
    { answer: (a, n, r) => (n === 'events' && r.url.includes('yesterday') ? crash() : a) },
    ['C96 error'],
  ],
  [
    'events rewritten',
    state((s) => {
      const { events } = s;
      let reads = 0;
      s.events = (since) =>
        events.call(s, since).map((row) => ({ ...row, payload: { ...row.payload, reads: (reads += 1) } }));
    }),
    ['C97 error'],
  ],
  [
    'billing of another tenant',
    state((s) => (s.billing = () => ({ tenant_id: 'acme', plan: 'free', amount_cents: 0, currency: 'usd' }))),
    ['C98 error'],
  ],
  ['currency in capitals', data('billing', (d) => (d.currency = 'USD')), ['C98 warning']],
  ['events and bills of all tenants with every token', { ignoresTokens: true }, ['C153 warning', 'C155 warning']],
  [
    'the same events with every token, which name nobody',
    {
      ignoresTokens: true,
      reads: (d, n) => {
        if (n === 'events')
          d.events = (d.events as JsonObject[]).map((row) => ({ ...row, payload: { n: Number(row.ts) % 7 } }));
        if (n === 'billing') d.tenant_id = null;
      },
    },
    ['C153 warning'],
  ],
  [
    'metrics of all tenants',
    read('metrics', (d) => (d.by_tenant = { [PROBE.tenantId]: 1, [OTHER_PROBE.tenantId]: 1 })),
    ['C154 error'],
  ],
  [
    'the bill of another tenant with a token',
    {
      answer: (a, n, r) =>
        n === 'billing' && r.headers['authorization'] !== undefined && a.status === 200
          ? {
              status: 200,
              body: ok({ tenant_id: OTHER_PROBE.tenantId, plan: 'free', amount_cents: 0, currency: 'usd' }),
            }
          : a,
    },
    ['C155 error'],
  ],
  ['many at once crash', answer('install', (a, n) => (n > 4 ? crash('deadlock') : a)), ['C104 error']],
  [
    'installs that never end',
    state((s) => (s.revoke = (id) => (s.live.has(id) ? crash() : { status: 404, body: failure('not-found') }))),
    ['C89 error', 'C105 error'],
  ],
  [
    'events are refused, however signed',
    {
      manifest: set('endpoints', 'receive', '/x/receive'),
      verdict: (right, r, name) => (name === 'receive' && r.body !== undefined ? 'bad_signature' : right),
    },
    ['C130 error'],
  ],
  [
    'a ping is an unknown kind',
    {
      manifest: set('endpoints', 'receive', '/x/receive'),
      ...answer('receive', () => ({ status: 422, body: failure('unknown kind') })),
    },
    ['C130 warning'],
  ],
  [
    'changed settings are refused the second time',
    {
      manifest: set('endpoints', 'config_update', '/x/config-update'),
      state: (s) => {
        const right = s.configure.bind(s);
        let taken = 0;
        s.configure = (body) => ((taken += 1) > 1 ? { status: 409, body: failure('stale') } : right(body));
      },
    },
    ['C152 error'],
  ],
  [
    'changed settings are taken without a word of their version',
    {
      manifest: set('endpoints', 'config_update', '/x/config-update'),
      ...answer('config_update', (a) => ({ ...a, body: ok({}) })),
    },
    ['C152 error'],
  ],
  ['installs over the quota', state((s) => (s.isOverQuota = () => false)), ['C131 error'], 'structured'],
  [
    'too many requests instead of 402',
    { answer: (a, n) => (n === 'install' && a.status === 402 ? { ...a, status: 429 } : a) },
    ['C131 error'],
    'structured',
  ],
  [
    'a 402 without the envelope',
    { answer: (a, n) => (n === 'install' && a.status === 402 ? { ...a, body: 'Pay first' } : a) },
    ['C131 error'],
    'structured',
  ],
  [
    'the count never falls',
    state((s) => {
      let most = 0;
      s.active = () => (most = Math.max(most, s.live.size));
    }),
    ['C106 warning'],
  ],
  [
    'every DELETE fails',
    { answer: (a, n) => (n === 'uninstall' && a.status !== 401 ? crash() : a) },
    ['C89 error', 'C91 error', 'C92 error', 'C99 error', 'C105 error'],
  ],
];

/** Verification result of a Drive that signs `target` after the timestamp. */
export function signedOver(headers: Readonly<Record<string, string>>, target: string): string | null {
  const expected = createHmac('sha256', SECRET).update(`${headers[TIMESTAMP_HEADER]}:${target}`).digest('hex');
  return headers[SIGNATURE_HEADER] === expected ? null : 'bad_signature';
}
