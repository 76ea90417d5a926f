import {
  CONTRACT_DRAFT,
  CONTRACT_VERSIONS,
  prepareKey,
  TIMESTAMP_HEADER,
  verify,
  type JsonObject,
} from '@portal/contract';
import { manifestFields } from '../../contract/src/manifest/fields/index.js';
import { checkManifestFile, conformanceCatalogue, conformanceChecks, macFromSecret, runConformance } from './index.js';
import { faultyDrives, set } from './testing/gallery.js';
import { goodManifest, memoryDrive, NOW, ORIGIN, SECRET, type Faults } from './testing/memory-drive.js';
import { notes, playDrive, signer, worse, type Shape } from './testing/play.js';

/** Number of the check and name of each field of the `drive` block. */
const fieldsOfDrive = Object.values(manifestFields).flatMap(({ structured, rule }) => {
  const at = typeof structured === 'object' ? structured.at : structured;
  return typeof at === 'string' && at.startsWith('/drive/') && rule ? [[rule.number, at.slice(7)] as const] : [];
});

const modeOf = new Map(conformanceChecks.map(({ id, mode }) => [id, mode]));

const run = (shape: Shape, faults: Faults = {}, mode: 'full' | 'public' | 'schema' = 'full') =>
  playDrive(faults, shape, mode);

describe('good Drives', () => {
  it.each(['structured', 'flat', 'minimal'] as const)('%s passes everything without a false alarm', async (shape) => {
    const result = await run(shape);
    expect(worse(result)).toEqual(shape === 'flat' ? ['C31 warning'] : []);
    // The minimal one has no product version.
    expect(notes(result)).toEqual(shape === 'minimal' ? ['C23 info'] : []);
    expect(result.report).toMatchObject({ ok: true, checks: { schema: 'pass', endpoints: 'pass', hmac: 'pass' } });
    expect(result.report.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(result.canonical?.name).toBe(result.report.manifest?.name);
  });

  it('pass when refusals use the other spellings of the contract', async () => {
    const spelled: Record<string, string> = {
      missing_signature_headers: 'missing-headers',
      stale_timestamp: 'timestamp-skew',
      bad_signature: 'sig-mismatch',
    };
    expect(worse(await run('minimal', { verdict: (right) => right && spelled[right]! }))).toEqual([]);
  });
});

describe('Drives of two contract versions', () => {
  const draft = (manifest: JsonObject): void => {
    manifest.schema_version = 2;
    manifest.contract_version = '2.0.0-draft';
  };
  /** Event rows in the format of the draft. */
  const later = (data: Record<string, unknown>, name: string): void => {
    if (name !== 'events') return;
    data.events = (data.events as { ts: number }[]).map(({ ts, ...row }) => ({
      ...row,
      occurred_at: new Date(ts).toISOString(),
    }));
  };
  const contract = { contractVersions: [...CONTRACT_VERSIONS, CONTRACT_DRAFT], at: NOW };
  const play = (faults: Faults, input: object = { contract }) => playDrive(faults, 'structured', 'lifecycle', input);

  it('are judged by the version that they declare', async () => {
    expect(worse(await play({ manifest: draft, reads: later }))).toEqual([]);
    expect(worse(await play({}))).toEqual([]);
    expect(worse(await play({ manifest: draft }))).toContain('C64 error');
    expect(worse(await play({ reads: later }))).toContain('C64 error');
  });

  it('are refused where the version is not served', async () => {
    expect(worse(await play({ manifest: draft, reads: later }, {}))).toEqual(
      expect.arrayContaining(['C10 error', 'C24 error']),
    );
  });
});

describe('faulty Drives', () => {
  it.each(faultyDrives)('fail as planned: %s', async (_name, faults, expected, shape = 'minimal') => {
    const result = await run(shape, faults);
    const bad = expected.filter((line) => !line.endsWith('info'));
    expect(worse(result)).toEqual(bad.sort((a, b) => Number(a.endsWith('warning')) - Number(b.endsWith('warning'))));
    expect(notes(result)).toEqual(expect.arrayContaining(expected.filter((line) => line.endsWith('info'))));
    expect(result.report.ok).toBe(!expected.some((line) => line.endsWith('error')));
  });

  it.each(faultyDrives)('are judged alike without a key: %s', async (_name, faults, expected, shape = 'minimal') => {
    const { report, requests } = await run(shape, faults, 'public');
    const open = expected.filter((line) => /^(schema|public)$/.test(modeOf.get(line.split(' ')[0]!)!));
    expect(report.findings.map(({ id, level }) => `${id} ${level}`)).toEqual(expect.arrayContaining(open));
    expect(report.ok).toBe(!open.some((line) => line.endsWith('error')));
    for (const { url, headers } of requests) {
      const { pathname, search } = new URL(url);
      expect(verify({ headers, path: pathname + search, keys: [prepareKey(SECRET)], nowMs: NOW }).ok).toBe(false);
    }
  });

  it.each(fieldsOfDrive)('fail the check %s when %s is an object', async (number, name) => {
    expect(worse(await run('structured', { manifest: set('drive', name, {}) }))).toContain(`${number} error`);
  });

  it('cover every check that can fail', () => {
    const covered = new Set([
      ...faultyDrives.flatMap(([, , lines]) => lines.map((line) => line.split(' ')[0])),
      ...fieldsOfDrive.map(([number]) => number),
    ]);
    const missing = conformanceChecks.filter(({ id, mode }) => mode !== 'lifecycle' && !covered.has(id));
    // C53: every Drive that verifies refuses a stale probe with an unknown key; the others are informational.
    expect(missing.map(({ id }) => id)).toEqual(['C53', 'C66', 'C68']);
  });

  it('are found when they accept a stale timestamp although they verify fresh signatures', async () => {
    const stale = (t: string | undefined): boolean => NOW - Number(t) > 300_000;
    const result = await run('minimal', { verdict: (v, r) => (stale(r.headers[TIMESTAMP_HEADER]) ? null : v) });
    expect(worse(result)).toEqual(['C53 error', 'C63 error']);
  });
});

describe('the infrastructure in front of a Drive', () => {
  it.each([
    ['warning page of a tunnel as manifest', 'ngrok answers, not your Drive'],
    ['a tunnel without a Drive behind it', 'the tunnel has ended'],
    ['reminder page of a tunnel', 'localtunnel'],
    ['check for browsers', 'Cloudflare’s check'],
    ['login page as manifest', 'A login page answers'],
    ['redirect to a login', 'A redirect to a login'],
    ['single-page app at the path of metrics', 'single-page app’s fallback'],
    ['static page at the path of install', 'A web page answers here'],
  ])('is named: %s', async (name, words) => {
    const { report } = await run('minimal', faultyDrives.find(([own]) => own === name)![1]);
    const [finding] = report.findings.filter(({ level }) => level === 'error');
    expect(finding!.cause).toContain(words);
    expect(finding!.fix).not.toBe('');
  });

  it('is asked once more when it was late, and both times are reported', async () => {
    const asleep = faultyDrives.find(([name]) => name === 'asleep for longer than anybody waits')![1];
    const { report, probes } = await run('minimal', asleep);
    expect(report).toMatchObject({ ok: true });
    expect(report.findings.find(({ id }) => id === 'C124')?.received).toBe(
      'first no answer within 10000 ms, then an answer after 1 ms',
    );
    expect(probes.slice(0, 2).map(({ failure, ms }) => [failure, ms])).toEqual([
      ['timeout', 10_000],
      [null, 1],
    ]);
  });

  it('is one note for plain http or one’s own machine, without mention of TLS', async () => {
    for (const origin of ['http://drive.example', 'http://127.0.0.1:4010', 'https://localhost:4010']) {
      const tls = { protocol: 'TLSv1.1', validToMs: 0 };
      const { report } = await playDrive({ origin, tls }, 'minimal', 'public', { allowLoopback: true });
      const notes = report.findings.filter(({ id }) => /^C12[0-3]$/.test(id));
      expect([origin, notes.map(({ id, level }) => `${id} ${level}`)]).toEqual([origin, ['C120 info']]);
    }
  });
});

describe('a run of the checks', () => {
  it('reports everything that is wrong at once, worst first', async () => {
    const result = await run('minimal', {
      manifest: (m) => {
        set('drive', 'motion', 'run')(m);
        set('', 'contract_version', 'v1')(m);
        set('drive', 'colour', 1)(m);
      },
      answer: (a, n) => (n === 'metrics' ? { status: 404, body: '' } : a),
    });
    expect(worse(result)).toEqual(['C16 error', 'C24 error', 'C43 error', 'C38 warning']);
    expect(result.report).toMatchObject({
      ok: false,
      checks: { schema: 'fail', endpoints: 'fail', hmac: 'pass' },
      manifest: null,
    });
    expect(result.canonical).toBeNull();
  });

  it('has no key in public mode, and reports that the positive half was not run', async () => {
    const spy = jest.fn(signer);
    const { report } = await playDrive({}, 'minimal', 'public', { signer: spy });
    expect(spy).not.toHaveBeenCalled();
    expect(report).toMatchObject({
      ok: true,
      checks: { hmac: 'pass' },
      findings: expect.arrayContaining([expect.objectContaining({ id: 'C66', level: 'info' })]),
    });
  });

  it('calls nothing that changes something before a valid manifest was read', async () => {
    const { requests } = await run('minimal', { manifest: set('drive', 'motion', 'run') });
    expect(requests.filter(({ method }) => method !== 'GET' && method !== 'HEAD')).toEqual([]);
    expect(requests.some(({ url }) => url.includes('/x/metrics'))).toBe(true);
  });

  it('sends unsafe calls without a body, never properly signed, and to the manifest’s origin only', async () => {
    const { transport, requests } = memoryDrive(goodManifest('minimal'));
    await runConformance({ manifestUrl: `${ORIGIN}/m`, transport, signer, now: () => NOW, mode: 'full' });
    const unsafe = requests.filter(({ method }) => method !== 'GET' && method !== 'HEAD');
    expect(unsafe.length).toBeGreaterThan(0);
    for (const { url, headers, body } of unsafe) {
      expect(body).toBeUndefined();
      expect(verify({ headers, path: new URL(url).pathname, keys: [prepareKey(SECRET)], nowMs: NOW }).ok).toBe(false);
    }
    const icon = (goodManifest('minimal').drive as JsonObject).icon_url;
    expect(requests.every(({ url }) => url === icon || new URL(url).origin === ORIGIN)).toBe(true);
  });

  it('stops calling an endpoint that gave no answer', async () => {
    const { requests } = await run('minimal', { answer: (a, n) => (n === 'metrics' ? { failure: 'timeout' } : a) });
    expect(requests.filter(({ url }) => url.includes('/x/metrics'))).toHaveLength(1);
  });

  it('runs the schema alone when asked, with one request', async () => {
    const { report, requests } = await run('minimal', {}, 'schema');
    expect(report).toMatchObject({ ok: true, checks: { schema: 'pass', endpoints: 'skipped', hmac: 'skipped' } });
    expect(requests).toHaveLength(1);
  });

  it('skips what cannot be checked when there is no manifest', async () => {
    const { report } = await run('minimal', { answer: () => ({ failure: 'dns' }) });
    expect(report).toMatchObject({
      ok: false,
      checks: { schema: 'fail', endpoints: 'skipped', hmac: 'skipped' },
      digest: null,
    });
  });

  it.each([
    ['500', { status: 500, body: 'oops' }],
    ['429', { status: 429, body: { ok: false, error: 'slow down' } }],
    ['a redirect', { status: 302, body: '', headers: { location: 'https://drive.example/other' } }],
    ['no JSON', { status: 200, body: '{' }],
    ['a list', { status: 200, body: [] }],
  ])('passes no endpoint when the manifest cannot be read: %s', async (_name, answer) => {
    for (const mode of ['public', 'full'] as const) {
      const { report, requests } = await run('minimal', { answer: () => answer }, mode);
      expect(requests).toHaveLength(1);
      expect(report).toMatchObject({ ok: false, checks: { schema: 'fail', endpoints: 'skipped', hmac: 'skipped' } });
    }
  });

  it('passes no endpoint when none can be called, and still says what is wrong with the connection', async () => {
    const nowhere = { manifest: set('', 'endpoints', undefined) };
    expect((await run('minimal', nowhere)).report.checks).toMatchObject({ endpoints: 'skipped', hmac: 'skipped' });
    const plain = { origin: 'http://drive.example', answer: () => ({ status: 500, body: '' }) };
    expect((await run('minimal', plain)).report.checks).toMatchObject({ endpoints: 'fail' });
  });

  it('reports each check as it ends', async () => {
    const { transport } = memoryDrive(goodManifest('minimal'));
    const reported: string[] = [];
    await runConformance({
      manifestUrl: `${ORIGIN}/m`,
      transport,
      now: () => NOW,
      mode: 'public',
      onCheck: ({ id, status }) => reported.push(`${id} ${status}`),
    });
    expect(reported).toHaveLength(conformanceChecks.length);
    expect(reported[0]).toBe('C01 pass');
  });

  it('does not accuse a Drive when the signer can only sign for now', async () => {
    const { transport } = memoryDrive(goodManifest('minimal'));
    const result = await runConformance({
      manifestUrl: `${ORIGIN}/m`,
      transport,
      signer: (path) => signer(path, NOW),
      mac: macFromSecret(SECRET),
      now: () => NOW,
      mode: 'full',
    });
    expect(result.report.ok).toBe(true);
    expect(result.results.find(({ id }) => id === 'C63')?.status).toBe('skipped');
    const kept = result.results.filter(({ reason }) => reason === 'never_signed').map(({ id }) => id);
    expect(kept).toEqual(['C69', 'C70', 'C71']);
  });

  it('masks secrets in what it shows', async () => {
    const { report } = await run('minimal', {
      answer: (a, n) => (n === 'metrics' ? { status: 200, body: { scoped_token: 'tok_very_secret' } } : a),
    });
    expect(report.findings.some(({ received }) => received?.includes('"scoped_token":"***'))).toBe(true);
    expect(JSON.stringify(report)).not.toContain('tok_very_secret');
  });
});

describe('the catalogue of checks', () => {
  it('documents every check, and nothing else', () => {
    expect(conformanceCatalogue().map(({ id }) => id)).toHaveLength(conformanceChecks.length);
    expect(conformanceChecks.length).toBeGreaterThanOrEqual(60);
  });

  it('has unique numbers and names', () => {
    expect(new Set(conformanceChecks.map(({ id }) => id)).size).toBe(conformanceChecks.length);
    expect(new Set(conformanceChecks.map(({ rule }) => rule)).size).toBe(conformanceChecks.length);
    for (const { id, clause } of conformanceChecks) {
      expect(id).toMatch(/^C\d{2,3}$/);
      expect(clause).not.toBe('');
    }
  });
});

describe('a manifest file', () => {
  it('may be bare or enveloped, and gets the same verdict', async () => {
    const bare = Buffer.from(JSON.stringify(goodManifest('structured')));
    const { report } = await checkManifestFile(bare);
    expect(report).toMatchObject({ ok: true, checks: { schema: 'pass', endpoints: 'skipped', hmac: 'skipped' } });
    const wrapped = JSON.stringify({
      ok: true,
      data: goodManifest('structured'),
      meta: { version: '1', generated_at: '2026-11-21T00:00:00Z' },
    });
    expect((await checkManifestFile(Buffer.from(wrapped))).report.digest).toBe(report.digest);
    expect((await checkManifestFile(Buffer.from('{'))).report.findings[0]).toMatchObject({
      id: 'C04',
      line: 1,
      column: 2,
    });
  });
});
