import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import good from '../../../libs/contract/vectors/manifests-good.json';
import { runCli } from './run.js';

const ROOT = path.resolve(__dirname, '../../..');
const SECRET = 'integration-secret-0123456789abcdef';
const PREVIOUS = 'integration-earlier-0123456789abcdef';
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'drive-cli-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function drive(
  argv: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; out: string; err: string }> {
  const text = { out: '', err: '' };
  const code = await runCli(argv, {
    out: (chunk) => void (text.out += chunk),
    err: (chunk) => void (text.err += chunk),
    env,
    now: () => Date.now(),
    cwd: dir,
    colour: false,
    progress: false,
  });
  return { code, ...text };
}
async function file(name: string, value: unknown): Promise<string> {
  await writeFile(path.join(dir, name), typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  return name;
}

describe('validate a file', () => {
  it('passes a good manifest, bare or enveloped, with exit code 0', async () => {
    const bare = await file('good.json', good.structured);
    const wrapped = await file('wrapped.json', {
      ok: true,
      data: good.structured,
      meta: { version: '1', generated_at: '2026-11-21T00:00:00Z' },
    });
    for (const name of [bare, wrapped]) {
      const { code, out } = await drive(['validate', name, '--json', '--offline']);
      expect(code).toBe(0);
      expect(JSON.parse(out)).toMatchObject({
        ok: true,
        checks: { schema: 'pass', endpoints: 'skipped', hmac: 'skipped' },
        findings: [],
      });
    }
    expect((await drive(['validate', bare])).out).toMatch(/^PASS {2}good\.json {2}Content Studio 1\.4\.0\n/);
  });

  it('tells all errors with their place and exits 1', async () => {
    const name = await file('bad.json', {
      ...good.structured,
      schema_version: '1',
      drive: { ...good.structured.drive, motion: 'run', tagline: 'bell\u0007' },
    });
    const { code, out } = await drive(['validate', name]);
    expect(code).toBe(1);
    expect(out).toMatch(/^FAIL/);
    expect(out).toContain('/schema_version (line 2, column 3)');
    expect(out).toContain('motion_unknown');
    expect(out).not.toContain('\u0007');
    expect(out).toContain('2 errors, 0 warnings, 0 hints');
    const sarif = JSON.parse((await drive(['validate', name, '--sarif'])).out);
    expect(sarif).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          results: [
            {
              ruleId: 'C10',
              level: 'error',
              locations: [{ physicalLocation: { artifactLocation: { uri: name }, region: { startLine: 2 } } }],
            },
            { ruleId: 'C16' },
          ],
        },
      ],
    });
    expect((await drive(['validate', await file('broken.json', '{')])).code).toBe(1);
  });
});

describe('diff', () => {
  it('tells the differences by meaning', async () => {
    const a = await file('a.json', good.structured);
    const b = await file('b.json', { ...good.structured, drive: { ...good.structured.drive, pricing_tier: 'pro' } });
    expect(await drive(['diff', a, a])).toMatchObject({ code: 0, out: 'No difference in meaning.\n' });
    const { code, out } = await drive(['diff', a, b]);
    expect(code).toBe(0);
    expect(out).toContain('commercial The price tier changes from "standard" to "pro".');
    expect(JSON.parse((await drive(['diff', a, b, '--json'])).out)).toMatchObject({
      needs_review: true,
      needs_consent: true,
      changes: [{ kind: 'pricing_tier' }],
    });
    expect(await drive(['diff', a, await file('no.json', {})])).toMatchObject({ code: 1, out: '' });
    expect((await drive(['diff', a, 'gone.json'])).code).toBe(2);
  });
});

describe('a Drive made by init', () => {
  let child: ChildProcess;
  let url: string;

  beforeAll(async () => {
    expect((await drive(['init', 'Acme Notes'])).code).toBe(0);
    child = spawn(process.execPath, ['server.mjs'], {
      cwd: path.join(dir, 'Acme Notes'),
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
    for (const env of [{}, { PLATFORM_AGENT_SECRET: SECRET }]) {
      const { code, out } = await drive(['validate', manifest, '--json'], env as Record<string, string>);
      const report = JSON.parse(out) as {
        findings: { level: string; rule: string }[];
        checks: unknown;
        manifest: { id: string; name: string };
      };
      expect(report.checks).toEqual({ schema: 'pass', endpoints: 'pass', hmac: 'pass' });
      expect(new Set(report.findings.filter(({ level }) => level !== 'info').map(({ rule }) => rule))).toEqual(
        new Set(['url_local']),
      );
      expect(report.manifest).toMatchObject({ id: 'acme-notes', name: 'Acme Notes' });
      expect(code).toBe(0);
    }
  });

  it('passes the whole life of an install with both keys of a rotation, and is told when it knows one only', async () => {
    const manifest = `${url}/api/platform/drive/manifest`;
    const findings = async (previous: string) => {
      const env = { PLATFORM_AGENT_SECRET: SECRET, PLATFORM_AGENT_SECRET_PREVIOUS: previous };
      const { code, out } = await drive(['validate', manifest, '--lifecycle', '--json'], env);
      expect(code).toBe(0);
      expect(out).not.toContain(previous);
      return (JSON.parse(out) as { findings: { id: string; level: string; rule: string }[] }).findings
        .filter(({ level }) => level !== 'info')
        .map(({ rule }) => rule);
    };
    expect(new Set(await findings(PREVIOUS))).toEqual(new Set(['url_local']));
    expect(await findings('a-key-that-it-never-had-0123456789')).toContain('rotation_overlap');
  });

  it('asks for an install over the quota with --lifecycle only', async () => {
    expect(await drive(['validate', url, '--over-quota', 'acme'], { PLATFORM_AGENT_SECRET: SECRET })).toMatchObject({
      code: 2,
      err: expect.stringContaining('--lifecycle'),
    });
  });

  it('is found to have another secret when it has', async () => {
    const { code, out } = await drive(['validate', `${url}/api/platform/drive/manifest`], {
      PLATFORM_AGENT_SECRET: 'another',
    });
    expect(code).toBe(1);
    expect(out).toContain('metrics_accepts_signature');
    expect(out).not.toContain('another\n');
  });

  it('plays its part with the mock host, and nothing stays behind', async () => {
    const { code, out } = await drive(['mock-host', url, '--json'], { PLATFORM_AGENT_SECRET: SECRET });
    const { ok, steps } = JSON.parse(out) as { ok: boolean; steps: { step: string; ok: boolean; detail: string }[] };
    expect(steps.filter((step) => !step.ok)).toEqual([]);
    expect(steps.map(({ step }) => step)).toEqual([
      'manifest',
      'health',
      'unsigned is refused',
      'install',
      'install again',
      'metrics',
      'events',
      'events again',
      'billing',
      'rotation',
      'uninstall',
      'uninstall again',
    ]);
    expect([ok, code]).toEqual([true, 0]);
    const stored = JSON.parse(await readFile(path.join(dir, 'Acme Notes', 'data.json'), 'utf8')) as {
      installs: unknown[];
    };
    expect(stored.installs).toEqual([]);
  });

  it('fails the play with a wrong secret and with nobody there', async () => {
    expect(await drive(['mock-host', url], { PLATFORM_AGENT_SECRET: 'another' })).toMatchObject({
      code: 1,
      out: expect.stringContaining('FAIL install'),
    });
    expect(await drive(['mock-host', 'http://127.0.0.1:1'], { PLATFORM_AGENT_SECRET: SECRET })).toMatchObject({
      code: 1,
      out: expect.stringContaining('no answer'),
    });
  });

  it('survives odd requests', async () => {
    for (const target of ['//', '/%', '/api/platform/install/%zz', '/?a?b'])
      expect((await fetch(`${url}${target}`)).status).toBeGreaterThanOrEqual(400);
    expect((await fetch(`${url}/api/platform/health`)).status).toBe(200);
  });

  it('satisfies the type checker as it is', async () => {
    const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
    const types = path.join(ROOT, 'node_modules/@types');
    await promisify(execFile)(process.execPath, [
      tsc,
      '-p',
      path.join(dir, 'Acme Notes'),
      '--typeRoots',
      types,
      '--types',
      'node',
    ]);
  });

  it('is not written over what is there', async () => {
    expect(await drive(['init', 'Acme Notes'])).toMatchObject({ code: 2, err: expect.stringContaining('not empty') });
  });

  it('does not start without a secret', async () => {
    const run = promisify(execFile)(process.execPath, ['server.mjs'], {
      cwd: path.join(dir, 'Acme Notes'),
      env: { PORT: '0' },
    });
    await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('PLATFORM_AGENT_SECRET') });
  });
});

describe('the bin file', () => {
  it('says what to do when the command is not built', async () => {
    const bin = path.join(dir, 'checkout/apps/cli/bin');
    await mkdir(bin, { recursive: true });
    await cp(path.join(ROOT, 'apps/cli/bin/drive.mjs'), path.join(bin, 'drive.mjs'));
    await expect(promisify(execFile)(process.execPath, [path.join(bin, 'drive.mjs')])).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('npm run build'),
    });
  });

  it('runs as a process of its own', async () => {
    expect(existsSync(path.join(ROOT, 'dist/apps/cli/src/main.js'))).toBe(true);
    const bin = path.join(ROOT, 'apps/cli/bin/drive.mjs');
    const run = (argv: string[]) =>
      promisify(execFile)(process.execPath, [bin, ...argv], { cwd: dir, env: { PLATFORM_AGENT_SECRET: 'k' } });
    expect((await run(['sign', '/', '--timestamp', '1'])).stdout).toMatch(
      /^X-Platform-Timestamp: 1\nX-Platform-Signature: [0-9a-f]{64}\n$/,
    );
    await expect(run(['verify', '/', '--timestamp', '1', '--signature', 'x'])).rejects.toMatchObject({ code: 1 });
    await expect(run(['nope'])).rejects.toMatchObject({ code: 2 });
  });
});
