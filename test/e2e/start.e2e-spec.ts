import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { TEST_TIMEOUT_MS, until } from '../support/test-timeout.js';
import { Person } from '../support/http/person.js';
import { PortalProcess, temporaryDataDir, type ReadyPortal } from '../support/browser/portal.js';
import { runDemo } from '../support/browser/story.js';

const data = temporaryDataDir();
const others: { remove(): void }[] = [];

/** Command lines of living processes that name the data directory or were started with an environment that does. */
function survivors(directory: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        if (readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')) return [];
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
        return `${command} ${environment}`.includes(directory) ? [`${pid} ${command}`] : [];
      } catch {
        return [];
      }
    });
}

const status = async (url: string): Promise<number> => {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(TEST_TIMEOUT_MS) })).status;
  } catch {
    return 0;
  }
};

afterAll(() => {
  data.remove();
  for (const other of others) other.remove();
});

describe('npm start', () => {
  let portal: PortalProcess;
  let ready: ReadyPortal;
  /** Health address of the Drive of the first start's story. */
  let drive = '';

  const settings = (): { story_drive: { port: number } } =>
    JSON.parse(readFileSync(path.join(data.path, 'instance.json'), 'utf8')) as never;

  beforeAll(async () => {
    // A client that waits long for a connection would outlast the restart of PostgreSQL and never be refused.
    portal = PortalProcess.start(data.path, { DATABASE_WAIT_SECONDS: '5' }, ['--no-marketplace']);
    ready = await portal.ready();
  });
  afterAll(async () => {
    await portal.stop();
  });

  it('reports that it is ready only when everything is up', async () => {
    expect(await status(`${ready.url}/api/health/ready`)).toBe(200);
    expect(await status(`${ready.url}/api/health/live`)).toBe(200);
    expect(await status(`${ready.reference_drive_url}/api/platform/health`)).toBe(200);
    expect(await status(ready.metrics_url)).toBe(200);
    expect(Object.keys(ready.processes).sort()).toEqual(['api', 'reference-drive', 'stripe-sandbox', 'worker']);
    expect(ready.demo_persons.length).toBeGreaterThanOrEqual(6);
  });

  it('keeps its keys readable for its owner only', () => {
    expect(statSync(path.join(data.path, 'instance.json')).mode & 0o777).toBe(0o600);
    expect(statSync(path.join(data.path, 'reference-drive.json')).mode & 0o777).toBe(0o600);
  });

  it('refuses a second start on the same data, naming the place of the first', async () => {
    const second = PortalProcess.start(data.path);
    expect(await second.end).toBe(1);
    expect(second.printed).toContain(ready.url);
    expect(second.printed).toMatch(/already runs[\s\S]*DATA_DIR=/);
    expect(await status(`${ready.url}/api/health/ready`)).toBe(200);
  });

  it('runs the story on new data; its author is a demo person and its Drive keeps running', async () => {
    await until(() => portal.printed.includes('story has been run'));
    drive = `http://127.0.0.1:${settings().story_drive.port}/api/platform/health`;
    expect(await status(drive)).toBe(200);
    const author = await Person.demo(ready.url, 'played-author');
    const payouts = await author.must<{ items: object[] }>('GET', '/api/v1/author/statements');
    expect(payouts.items).toHaveLength(1);
  });

  it('restarts PostgreSQL that was killed under load: calls wait for it, or get 503 with the envelope, then everything as before', async () => {
    const base = path.join(data.path, 'postgres');
    const cluster = readdirSync(base).find((name) => /^pg\d+$/.test(name))!;
    const postmaster = Number(readFileSync(path.join(base, cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
    const seen = new Map<number, number>();
    let stopped = false;
    const ask = async (): Promise<void> => {
      const response = await fetch(`${ready.url}/api/public/catalogue`, {
        signal: AbortSignal.timeout(TEST_TIMEOUT_MS),
      });
      const body = (await response.json()) as { ok: boolean; error?: string };
      expect([response.status, body.ok, body.error]).toEqual(
        response.status === 200 ? [200, true, undefined] : [503, false, 'unavailable'],
      );
      seen.set(response.status, (seen.get(response.status) ?? 0) + 1);
    };
    const load = Promise.all(
      Array.from({ length: 8 }, async () => {
        while (!stopped) await ask();
      }),
    );
    // Reported by the wait for it below.
    load.catch(() => undefined);
    try {
      await until(() => (seen.get(200) ?? 0) > 50);
      process.kill(postmaster, 'SIGKILL');
      await until(() => portal.printed.includes('PostgreSQL is up again'));
      const before = seen.get(200)!;
      await until(() => seen.get(200)! > before + 50);
      await until(async () => (await status(`${ready.url}/api/health/ready`)) === 200);
    } finally {
      stopped = true;
      await load;
    }
    expect(Object.entries(ready.processes).filter(([, pid]) => !existsSync(`/proc/${pid}`))).toEqual([]);
    const story = await runDemo(ready.url);
    expect([story.verdict, story.printed]).toEqual([expect.objectContaining({ story: 'passed' }), story.printed]);
  });

  it('restarts a worker that was killed', async () => {
    process.kill(ready.processes['worker']!, 'SIGKILL');
    await until(() => portal.printed.includes('worker is up again'));
    expect(portal.printed).toMatch(/worker ended \(SIGKILL\); starting it again/);
  });

  it('leaves nothing running when it is killed, and starts again on the same data and addresses, without demo persons if requested', async () => {
    const kept = readFileSync(path.join(data.path, 'instance.json'), 'utf8');
    portal.send('SIGKILL');
    await portal.end;
    const before = ready;
    const orphans = survivors(data.path);
    portal = PortalProcess.start(data.path, { PORT: new URL(before.url).port }, ['--no-demo']);
    ready = await portal.ready();
    expect(ready.url).toBe(before.url);
    expect(ready.reference_drive_url).toBe(before.reference_drive_url);
    expect(ready.demo_persons).toEqual([]);
    expect(readFileSync(path.join(data.path, 'instance.json'), 'utf8')).toBe(kept);
    // Whatever was orphaned by the kill, also a worker that had been started again before, ends by itself.
    await until(() => survivors(data.path).every((line) => !orphans.includes(line)));
    await until(async () => (await status(drive)) === 200);
  });

  it('ends in order on Ctrl-C and leaves nothing running', async () => {
    expect(await portal.stop()).toBe(0);
    expect(survivors(data.path)).toEqual([]);
  });

  it('waits to start the Drive of the story while another program has its port, which its manifest names', async () => {
    const { port } = settings().story_drive;
    const other = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    portal = PortalProcess.start(data.path, {}, ['--no-marketplace']);
    ready = await portal.ready();
    expect(portal.printed).toContain(`port ${port} is taken by another program`);
    expect(await status(drive)).toBe(0);
    await new Promise((resolve) => other.close(resolve));
    await until(async () => (await status(drive)) === 200);
    expect(ready.demo_persons.map(({ person }) => person)).toContain('played-author');
    await (await Person.demo(ready.url, 'played-author')).must('GET', '/api/v1/author/earnings?month=2026-01');
    expect(portal.printed).not.toContain('Running the demo story');
    expect(await portal.stop()).toBe(0);
    expect(survivors(data.path)).toEqual([]);
  });
});

describe('npm start refuses before anything is started, and reports', () => {
  it('that the port is in use, and what to do', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const directory = temporaryDataDir();
    others.push(directory);
    const start = PortalProcess.start(directory.path, { PORT: String(port) });
    expect(await start.end).toBe(1);
    expect(start.printed).toMatch(new RegExp(`Port ${port} is in use [\\s\\S]*PORT=\\d+ npm start`));
    expect(readdirSync(directory.path)).toEqual([]);
    server.close();
  });

  it('that the data directory is not one', async () => {
    const directory = temporaryDataDir();
    others.push(directory);
    const file = path.join(directory.path, 'file');
    writeFileSync(file, '');
    const start = PortalProcess.start(file);
    expect(await start.end).toBe(1);
    expect(start.printed).toMatch(/is in the way[\s\S]*DATA_DIR=/);
  });

  // Root may write everywhere but into the kernel's own file systems.
  it('that it may not write there', async () => {
    const directory = temporaryDataDir();
    others.push(directory);
    const locked = path.join(directory.path, 'locked');
    mkdirSync(locked);
    chmodSync(locked, 0o555);
    const start = PortalProcess.start(process.getuid?.() === 0 ? '/proc/drive-portal' : path.join(locked, 'data'));
    expect(await start.end).toBe(1);
    expect(start.printed).toMatch(/Cannot (write to|make)[\s\S]*DATA_DIR=/);
  });

  it('that its own settings are damaged, and leaves them as they are', async () => {
    const directory = temporaryDataDir();
    others.push(directory);
    const file = path.join(directory.path, 'instance.json');
    writeFileSync(file, '{"keyring":');
    const start = PortalProcess.start(directory.path);
    expect(await start.end).toBe(1);
    expect(start.printed).toMatch(/instance\.json is damaged/);
    expect(readFileSync(file, 'utf8')).toBe('{"keyring":');
  });

  it.each([['--nodemo'], ['3000']])('that it does not know %s', async (argument) => {
    const directory = temporaryDataDir();
    others.push(directory);
    const start = PortalProcess.start(directory.path, {}, [argument]);
    expect(await start.end).toBe(1);
    expect(start.printed).toContain(`Unknown: ${argument}`);
  });
});
