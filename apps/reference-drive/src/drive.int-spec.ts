import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { diffManifests, needsConsent, readManifest, signatureHeaders } from '@portal/contract';
import { createReferenceDrive, type ReferenceDrive } from './drive.js';
import type { ReferenceDriveOptions } from './options.js';

const SECRET = 'a-secret-for-this-test-0123456789abcdef';
const OTHER = 'another-secret-for-this-test-0123456789';
const INSTALL = '/api/platform/install';
const BOTH = {
  merkava_tenant_id: 't1',
  merkava_venture_id: 'v1',
  venture_name: 'Bakery',
  operator_email: 'o@example.com',
  install_origin: 'http://host',
  tenant_id: 't1',
  venture_id: 'v1',
};

interface Sent {
  readonly method?: string;
  readonly secret?: string;
  readonly timestampMs?: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

let drive: ReferenceDrive;
let directory: string;
let clock = Date.now();

const open = async (options: ReferenceDriveOptions = {}): Promise<void> => {
  drive = await createReferenceDrive({
    port: 0,
    secrets: [SECRET],
    dataFile: path.join(directory, 'drive.json'),
    now: () => clock,
    ...options,
  });
};

/** Sends a signed request (or an unsigned one without `secret`) and returns status and parsed body. */
async function call(
  target: string,
  { method = 'GET', secret, timestampMs, body, headers }: Sent = {},
): Promise<{ status: number; body: Record<string, unknown>; text: string }> {
  const signed =
    secret === undefined ? {} : signatureHeaders({ secret, timestampMs: timestampMs ?? ++clock, path: target });
  const response = await fetch(`${drive.url}${target}`, {
    method,
    redirect: 'manual',
    headers: { ...signed, ...headers },
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    text,
    body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {},
  };
}

const data = (answer: { body: Record<string, unknown> }): Record<string, unknown> =>
  answer.body['data'] as Record<string, unknown>;
const install = async (body: unknown = BOTH): Promise<Record<string, unknown>> =>
  data(await call(INSTALL, { method: 'POST', secret: SECRET, body }));

beforeEach(async () => {
  clock = Date.now();
  directory = mkdtempSync(path.join(tmpdir(), 'reference-drive-'));
  await open();
});

afterEach(async () => {
  await drive.close();
  rmSync(directory, { recursive: true, force: true });
});

describe('the overlay', () => {
  it('changes the manifest and the tier, and removes a key', async () => {
    await drive.close();
    await open({ id: 'other', pricingTier: 'free', manifestOverlay: { drive: { tagline: 'x' }, quota: null } });
    const manifest = data(await call('/api/platform/drive/manifest'));
    expect(manifest['drive']).toMatchObject({ id: 'other', pricing_tier: 'free', tagline: 'x', motion: 'build' });
    expect(manifest).not.toHaveProperty('quota');
  });
});

describe('the manifest', () => {
  it('is valid in every version, and each new version asks operators for consent', async () => {
    const read = async (): Promise<ReturnType<typeof readManifest>> =>
      readManifest(data(await call('/api/platform/drive/manifest')), { allowLoopback: true });
    let before = await read();
    expect(before.issues.filter(({ level }) => level === 'error')).toEqual([]);
    for (let version = 1; version <= 5; version += 1) {
      await call('/_control/publish', { method: 'POST' });
      const after = await read();
      expect(after.issues.filter(({ level }) => level === 'error')).toEqual([]);
      expect(needsConsent(diffManifests(before.manifest!, after.manifest!))).toBe(true);
      before = after;
    }
  });
});

describe('signatures', () => {
  it('refuses everything while no secret is known', async () => {
    await drive.close();
    await open({ secrets: [] });
    expect(await call('/api/platform/metrics', { secret: SECRET })).toMatchObject({
      status: 401,
      body: { error: 'bad_signature' },
    });
  });

  it('keeps the old secret for 24 hours after a new one was entered, not a millisecond longer', async () => {
    await call('/_control/secret', { method: 'POST', body: { secret: OTHER } });
    expect((await call('/api/platform/metrics', { secret: OTHER })).status).toBe(200);
    clock += 24 * 3_600_000 - 3;
    expect((await call('/api/platform/metrics', { secret: SECRET })).status).toBe(200);
    clock += 24 * 3_600_000;
    expect((await call('/api/platform/metrics', { secret: SECRET })).status).toBe(401);
    expect((await call('/api/platform/metrics', { secret: OTHER })).status).toBe(200);
  });

  it('drops a leaked secret at once', async () => {
    await call('/_control/secret', { method: 'POST', body: { secret: OTHER, only: true } });
    expect((await call('/api/platform/metrics', { secret: SECRET })).status).toBe(401);
  });
});

describe('a secret of a tenant’s own', () => {
  const OWN = 'the-own-secret-of-this-tenant-0123456789';
  const NEXT = 'the-next-secret-of-this-tenant-012345678';
  const events = '/api/platform/events?since=0';
  const bearer = (token: unknown): Record<string, string> => ({ authorization: `Bearer ${String(token)}` });
  const status = async (secret: string, token?: unknown): Promise<number> =>
    (await call(events, { secret, ...(token !== undefined && { headers: bearer(token) }) })).status;
  const end = async (secret: string, id: unknown): Promise<number> =>
    (await call(`${INSTALL}/${String(id)}`, { method: 'DELETE', secret })).status;

  it('signs for the workspaces of that tenant and for nothing else', async () => {
    const [mine, other] = [
      await install({ ...BOTH, signing_key: OWN }),
      await install({ ...BOTH, merkava_tenant_id: 't2', tenant_id: 't2' }),
    ];
    expect(await status(OWN, mine['scoped_token'])).toBe(200);
    expect(await status(SECRET, mine['scoped_token'])).toBe(200);
    expect(await status(OWN, other['scoped_token'])).toBe(401);
    expect(await status(OWN)).toBe(401);
    expect(await status(OWN, 'made-up')).toBe(401);
    expect(await end(OWN, other['install_id'])).toBe(401);
    const again = { method: 'POST', secret: OWN, body: { ...BOTH, signing_key: NEXT } };
    expect((await call(INSTALL, again)).status).toBe(401);
    await drive.close();
    await open();
    expect(await status(OWN, mine['scoped_token'])).toBe(200);
  });

  it('is valid for one more day after it is replaced, not a millisecond longer', async () => {
    const { scoped_token: token } = await install({ ...BOTH, signing_key: OWN });
    await install({ ...BOTH, signing_key: NEXT });
    const replaced = clock;
    expect([await status(OWN, token), await status(NEXT, token)]).toEqual([200, 200]);
    clock = replaced + 86_400_000 - 2;
    expect(await status(OWN, token)).toBe(200);
    clock = replaced + 86_400_000 - 1;
    expect([await status(OWN, token), await status(NEXT, token)]).toEqual([401, 200]);
  });

  it('stays valid for a day after the last workspace of the tenant, so that the uninstall can be repeated', async () => {
    const [first, second] = [
      await install({ ...BOTH, signing_key: OWN }),
      await install({ ...BOTH, merkava_venture_id: 'v2', venture_id: 'v2', signing_key: OWN }),
    ];
    expect(await end(OWN, first['install_id'])).toBe(200);
    clock += 2 * 86_400_000;
    expect(await status(OWN, second['scoped_token'])).toBe(200);
    expect([await end(OWN, second['install_id']), await end(OWN, second['install_id'])]).toEqual([200, 404]);
    clock += 86_400_000;
    expect(await end(OWN, second['install_id'])).toBe(401);
  });

  it.each([[''], ['short'], ['x'.repeat(501)], [7], [null], [{ key: OWN }]])('cannot be %j', async (signing_key) => {
    const sent = { method: 'POST', secret: SECRET, body: { ...BOTH, signing_key } };
    expect(await call(INSTALL, sent)).toMatchObject({ status: 400, body: { error: 'invalid signing_key' } });
    expect(await end(SECRET, 'none')).toBe(404);
  });
});

describe('replays', () => {
  it('answers the same request again without doing it twice, and refuses another body under the same signature', async () => {
    const timestampMs = clock;
    const first = await call(INSTALL, { method: 'POST', secret: SECRET, timestampMs, body: BOTH });
    const again = await call(INSTALL, { method: 'POST', secret: SECRET, timestampMs, body: BOTH });
    expect(again.text).toBe(first.text);
    const swapped = await call(INSTALL, { method: 'POST', secret: SECRET, timestampMs, body: { tenant_id: 'thief' } });
    expect(swapped).toMatchObject({ status: 401, body: { error: 'replayed_signature' } });
    expect(data(await call('/api/platform/metrics', { secret: SECRET }))['installs_active']).toBe(1);
  });
});

describe('installs', () => {
  it('gives the same workspace and token when the same tenant and venture are installed again', async () => {
    const first = await install();
    expect(await install()).toEqual(first);
    expect((await install({ ...BOTH, merkava_venture_id: 'v2', venture_id: 'v2' }))['install_id']).not.toBe(
      first['install_id'],
    );
  });

  it.each([
    ['no tenant', {}, 'missing tenant_id'],
    ['no body', undefined, 'missing tenant_id'],
    ['no JSON', '{', 'invalid_json'],
    ['an array', [], 'invalid_json'],
    [
      'settings that do not fit the form',
      { tenant_id: 't', config: { brand_name: 'x', tone: 'loud' } },
      'invalid config',
    ],
    ['settings without a required one', { tenant_id: 't', config: { tone: 'plain' } }, 'invalid config'],
    ['a prototype key', '{"tenant_id":"t","__proto__":{}}', 'invalid_json'],
  ])('refuses %s with 400 and changes nothing', async (_name, body, error) => {
    expect(await call(INSTALL, { method: 'POST', secret: SECRET, body })).toMatchObject({
      status: 400,
      body: { ok: false, error },
    });
    expect(data(await call('/api/platform/events', { secret: SECRET }))['events']).toEqual([]);
  });

  it('refuses a body over the limit', async () => {
    const answer = await call(INSTALL, { method: 'POST', secret: SECRET, body: 'x'.repeat(256 * 1024 + 1) });
    expect(answer.status).toBe(413);
  });

  it('revokes the token with the install, and forgets the id', async () => {
    const { install_id: id, scoped_token: token } = await install();
    const headers = { authorization: `Bearer ${String(token)}` };
    expect((await call('/api/whoami', { headers })).status).toBe(200);
    expect((await call('/api/platform/metrics', { secret: SECRET, headers })).status).toBe(200);
    expect((await call(`/app/${String(id)}`)).status).toBe(200);

    const target = `${INSTALL}/${String(id)}`;
    expect(data(await call(target, { method: 'DELETE', secret: SECRET }))).toEqual({ install_id: id, revoked: true });

    expect((await call('/api/whoami', { headers })).status).toBe(401);
    expect((await call('/api/platform/metrics', { secret: SECRET, headers })).status).toBe(401);
    expect((await call(`/app/${String(id)}`)).status).toBe(410);
    expect(await call(target, { method: 'DELETE', secret: SECRET })).toMatchObject({
      status: 404,
      body: { error: 'not-found' },
    });
    expect((await install())['install_id']).not.toBe(id);
  });

  it('refuses an invented token everywhere', async () => {
    const { scoped_token: token } = await install();
    for (const wrong of [`${String(token)}x`, String(token).slice(0, -1), 'quill_', 'x']) {
      expect((await call('/api/whoami', { headers: { authorization: `Bearer ${wrong}` } })).status).toBe(401);
    }
  });

  it('survives a restart with installs, events and tokens', async () => {
    const before = await install();
    const events = (await call('/api/platform/events', { secret: SECRET })).body['data'];
    await drive.close();
    await open();
    expect(await install()).toMatchObject({ install_id: before['install_id'], scoped_token: before['scoped_token'] });
    expect((await call('/api/platform/events', { secret: SECRET })).body['data']).toEqual(events);
  });

  it('does not start on a state file that it cannot read', async () => {
    const dataFile = path.join(directory, 'broken.json');
    writeFileSync(dataFile, '{');
    await expect(createReferenceDrive({ port: 0, dataFile })).rejects.toThrow(/broken\.json cannot be read/);
  });
});

describe('events, metrics and billing', () => {
  it('counts drafts per workspace and refuses the one over the quota with 402', async () => {
    const { scoped_token: token } = await install();
    const headers = { authorization: `Bearer ${String(token)}` };
    for (let i = 0; i < 200; i += 1)
      expect((await call('/api/drafts', { method: 'POST', headers, body: { title: `Draft ${i}` } })).status).toBe(201);
    expect((await call('/api/drafts', { method: 'POST', headers, body: { title: 'one more' } })).status).toBe(402);
    expect(data(await call('/api/platform/metrics', { secret: SECRET, headers }))).toMatchObject({
      installs_active: 1,
      drafts_created: 200,
      quota_used: 200,
    });
  });

  it('bills per active install of the tenant', async () => {
    await install();
    await install({ tenant_id: 't9' });
    expect(data(await call('/api/platform/billing?tenant_id=t1', { secret: SECRET }))).toMatchObject({
      tenant_id: 't1',
      plan: 'starter',
      amount_cents: 4900,
      currency: 'usd',
    });
  });
});

describe("the author's console", () => {
  it('publishes a version that adds an event kind, a permission and a config field', async () => {
    const before = data(await call('/api/platform/drive/manifest'));
    expect(data(await call('/_control/publish', { method: 'POST' }))).toEqual({ version: '1.1.0' });
    const after = data(await call('/api/platform/drive/manifest'));
    expect(after['drive']).toMatchObject({ version: '1.1.0' });
    for (const key of ['events_emitted', 'permissions_requested'])
      expect((after[key] as string[]).length).toBe((before[key] as string[]).length + 1);
    expect(after['config_schema']).toMatchObject({ properties: { auto_publish: { type: 'boolean' } } });
    await drive.close();
    await open();
    expect(data(await call('/api/platform/drive/manifest'))).toEqual({
      ...after,
      drive: expect.objectContaining({ version: '1.1.0' }) as unknown,
      support: expect.anything() as unknown,
      install_returns: expect.anything() as unknown,
    });
  });

  it('shows neither secrets nor tokens', async () => {
    const { scoped_token: token } = await install();
    await call('/_control/secret', { method: 'POST', body: { secret: OTHER } });
    for (const target of ['/', '/_control/state']) {
      const { status, text } = await call(target);
      expect(status).toBe(200);
      for (const hidden of [SECRET, OTHER, String(token)]) expect(text).not.toContain(hidden);
    }
  });

  it('escapes what tenants named themselves', async () => {
    await install({ ...BOTH, venture_name: '<script>alert(1)</script>' });
    expect((await call('/')).text).not.toContain('<script>');
  });

  it.each([
    ['a Host that is not loopback', { host: 'drive.example' }],
    ['a form on another site', { origin: 'https://evil.example' }],
  ])('refuses %s', async (_name, headers) => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(`${drive.url}/_control/publish`, { method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject).end();
    });
    expect(status).toBe(403);
    expect(data(await call('/api/platform/drive/manifest'))['drive']).toMatchObject({ version: '1.0.0' });
  });

  it('simulates a lost response: the install exists, the caller gets no answer', async () => {
    await call('/_control/fault', { method: 'POST', body: { kind: 'drop-answer', times: 1, method: 'POST' } });
    await expect(call(INSTALL, { method: 'POST', secret: SECRET, body: BOTH })).rejects.toThrow();
    expect(data(await call('/api/platform/metrics', { secret: SECRET }))['installs_active']).toBe(1);
    expect((await call(INSTALL, { method: 'POST', secret: SECRET, body: BOTH })).status).toBe(200);
  });

  it('refuses as many requests as asked, then serves again', async () => {
    await call('/_control/fault', { method: 'POST', body: { kind: 'status', status: 500, times: 2 } });
    const statuses = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await call('/api/platform/health')).status);
    expect(statuses).toEqual([500, 500, 200]);
    expect((await call('/_control/fault', { method: 'POST', body: { kind: 'other' } })).status).toBe(400);
  });

  it('becomes unreachable and slow, and recovers with a reset', async () => {
    expect((await call('/_control/condition', { method: 'POST', body: { dark: true } })).status).toBe(200);
    await expect(call('/api/platform/health')).rejects.toThrow();
    await expect(call(INSTALL, { method: 'POST', secret: SECRET, body: BOTH })).rejects.toThrow();
    expect((await call('/')).text).toContain('every connection is cut');
    await call('/_control/condition', { method: 'POST', body: { dark: false, delay_ms: 300 } });
    const before = performance.now();
    expect((await call('/api/platform/health')).status).toBe(200);
    expect(performance.now() - before).toBeGreaterThan(295);
    expect(data(await call('/_control/reset', { method: 'POST' }))).toEqual({
      condition: { dark: false, delay_ms: 0 },
      on: [],
    });
    expect(data(await call('/api/platform/metrics', { secret: SECRET }))['installs_active']).toBe(0);
  });

  it.each([
    ['condition', { dark: 'perhaps' }, 400],
    ['condition', { delay_ms: -1 }, 400],
    ['condition', { delay_ms: 1e9 }, 400],
    ['switch', { name: 'metrics-open' }, 400],
    ['switch', { name: 'no-such-switch', on: true }, 404],
    ['switch', { name: 'toString', on: true }, 404],
    ['explode', {}, 404],
  ])('refuses %s %j with %d and changes nothing', async (action, body, status) => {
    expect((await call(`/_control/${action}`, { method: 'POST', body })).status).toBe(status);
    const { condition, switches } = data(await call('/_control/state')) as {
      condition: object;
      switches: { on: boolean }[];
    };
    expect(condition).toEqual({ dark: false, delay_ms: 0 });
    expect(switches.filter(({ on }) => on)).toEqual([]);
  });

  it('lists every switch with its checks and state, and changes one by a form', async () => {
    const { switches } = data(await call('/_control/state')) as { switches: { name: string; breaks: string[] }[] };
    const before = (await call('/')).text;
    for (const { name, breaks } of switches) {
      expect(before).toContain(`<code>${name}</code>`);
      expect(before).toContain(`breaks ${breaks.join(', ')}`);
    }
    expect(before).not.toContain('aria-checked="true"');
    const turned = await call('/_control/switch', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'name=metrics-open&on=true',
    });
    expect(turned.status).toBe(303);
    const after = (await call('/?open=metrics-open')).text;
    expect(after.match(/aria-checked="true"/g)).toHaveLength(1);
    expect(after).toContain('Metrics are open to everybody (C50).');
    expect((await call('/api/platform/metrics')).status).toBe(200);
  });

  it('is a page without scripts and external resources that cannot be framed', async () => {
    await call('/_control/emit', { method: 'POST', body: { type: '<img src=x onerror=alert(1)>' } });
    const response = await fetch(`${drive.url}/?done=<b>&open=<b>`);
    const text = await response.text();
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(text).not.toMatch(/<script|<img|<link|https?:\/\/(?!127)|<b>/);
    expect(text).toContain('&lt;img src=x');
  });
});

describe('install variants', () => {
  const variantOne = { merkava_tenant_id: 't1', merkava_venture_id: 'v1', venture_name: 'x' };
  const variantTwo = { tenant_id: 't1', venture_id: 'v1' };

  it.each([
    ['1', variantOne, variantTwo, ['drive_workspace_id', 'metadata', 'scoped_token']],
    ['2', variantTwo, variantOne, ['capabilities', 'install_id', 'scoped_token']],
  ] as const)('variant %s alone reads and answers only its own fields', async (installVariant, own, other, keys) => {
    await drive.close();
    await open({ installVariant });
    const refused = await call(INSTALL, { method: 'POST', secret: SECRET, body: other });
    expect(refused).toMatchObject({ status: 400, body: { error: 'missing tenant_id' } });
    expect(Object.keys(await install(own)).sort()).toEqual(keys);
    expect(Object.keys(await install({ ...other, ...own })).sort()).toEqual(keys);
  });
});

describe('the flat shape', () => {
  it('is valid in every version, and shows standard events only, in its own spelling', async () => {
    await drive.close();
    await open({ shape: 'a' });
    for (let version = 0; version < 3; version += 1) {
      const { issues, manifest } = readManifest(data(await call('/api/platform/drive/manifest')), {
        allowLoopback: true,
      });
      expect(issues.filter(({ level }) => level === 'error')).toEqual([]);
      expect(manifest).toMatchObject({ shape: 'flat', contractVersion: 'v1', version: `1.${version}.0` });
      await call('/_control/publish', { method: 'POST' });
    }
    const { install_id: id } = await install();
    await call('/_control/emit', { method: 'POST', body: { install_id: id, type: 'draft.created' } });
    const { events } = data(await call('/api/platform/events', { secret: SECRET })) as { events: { type: string }[] };
    expect(events.map(({ type }) => type)).toEqual(['install_created']);
  });
});

describe('two requests of one millisecond', () => {
  it('repeat an uninstall, and accept another body after a refusal', async () => {
    const { install_id: id } = await install();
    const target = `${INSTALL}/${String(id)}`;
    const timestampMs = (clock += 10);
    expect((await call(target, { method: 'DELETE', secret: SECRET, timestampMs })).status).toBe(200);
    expect((await call(target, { method: 'DELETE', secret: SECRET, timestampMs })).status).toBe(404);
    const post = (body: unknown) => call(INSTALL, { method: 'POST', secret: SECRET, timestampMs, body });
    expect((await post({})).status).toBe(400);
    expect((await post('{"tenant_id":')).status).toBe(400);
    expect((await post({ tenant_id: 't5' })).status).toBe(200);
    expect(await post({ tenant_id: 't6' })).toMatchObject({ status: 401, body: { error: 'replayed_signature' } });
  });
});
