import { execFile, type ChildProcess } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { conformanceChecks, type ConformanceReport } from '@portal/conformance';
import good from '../../../libs/contract/vectors/manifests-good.json';
import signing from '../../../libs/contract/vectors/signing.json';
import { createReferenceDrive } from '../../reference-drive/src/drive.js';
import { startProcess } from '../../../test/support/processes/processes.js';
import { runDrive, type Ran } from './testing/drive.js';

const ROOT = path.resolve(__dirname, '../../..');
const SECRET = 'integration-secret-0123456789abcdef';
const PREVIOUS = 'integration-earlier-0123456789abcdef';
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'drive-cli-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const drive = (argv: string[], env: Record<string, string> = {}, input = ''): Promise<Ran> =>
  runDrive(argv, { env, cwd: dir, input });
async function file(name: string, value: unknown): Promise<string> {
  const isRaw = typeof value === 'string' || Buffer.isBuffer(value);
  await writeFile(path.join(dir, name), isRaw ? value : JSON.stringify(value, null, 2));
  return name;
}

describe('validate a file', () => {
  it('passes a good manifest, bare or enveloped, from a file, a link or standard input, with exit code 0', async () => {
    const bare = await file('good.json', good.structured);
    const wrapped = await file('wrapped.json', {
      ok: true,
      data: good.structured,
      meta: { version: '1', generated_at: '2026-11-21T00:00:00Z' },
    });
    await symlink('good.json', path.join(dir, 'linked.json'));
    await file('-dash.json', good.structured);
    for (const argv of [[bare], [wrapped], ['linked.json'], ['-'], ['--', '-dash.json'], ['./-dash.json']]) {
      const { code, out } = await drive(
        ['validate', '--json', '--offline', ...argv],
        {},
        argv[0] === '-' ? JSON.stringify(good.structured) : '',
      );
      expect(code).toBe(0);
      expect(JSON.parse(out)).toMatchObject({
        ok: true,
        checks: { schema: 'pass', endpoints: 'skipped', hmac: 'skipped' },
        findings: [],
      });
    }
    expect((await drive(['validate', bare])).out).toMatch(/^PASS {2}good\.json {2}Content Studio 1\.4\.0\n/);
    expect(await drive(['validate', bare, '--quiet'])).toEqual({ code: 0, out: '', err: '' });
  });

  it('refuses the draft of the next contract version and says what it is; --draft checks it', async () => {
    const draft = await file('draft.json', { ...good.structured, schema_version: 2, contract_version: '2.0.0-draft' });
    const refused = await drive(['validate', draft]);
    expect(refused.code).toBe(1);
    expect(refused.out.replace(/\s+/g, ' ')).toContain('This is the draft of a contract version');
    expect(await drive(['validate', draft, '--draft', '--quiet'])).toEqual({ code: 0, out: '', err: '' });
  });

  it.each([
    ['empty', '', 'is empty'],
    ['as PowerShell writes it', Buffer.from('\ufeff{}', 'utf16le'), 'UTF-16'],
    ['UTF-16 without a mark', Buffer.from('{"a":1}', 'utf16le'), 'UTF-16'],
    ['binary', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]), 'not a text file'],
    ['too large', Buffer.alloc(1024 * 1024 + 1, 32), 'larger than 1 MiB'],
  ])('rejects a file that is %s, exits 2 and gives the reason', async (_name, bytes, reason) => {
    const name = await file('odd.json', bytes);
    expect(await drive(['validate', name])).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining(reason) as unknown,
    });
  });

  it('refuses an endless device, a dangling link and a circle of links', async () => {
    await symlink('nowhere.json', path.join(dir, 'dangling.json'));
    await symlink('circle.json', path.join(dir, 'circle.json'));
    for (const [name, reason] of [
      ['/dev/zero', 'larger than 1 MiB'],
      ['dangling.json', 'link points to a file that does not exist'],
      ['circle.json', 'symbolic links'],
      ['good.json/more', 'no such file'],
    ])
      expect(await drive(['validate', name!])).toMatchObject({
        code: 2,
        err: expect.stringContaining(reason!) as unknown,
      });
  });

  it('reports a byte order mark and broken JSON as findings', async () => {
    for (const [name, text, rule] of [
      ['bom.json', `\ufeff${JSON.stringify(good.structured)}`, 'json_encoding'],
      ['broken.json', '{', 'json_syntax'],
    ] as const) {
      const { code, out } = await drive(['validate', await file(name, text)]);
      expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining(rule) as unknown });
    }
  });

  it('reports all errors with their place, worst first, and exits 1', async () => {
    const name = await file('bad.json', {
      ...good.structured,
      colour: 'red',
      schema_version: '1',
      drive: { ...good.structured.drive, motion: 'run', name: 'x\u001b[2J\u202Ey', tagline: 'bell\u0007' },
    });
    const { code, out } = await drive(['validate', name]);
    expect(code).toBe(1);
    expect(out).toMatch(/^FAIL/);
    expect(out).toContain('/schema_version (line 2, column 3)');
    expect(out).toContain('motion_unknown');
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/u);
    expect(out).toContain('2 errors, 1 warning, 0 hints');
    expect(out.indexOf('warning')).toBeGreaterThan(out.lastIndexOf('error   '));
    const quiet = await drive(['validate', name, '-q']);
    expect(quiet).toMatchObject({ code: 1, err: '' });
    expect(quiet.out).not.toContain('field_unknown');
  });

  it('fits the width of the terminal, and limits a long report to one screen', async () => {
    const { homepage: _homepage, ...identity } = good.structured.drive;
    const name = await file('worse.json', {
      ...good.structured,
      schema_version: '1',
      contract_version: 'v1',
      capabilities: 'install',
      events_emitted: ['Big.Event'],
      drive: {
        ...identity,
        id: 'Big One',
        tagline: 'x'.repeat(81),
        category: 'content',
        motion: 'run',
        pricing_tier: 'gold',
      },
    });
    const { out } = await runDrive(['validate', name], { cwd: dir, width: 80 });
    const lines = out.split('\n');
    expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThanOrEqual(100);
    expect(lines.length).toBeLessThan(45);
    expect(out).toContain('Use --all to see every finding');
    expect((await drive(['validate', name, '--all'])).out.match(/^ {4}fix/gm)!.length).toBeGreaterThan(8);
  });
});

it('a check that breaks is told as a fault of the program in text, JSON and SARIF, and is not counted as passed', async () => {
  const name = await file('fine.json', good.structured);
  const c03 = conformanceChecks.find(({ id }) => id === 'C03')!;
  const spy = jest.spyOn(c03, 'run').mockRejectedValue(new Error('broke'));
  const [text, json, sarif] = await Promise.all(
    [[], ['--json'], ['--sarif']].map((as) => drive(['validate', name, ...as])),
  );
  spy.mockRestore();
  expect(text!.out).toMatch(/\d+ of \d+ checks passed, 0 warned, 0 failed, 1 errored, \d+ not run/);
  expect(text!.out).toMatch(/errored C03 +broke while it ran: a fault of this program, not of the Drive/);
  const { counts, errored } = JSON.parse(json!.out) as ConformanceReport;
  expect([counts.errored, errored]).toEqual([1, ['C03']]);
  const { runs } = JSON.parse(sarif!.out) as { runs: { invocations: object[] }[] };
  expect(runs[0]!.invocations[0]).toMatchObject({
    properties: { errored: 1 },
    toolExecutionNotifications: [{ level: 'error', associatedRule: { id: 'C03' } }],
  });
});

describe('SARIF', () => {
  it('is a log that code scanning accepts: rules of the catalogue, places, levels', async () => {
    await mkdir(path.join(dir, 'a folder'), { recursive: true });
    const name = await file('a folder/bad.json', {
      ...good.structured,
      schema_version: '1',
      drive: { ...good.structured.drive, motion: 'run' },
      colour: 'red',
    });
    const { code, out } = await drive(['validate', name, '--sarif'], { DRIVE_PORTAL_URL: 'https://portal.example/' });
    expect(code).toBe(1);
    const text = expect.any(String) as unknown;
    const place = (region: object, name: string) => [
      {
        physicalLocation: { artifactLocation: { uri: 'a%20folder/bad.json' }, region },
        logicalLocations: [{ fullyQualifiedName: name }],
      },
    ];
    // Whole objects: code scanning refuses a log with a member that SARIF does not know.
    const { $schema, runs, ...log } = JSON.parse(out) as { $schema: string; runs: SarifRun[] };
    expect([$schema, log]).toEqual([expect.stringContaining('sarif-2.1.0'), { version: '2.1.0' }]);
    const [{ tool, results, ...run }] = runs as [SarifRun];
    expect(run).toEqual({
      columnKind: 'unicodeCodePoints',
      invocations: [
        {
          executionSuccessful: true,
          exitCode: 1,
          properties: expect.objectContaining({ failed: 2, warned: 1, errored: 0 }) as unknown,
        },
      ],
    });
    expect(results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
      ['C10', 'error'],
      ['C16', 'error'],
      ['C38', 'warning'],
    ]);
    const { rules, ...driver } = tool.driver;
    expect(driver).toEqual({ name: 'drive', version: text, informationUri: expect.stringMatching(/^http/) as unknown });
    for (const { ruleId, ruleIndex } of results) expect(rules[ruleIndex]!.id).toBe(ruleId);
    expect(results[0]).toEqual({
      ruleId: 'C10',
      ruleIndex: expect.any(Number) as unknown,
      level: 'error',
      message: { text },
      locations: place({ startLine: 2, startColumn: 3 }, '/schema_version'),
      partialFingerprints: { 'drive/v1': 'C10 field_type /schema_version' },
      properties: { rule: 'field_type', clause: text, received: text },
    });
    expect(rules.find(({ id }) => id === 'C10')).toEqual({
      id: 'C10',
      name: 'schema_version',
      shortDescription: { text },
      fullDescription: { text },
      helpUri: 'https://portal.example/docs/checks#C10',
      help: { text: expect.stringContaining('number 1') as unknown, markdown: text },
      defaultConfiguration: { level: 'error' },
      properties: { tags: ['schema'], clause: text },
    });
  });
});

interface SarifRun {
  readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
  readonly results: readonly { readonly ruleId: string; readonly ruleIndex: number; readonly level: string }[];
}

describe('diff', () => {
  it('prints the differences by meaning', async () => {
    const a = await file('a.json', good.structured);
    const b = await file('b.json', { ...good.structured, drive: { ...good.structured.drive, pricing_tier: 'pro' } });
    expect(await drive(['diff', a, a])).toMatchObject({ code: 0, out: 'No changes.\n' });
    const { code, out } = await drive(['diff', a, b]);
    expect(code).toBe(0);
    expect(out).toContain('commercial The price tier changes from "standard" to "pro".');
    expect(JSON.parse((await drive(['diff', a, b, '--json'])).out)).toMatchObject({
      needs_review: true,
      needs_consent: true,
      changes: [{ kind: 'pricing_tier' }],
    });
    const no = await file('no.json', {});
    expect(await drive(['diff', a, no])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('FAIL') as unknown,
    });
    expect(JSON.parse((await drive(['diff', a, no, '--json'])).out)).toMatchObject({
      ok: false,
      error: 'invalid_manifest',
      invalid: [{ target: no }],
    });
    expect((await drive(['diff', a, 'gone.json'])).code).toBe(2);
    expect((await drive(['diff', a, b, '--fail-on', 'commercial'])).code).toBe(1);
    expect((await drive(['diff', a, b, '--fail-on', 'breaking'])).code).toBe(0);
    expect((await drive(['diff', a, '-'], {}, JSON.stringify(good.structured))).out).toBe('No changes.\n');
  });
});

describe('diff of running Drives', () => {
  it('accepts an address on either side and prints nothing that controls the terminal', async () => {
    const one = await createReferenceDrive({ port: 0 });
    const other = await createReferenceDrive({ port: 0, name: 'Qu\u001b]0;ill\u202E', pricingTier: 'pro' });
    try {
      const { code, out } = await drive(['diff', one.url, other.manifestUrl, '--fail-on', 'commercial']);
      expect(code).toBe(1);
      expect(out).toMatch(/^commercial[\s\S]*consent/);
      expect(out).not.toMatch(/[\u001b\u202e]/u);
    } finally {
      await one.close();
      await other.close();
    }
    expect((await drive(['diff', await file('a.json', good.structured), one.url, '--timeout', '2'])).code).toBe(1);
  });
});

/** The check of slow answers: here it measures this machine, not the Drive. */
const OF_THE_MACHINE = ['slow_answer', 'cold_start'];
const rulesOf = (findings: readonly { rule: string }[]): Set<string> =>
  new Set(findings.map(({ rule }) => rule).filter((rule) => !OF_THE_MACHINE.includes(rule)));

describe.each([
  ['typescript', process.execPath, ['server.mjs'], ['--test', 'test/drive.test.mjs'], /# pass [4-9]\d[\s\S]*# fail 0/],
  ['python', 'python3', ['server.py'], ['-m', 'unittest', 'discover', 'test'], /Ran 4 tests[\s\S]*OK/],
] as const)('a Drive made by init in %s', (language, program, server, tests, passed) => {
  const home = `Acme Notes ${language}`;
  let child: ChildProcess;
  let url: string;

  beforeAll(async () => {
    expect((await drive(['init', home, '--language', language])).code).toBe(0);
    child = startProcess(program, [...server], {
      cwd: path.join(dir, home),
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        PLATFORM_AGENT_SECRET: SECRET,
        PLATFORM_AGENT_SECRET_PREVIOUS: PREVIOUS,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    url = await new Promise<string>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`the Drive ended with ${code}`)));
      child.stdout!.on('data', (chunk: Buffer) => {
        const found = /http:\/\/\S+/.exec(String(chunk))?.[0];
        if (found) resolve(found);
      });
    });
  });
  afterAll(() => child.kill('SIGKILL'));

  it('passes every check at once, with and without the secret', async () => {
    const manifest = `${url}/api/platform/drive/manifest`;
    for (const [env, more] of [
      [{}, ['positive_half_not_run']],
      [{ PLATFORM_AGENT_SECRET: SECRET }, []],
    ] as [Record<string, string>, string[]][]) {
      const { code, out } = await drive(['validate', manifest, '--json'], env);
      const report = JSON.parse(out) as {
        findings: { rule: string }[];
        checks: unknown;
        manifest: { id: string; name: string };
      };
      expect(report.checks).toEqual({ schema: 'pass', endpoints: 'pass', hmac: 'pass' });
      expect(rulesOf(report.findings)).toEqual(new Set(['url_local', 'secure_address', ...more]));
      expect(report.manifest).toMatchObject({ id: `acme-notes-${language}` });
      expect(code).toBe(0);
    }
  });

  it('passes the whole lifecycle with both keys of a rotation, and gets a warning when it knows only one', async () => {
    const manifest = `${url}/api/platform/drive/manifest`;
    const findings = async (previous: string) => {
      const env = { PLATFORM_AGENT_SECRET: SECRET, PLATFORM_AGENT_SECRET_PREVIOUS: previous };
      const { code, out } = await drive(['validate', manifest, '--lifecycle', '--json'], env);
      expect(code).toBe(0);
      expect(out).not.toContain(previous);
      return rulesOf((JSON.parse(out) as { findings: { rule: string }[] }).findings);
    };
    expect(await findings(PREVIOUS)).toEqual(new Set(['url_local', 'secure_address']));
    expect(await findings('a-key-that-it-never-had-0123456789')).toContain('rotation_overlap');
  });

  it('is checked for an install over the quota with --lifecycle only', async () => {
    expect(await drive(['validate', url, '--over-quota', 'acme'], { PLATFORM_AGENT_SECRET: SECRET })).toMatchObject({
      code: 2,
      err: expect.stringContaining('--lifecycle'),
    });
  });

  it('is reported when its secret is not the one of the caller', async () => {
    const { code, out } = await drive(['validate', `${url}/api/platform/drive/manifest`], {
      PLATFORM_AGENT_SECRET: 'another',
    });
    expect(code).toBe(1);
    expect(out).toContain('metrics_accepts_signature');
    expect(out).not.toContain('another\n');
  });

  it('passes the mock host, which leaves no install behind', async () => {
    const { code, out } = await drive(['mock-host', url, '--json'], { PLATFORM_AGENT_SECRET: SECRET });
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { step: string; result?: string; ok?: boolean });
    expect(lines.filter(({ result }) => result === 'fail')).toEqual([]);
    expect(lines.filter(({ step, result }) => step === 'token opens no metrics' && result === 'ok')).toHaveLength(3);
    expect(lines.at(-1)).toMatchObject({ step: 'summary', ok: true, installs_left: 0 });
    expect(code).toBe(0);
    const stored = JSON.parse(await readFile(path.join(dir, home, 'data.json'), 'utf8')) as {
      installs: unknown[];
    };
    expect(stored.installs).toEqual([]);
  });

  it('passes its own tests', async () => {
    // By this variable node --test makes its children print for machines.
    const { NODE_TEST_CONTEXT: _context, ...env } = process.env;
    const ran = await promisify(execFile)(program, [...tests], { cwd: path.join(dir, home), env });
    expect(ran.stdout + ran.stderr).toMatch(passed);
  });

  it('contains the vectors of the contract', async () => {
    const own = JSON.parse(await readFile(path.join(ROOT, 'apps/cli/template/shared/test/vectors.json'), 'utf8')) as {
      name: string;
      reason: string | null;
    }[];
    const all = new Map(
      (signing.verify as { name: string }[]).map((vector) => [
        vector.name,
        vector as unknown as Record<string, unknown>,
      ]),
    );
    expect(own.length).toBeGreaterThan(35);
    for (const { name, reason, ...rest } of own) {
      const { expect: wanted, ...vector } = all.get(name)!;
      expect({ ...vector, reason: (wanted as { reason?: string }).reason ?? null }).toMatchObject({
        name,
        reason,
        ...rest,
      });
    }
  });

  it('answers malformed requests and keeps running', async () => {
    for (const target of ['//', '/%', '/api/platform/install/%zz', '/?a?b'])
      expect((await fetch(`${url}${target}`)).status).toBeGreaterThanOrEqual(400);
    expect((await fetch(`${url}/api/platform/health`)).status).toBe(200);
  });

  it('does not overwrite existing files', async () => {
    expect(await drive(['init', home])).toMatchObject({ code: 2, err: expect.stringContaining('not empty') });
  });

  it('does not start without a secret', async () => {
    const run = promisify(execFile)(program, [...server], {
      cwd: path.join(dir, home),
      env: { PATH: process.env.PATH, PORT: '0' },
    });
    await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('PLATFORM_AGENT_SECRET') });
  });
});

describe('init', () => {
  it('satisfies the type checker as it is', async () => {
    expect((await drive(['init', 'Typed'])).code).toBe(0);
    const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    const types = path.join(ROOT, 'node_modules/@types');
    await promisify(execFile)(process.execPath, [
      tsc,
      '-p',
      path.join(dir, 'Typed'),
      '--typeRoots',
      types,
      '--types',
      'node',
    ]);
  });

  it('names the languages when it does not know one', async () => {
    expect(await drive(['init', 'Cobol', '--language', 'cobol'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('typescript, python'),
    });
  });
});

describe('the bin file', () => {
  it('explains what to do when the command is not built', async () => {
    const bin = path.join(dir, 'checkout/apps/cli/bin');
    await mkdir(bin, { recursive: true });
    await cp(path.join(ROOT, 'apps/cli/bin/drive.mjs'), path.join(bin, 'drive.mjs'));
    await expect(promisify(execFile)(process.execPath, [path.join(bin, 'drive.mjs')])).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('npm run build'),
    });
  });
});
