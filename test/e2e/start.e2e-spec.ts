import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { PATIENCE_MS } from '../support/patience.js';
import { Person } from '../support/person.js';
import { PortalProcess, temporaryDataDir, type ReadyPortal } from '../support/portal.js';

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

async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !(await condition());) {
    if (Date.now() > end) throw new Error(`never happened: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const status = async (url: string): Promise<number> => {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) })).status;
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

  beforeAll(async () => {
    portal = PortalProcess.start(data.path);
    ready = await portal.ready();
  });
  afterAll(async () => {
    await portal.stop();
  });

  it('has everything up when it says so', async () => {
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

  it('sends a second start on the same data away, saying where the first one is', async () => {
    const second = PortalProcess.start(data.path);
    expect(await second.end).toBe(1);
    expect(second.printed).toContain(ready.url);
    expect(second.printed).toMatch(/already runs[\s\S]*DATA_DIR=/);
    expect(await status(`${ready.url}/api/health/ready`)).toBe(200);
  });

  it('starts a worker again that was killed', async () => {
    process.kill(ready.processes['worker']!, 'SIGKILL');
    await until('the worker is up again', () => portal.printed.includes('worker is up again'));
    expect(portal.printed).toMatch(/worker ended \(SIGKILL\); starting it again/);
  });

  it('starts PostgreSQL again that was killed, and the api finds it again', async () => {
    const directory = path.join(data.path, 'postgres');
    const cluster = readdirSync(directory).find((name) => /^pg\d+$/.test(name))!;
    process.kill(
      Number(readFileSync(path.join(directory, cluster, 'postmaster.pid'), 'utf8').split('\n')[0]),
      'SIGKILL',
    );
    await until('PostgreSQL is up again', () => portal.printed.includes('PostgreSQL is up again'));
    await until('the api is ready again', async () => (await status(`${ready.url}/api/health/ready`)) === 200);
  });

  it('leaves nothing running when it is killed, and starts again on the same data and addresses', async () => {
    const settings = readFileSync(path.join(data.path, 'instance.json'), 'utf8');
    portal.send('SIGKILL');
    await portal.end;
    const before = ready;
    const orphans = survivors(data.path);
    portal = PortalProcess.start(data.path, { PORT: new URL(before.url).port });
    ready = await portal.ready();
    expect(ready.url).toBe(before.url);
    expect(ready.reference_drive_url).toBe(before.reference_drive_url);
    expect(readFileSync(path.join(data.path, 'instance.json'), 'utf8')).toBe(settings);
    // Whatever was orphaned by the kill, also a worker that had been started again before, ends by itself.
    await until('the orphans are gone', () => survivors(data.path).every((line) => !orphans.includes(line)));
  });

  it('ends in order on Ctrl-C and leaves nothing running', async () => {
    expect(await portal.stop()).toBe(0);
    expect(survivors(data.path)).toEqual([]);
    portal = PortalProcess.start(data.path, {}, ['--no-story', '--no-demo']);
    ready = await portal.ready();
    expect(ready.demo_persons).toEqual([]);
  });
});

describe('the first start', () => {
  it('plays the story once, and its author and its Drive are there with every later start', async () => {
    const directory = temporaryDataDir();
    others.push(directory);
    let portal = PortalProcess.start(directory.path, {}, []);
    try {
      let { url } = await portal.ready();
      await until('the story has been played', () => portal.printed.includes('has been played'));
      const { story_drive } = JSON.parse(readFileSync(path.join(directory.path, 'instance.json'), 'utf8')) as {
        story_drive: { suffix: string; port: number };
      };
      const drive = `http://127.0.0.1:${story_drive.port}/api/platform/health`;
      expect(await status(drive)).toBe(200);
      const author = await Person.demo(url, 'played-author');
      const payouts = await author.must<{ items: object[] }>('GET', '/api/v1/author/statements');
      expect(payouts.items).toHaveLength(1);

      expect(await portal.stop()).toBe(0);
      // Its manifest address is known, so it has no other port; while another program has the port, it waits for it.
      const other = createServer((socket) => socket.destroy()).listen(story_drive.port, '127.0.0.1');
      await new Promise((resolve) => other.once('listening', resolve));
      portal = PortalProcess.start(directory.path, {}, []);
      const again = await portal.ready();
      ({ url } = again);
      expect(portal.printed).toContain(`port ${story_drive.port} is taken by another program`);
      expect(await status(drive)).toBe(0);
      await new Promise((resolve) => other.close(resolve));
      await until('the Drive of the story is up', async () => (await status(drive)) === 200);
      expect(again.demo_persons.map(({ person }) => person)).toContain('played-author');
      await (await Person.demo(url, 'played-author')).must('GET', '/api/v1/author/earnings?month=2026-01');
      expect(portal.printed).not.toContain('Playing the demo story');
    } finally {
      await portal.stop();
    }
    expect(survivors(directory.path)).toEqual([]);
  });
});

describe('npm start is told before anything is started', () => {
  it('that the port is occupied, by whom, and what to do', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const directory = temporaryDataDir();
    others.push(directory);
    const start = PortalProcess.start(directory.path, { PORT: String(port) });
    expect(await start.end).toBe(1);
    expect(start.printed).toMatch(
      new RegExp(`Port ${port} is occupied by process ${process.pid} [\\s\\S]*PORT=\\d+ npm start`),
    );
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

  it('that its own settings are damaged, and they are left as they are', async () => {
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
