import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import good from '../../../libs/contract/vectors/manifests-good.json';
import { endOf as end, listen, startProcess, type Ended } from '../../../test/support/processes/processes.js';
import { createReferenceDrive, type ReferenceDrive } from '../../reference-drive/src/drive.js';
import { consoleState, control } from '../../../test/support/drives/console.js';

const BIN = path.resolve(__dirname, '../bin/drive.mjs');
const SECRET = 'process-secret-0123456789abcdef';
const TRACES = /(?:^|\n)\s+at |node:internal|Error:/;

let dir: string;
let drive: ReferenceDrive;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'drive-process-'));
  await writeFile(path.join(dir, 'good.json'), JSON.stringify(good.structured));
  await writeFile(path.join(dir, 'bad.json'), JSON.stringify({ ...good.structured, schema_version: '1' }));
  drive = await createReferenceDrive({ port: 0, secrets: [SECRET] });
});
afterAll(async () => {
  await drive.close();
  await rm(dir, { recursive: true, force: true });
});

const start = (argv: string[], env: Record<string, string> = {}): ChildProcess =>
  startProcess(process.execPath, [BIN, ...argv], { cwd: dir, env, stdio: ['pipe', 'pipe', 'pipe'] });

describe('the process', () => {
  it('uses colours on a terminal or when the environment asks for them', async () => {
    const coloured = (ended: Ended): boolean => ended.out.includes('\u001b[');
    for (const [env, wanted] of [
      [{}, false],
      [{ FORCE_COLOR: '1' }, true],
      [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true],
      [{ FORCE_COLOR: '0' }, false],
      [{ FORCE_COLOR: '', NO_COLOR: '1' }, false],
    ] as [Record<string, string>, boolean][])
      expect({ env, coloured: coloured(await end(start(['validate', 'good.json'], env))) }).toEqual({
        env,
        coloured: wanted,
      });
  });

  it('prints no error when the reader of its output goes away, and keeps its exit code', async () => {
    for (const [argv, code] of [
      [['validate', 'bad.json', '--sarif'], 1],
      [['validate', 'good.json', '--json'], 0],
      [['--help'], 0],
    ] as [string[], number][]) {
      const child = start(argv);
      child.stdout!.destroy();
      let err = '';
      child.stderr!.on('data', (chunk: Buffer) => void (err += String(chunk)));
      const ended = await new Promise<number | null>((resolve) => child.once('exit', resolve));
      expect({ argv, ended, err }).toEqual({ argv, ended: code, err: '' });
    }
  });

  it('writes a large report to a pipe completely', async () => {
    const { out } = await end(start(['validate', 'bad.json', '--sarif']));
    expect(out.length).toBeGreaterThan(64 * 1024);
    expect(() => JSON.parse(out) as unknown).not.toThrow();
  });
});

describe('Ctrl-C', () => {
  /** A Drive whose manifest never arrives. */
  let silent: Server;
  let asked: Promise<void>;
  let address: string;
  beforeEach(async () => {
    let notify = (): void => undefined;
    asked = new Promise((resolve) => (notify = resolve));
    silent = createServer(() => notify());
    await listen(silent);
    address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  });
  afterEach(() => {
    silent.closeAllConnections();
    silent.close();
  });

  it.each([
    ['validate', []],
    ['diff', ['good.json']],
  ] as const)('ends %s at once with 130, without a stack trace and with one JSON document', async (command, more) => {
    const child = start([command, address, ...more, '--json'], { PLATFORM_AGENT_SECRET: SECRET });
    const ended = end(child);
    await asked;
    child.kill('SIGINT');
    const { code, out, err } = await ended;
    expect(code).toBe(130);
    expect(JSON.parse(out)).toMatchObject({ ok: false, error: 'interrupted' });
    expect(err).not.toMatch(TRACES);
  });

  it('ends a command that waits for its input', async () => {
    const child = start(['validate', '-', '--json']);
    const ended = end(child);
    // More than a pipe holds: once it is written, the command has begun to read.
    await new Promise<void>((resolve) => child.stdin!.write(' '.repeat(900_000), () => resolve()));
    child.kill('SIGINT');
    const { code, out } = await ended;
    expect([code, JSON.parse(out)]).toEqual([130, expect.objectContaining({ error: 'interrupted' })]);
  });

  it('leaves no install behind', async () => {
    await control(drive.url, 'condition', { delay_ms: 100 });
    const child = start(['mock-host', drive.url, '--script', 'install, poll, poll, poll, poll, poll, poll'], {
      PLATFORM_AGENT_SECRET: SECRET,
    });
    child.stdout!.once('data', function onData(chunk: Buffer) {
      if (String(chunk).includes('install')) child.kill('SIGINT');
      else child.stdout!.once('data', onData);
    });
    const { code, err } = await end(child);
    expect({ code, err }).toEqual({ code: 130, err: '' });
    const { installs } = await consoleState(drive.url);
    expect(installs.length).toBeGreaterThan(0);
    expect(installs.filter(({ revoked_at }) => revoked_at === null)).toEqual([]);
  });

  it('lets validate --lifecycle revoke what it installed', async () => {
    const installs = async () => (await consoleState(drive.url)).installs;
    await control(drive.url, 'condition', { delay_ms: 20 });
    const before = (await installs()).length;
    const child = start(['validate', drive.url, '--lifecycle'], { PLATFORM_AGENT_SECRET: SECRET });
    const ended = end(child);
    while ((await installs()).length === before && child.exitCode === null);
    child.kill('SIGINT');
    expect(await ended).toEqual({
      code: 130,
      out: '',
      err: 'drive: Interrupted. All installs have been revoked.\n',
    });
    const after = await installs();
    expect(after.length).toBeGreaterThan(before);
    expect(after.filter(({ revoked_at }) => revoked_at === null)).toEqual([]);
  });

  it('ends the reference Drive that serve started', async () => {
    const child = start(['serve', '--port', '0', '--shape', 'a']);
    const ended = end(child);
    const line = await new Promise<string>((resolve) =>
      child.stdout!.once('data', (chunk: Buffer) => resolve(String(chunk))),
    );
    const { url, port } = JSON.parse(line) as { url: string; port: number };
    expect(port).toBeGreaterThan(0);
    expect((await fetch(`${url}/api/platform/health`)).status).toBe(200);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 0, err: '' });
    await expect(fetch(`${url}/api/platform/health`)).rejects.toThrow();
  });

  it('is not needed when serve cannot start: it exits by itself', async () => {
    const taken = String((silent.address() as AddressInfo).port);
    expect(await end(start(['serve', '--port', taken]))).toMatchObject({
      code: 2,
      err: expect.stringContaining('the port is taken') as unknown,
    });
    expect(await end(start(['serve', '--shape', 'c']))).toMatchObject({
      code: 2,
      err: expect.stringContaining('--shape') as unknown,
    });
  });
});
