import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endOf as end, startProcess } from '../../../test/support/processes/processes.js';
import { readCommandLine } from './options.js';

const MAIN = path.resolve(__dirname, '../../../dist/apps/reference-drive/src/main.js');
let dir: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'reference-drive-main-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rm(dir, { recursive: true, force: true }));

function start(argv: string[], env: Record<string, string> = {}): ChildProcess {
  const child = startProcess(process.execPath, [MAIN, ...argv], { cwd: dir, env, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  return child;
}
const up = (child: ChildProcess): Promise<{ url: string; port: number; manifest_url: string }> =>
  new Promise((resolve, reject) => {
    child.stdout!.once('data', (chunk: Buffer) => resolve(JSON.parse(String(chunk)) as never));
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
  });
const manifestOf = async (url: string): Promise<Record<string, unknown>> =>
  ((await (await fetch(url)).json()) as { data: Record<string, unknown> }).data;

describe('the command line', () => {
  it.each(['--help', '-h'])('%s prints the options and does not serve', async (flag) => {
    const { code, out, err } = await end(start([flag, '--port', '0']));
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const option of ['--port', '--shape', '--install-variant', '--data']) expect(out).toContain(option);
  });

  it.each([
    [['--prot', '1'], '--prot'],
    [['4010'], '4010'],
    [['--port', '70000'], '--port must be from 0 to 65535'],
    [['--port', 'x'], '--port must be a whole number'],
    [['--shape', 'c'], '--shape must be one of a, b'],
    [['--install-variant', '3'], '--install-variant must be one of 1, 2, both'],
  ])('%j is refused with exit code 2', async (argv, reason) => {
    const { code, out, err } = await end(start(argv));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(reason);
    expect(err).toContain('--help');
  });

  it('names the invalid variable, as it names an invalid option', () => {
    expect(() => readCommandLine({ DRIVE_PORT: '70000' }, [])).toThrow('DRIVE_PORT must be from 0 to 65535');
    expect(() => readCommandLine({ DRIVE_SHAPE: 'x' }, [])).toThrow('DRIVE_SHAPE');
    expect(() => readCommandLine({ DRIVE_MANIFEST_OVERLAY: '[]' }, [])).toThrow('DRIVE_MANIFEST_OVERLAY');
    expect(readCommandLine({ DRIVE_PORT: '1', DRIVE_SHAPE: 'A' }, ['--port', '2'])).toMatchObject({
      options: { port: 2, shape: 'a' },
    });
  });
});

describe('the running process', () => {
  it('prints the real port for --port 0, serves the requested shape, and ends on SIGTERM', async () => {
    const child = start(['--port', '0', '--shape', 'a']);
    const { url, port, manifest_url: manifestUrl } = await up(child);
    expect(url).toBe(`http://127.0.0.1:${port}`);
    expect(port).toBeGreaterThan(0);
    expect(await manifestOf(manifestUrl)).toMatchObject({ contract_version: 'v1', name: 'Quill' });
    child.kill('SIGTERM');
    expect((await end(child)).code).toBe(0);
  });

  it('reports that a port is taken', async () => {
    const { port } = await up(start(['--port', '0']));
    expect(await end(start(['--port', String(port)]))).toMatchObject({
      code: 1,
      err: expect.stringContaining('the port is taken') as unknown,
    });
  });

  it('keeps its state in the file of --data, even when it is killed', async () => {
    const argv = ['--port', '0', '--data', 'kept.json'];
    const first = start(argv);
    const { url } = await up(first);
    await fetch(`${url}/_control/publish`, { method: 'POST' });
    first.kill('SIGKILL');
    await end(first);
    expect(JSON.parse(await readFile(path.join(dir, 'kept.json'), 'utf8'))).toMatchObject({ version: '1.1.0' });
    const { manifest_url: manifestUrl } = await up(start(argv));
    expect(await manifestOf(manifestUrl)).toMatchObject({ drive: { version: '1.1.0' } });
  });
});
