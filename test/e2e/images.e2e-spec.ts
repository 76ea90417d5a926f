import { execFileSync, type ChildProcess } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { composeOf, imageTargets, serviceEnvironment } from '../support/compose.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database/database.js';
import { describeWith, PROGRAM_PATH } from '../support/needs.js';
import { endOf, freePort, startProcess } from '../support/processes/processes.js';
import { until } from '../support/test-timeout.js';

/** Beside the runtime, unpacked. */
const IMAGE_LIMIT = 250_000_000;
/** The user `node` of the base image. */
const USER = 1000;
const PASSWORD = 'a@b/c#d?e%f:g h';
const MEGABYTES: Readonly<Record<string, number>> = { M: 1, G: 1024 };

const compose = composeOf('docker-compose.yml');
const targets = imageTargets();

/** Linked, which takes a moment, or copied to another disk. */
function copy(at: string, app: string): void {
  const to = path.join(app, path.dirname(at));
  mkdirSync(to, { recursive: true });
  execFileSync('sh', ['-c', 'cp -al "$0" "$1" 2>/dev/null || cp -a "$0" "$1"', at, to]);
}

/** What the image has in /app, made by the same commands from what is installed and built here. */
function writeTree(app: string): void {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean; optional?: boolean; link?: boolean }>;
  };
  const needed = Object.entries(packages).filter(
    ([at, { dev, devOptional, link }]) => at.startsWith('node_modules/') && !dev && !devOptional && !link,
  );
  // An optional one is missing where it is for another platform.
  const present = needed.filter(([at, { optional }]) => !optional || existsSync(at)).map(([at]) => at);
  for (const at of present.filter((one) => !one.includes('/node_modules/'))) copy(at, app);
  for (const [at, { dev }] of Object.entries(packages))
    if (dev && at.includes('/node_modules/')) rmSync(path.join(app, at), { recursive: true, force: true });
  for (const at of ['package.json', 'LICENSE', 'THIRD-PARTY-NOTICES.md', 'dist']) copy(at, app);
  execFileSync('sh', ['docker/slim.sh', app]);
}

/** As the superuser of the server of the tests. */
async function asServer(...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: process.env['TEST_DATABASE_URL']!.replace(/[^/]*$/, 'postgres') });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Every file with its size and time of change. */
const listing = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => {
      const { size, mtimeMs } = lstatSync(path.join(folder, name));
      return `${name} ${size} ${mtimeMs}`;
    })
    .sort();
const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, name) => sum + lstatSync(path.join(folder, name)).blocks * 512,
    0,
  );

describe('the images of docker/Dockerfile, as docker-compose.yml runs them', () => {
  let folder: string;
  let app: string;
  let database: TestDatabase;
  let owner: string;
  let login: string;
  let before: string[];
  const running: ChildProcess[] = [];

  beforeAll(async () => {
    database = await createEmptyDatabase();
    const name = new URL(database.url).pathname.slice(1);
    [owner, login] = [`owner_${name.slice(-12)}`, `login_${name.slice(-12)}`];
    // As docs/deploy.md makes it: no superuser.
    await asServer(
      `create role "${owner}" login createrole replication password '${PASSWORD}'`,
      `grant portal_app, portal_caller to "${owner}" with admin option`,
      `alter database "${name}" owner to "${owner}"`,
    );
    folder = mkdtempSync(path.join(tmpdir(), 'drive-portal-image-'));
    execFileSync('chmod', ['755', folder]);
    app = path.join(folder, 'app');
    mkdirSync(app);
    writeTree(app);
    before = listing(app);
    execFileSync('sh', ['docker/prepare.sh', folder]);
    // Compose mounts each file by itself; here the user of the image has to pass the folder.
    execFileSync('chmod', ['755', path.join(folder, 'secrets')]);
    const secrets = {
      postgres_password: PASSWORD,
      portal_login_password: `${PASSWORD}2`,
      stripe_secret_key: 'sk_test_notthedefault',
      stripe_webhook_secret: 'whsec_0123456789abcdef',
      smtp_url: 'smtp://127.0.0.1:1',
      redis_url: process.env['TEST_REDIS_URL'] ?? '',
    };
    for (const [name, value] of Object.entries(secrets)) writeFileSync(path.join(folder, 'secrets', name), value);
  });
  afterAll(async () => {
    for (const child of running) {
      child.kill('SIGTERM');
      if (child.exitCode === null) await new Promise((resolve) => child.once('close', resolve));
    }
    await database.drop();
    await asServer(`drop role if exists "${login}"`, `drop role "${owner}"`);
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  /** Starts the command of an image as its user, without any right, from a tree of another user. */
  function start(name: 'api' | 'worker' | 'migrate', settings: Record<string, string> = {}): ChildProcess {
    const [, list] = /^CMD (\[.*\])$/m.exec(targets.get(name)!)!;
    const [, ...args] = JSON.parse(list!) as string[];
    const command = [process.execPath, ...args];
    const isRoot = process.getuid?.() === 0;
    const as = ['--reuid', `${USER}`, '--regid', `${USER}`, '--clear-groups', '--no-new-privs', '--bounding-set=-all'];
    const [program, ...rest] = isRoot ? ['setpriv', ...as, '--inh-caps=-all', ...command] : command;
    const env = { PUBLIC_URL: 'https://localhost', MAIL_FROM: 'portal@example.org' };
    const { hostname, port, pathname } = new URL(database.url);
    const at = (text: string, user: string): string =>
      text.replace(/\w+@postgres:5432\/portal$/, `${user}@${hostname}:${port}${pathname}`);
    const given = Object.fromEntries(
      Object.entries({ ...serviceEnvironment(compose.services[name]!, folder, env), ...settings }).map(
        ([key, value]) => [key, value.includes('portal_login@') ? at(value, login) : at(value, owner)],
      ),
    );
    const child = startProcess(program!, rest, {
      cwd: app,
      env: {
        PATH: process.env['PATH'],
        NODE_OPTIONS: '',
        TMPDIR: '/tmp',
        NODE_ENV: 'production',
        METRICS_PORT: '0',
        ...given,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.push(child);
    return child;
  }
  async function up(child: ChildProcess, line: string): Promise<string> {
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (printed += String(text)));
    await until(
      () => child.exitCode !== null || printed.includes(line),
      () => printed,
    );
    if (child.exitCode !== null) throw new Error(printed);
    return printed;
  }
  /** The most memory that a process has had, MB. */
  const peakOf = ({ pid }: ChildProcess): number =>
    Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
  const limitOf = (name: string): number => {
    const [, number, unit] = /^(\d+)([MG])$/.exec(compose.services[name]!.deploy!.resources.limits.memory)!;
    return Number(number) * MEGABYTES[unit!]!;
  };

  it('have at most 250 MB beside the runtime', () => expect(sizeOf(app)).toBeLessThan(IMAGE_LIMIT));

  it('migrate, api and worker start from a tree that they do not write, with passwords and secrets from files', async () => {
    const migrated = await endOf(start('migrate'));
    expect({ ...migrated, err: migrated.err.slice(0, 2000) }).toMatchObject({ code: 0 });
    const port = String(await freePort());
    const [api, worker] = [start('api', { PORT: port }), start('worker')];
    await Promise.all([up(api, '"api":"up"'), up(worker, '"worker":"up"')]);
    const ready = await fetch(`http://127.0.0.1:${port}/api/health/ready`);
    expect([ready.status, await ready.json()]).toMatchObject([200, { ok: true }]);
    for (const [name, child] of [
      ['api', api],
      ['worker', worker],
    ] as const) {
      expect(readFileSync(`/proc/${child.pid}/status`, 'utf8')).toMatch(/^CapEff:\s+0+$/m);
      expect(peakOf(child)).toBeLessThan(limitOf(name));
    }
    expect(listing(app)).toEqual(before);
  });

  describeWith('caddy', 'behind docker/Caddyfile', () => {
    interface Received {
      readonly status: number;
      readonly headers: Record<string, string | string[] | undefined>;
      readonly body: Buffer;
    }
    let origin: string;
    const get = (url: string, headers: Record<string, string> = {}): Promise<Received> =>
      new Promise((resolve, reject) => {
        const call = request(`${origin}${url}`, { rejectUnauthorized: false, agent: false, headers }, (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () =>
            resolve({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(parts) }),
          );
        });
        call.on('error', reject);
        call.end();
      });

    it('pages come compressed from the api, and its answers compressed by the proxy', async () => {
      const [port, outside] = [String(await freePort()), String(await freePort())];
      const home = path.join(folder, 'caddy');
      mkdirSync(home);
      origin = `https://localhost:${outside}`;
      await up(start('api', { PORT: port, PUBLIC_URL: origin, TRUSTED_PROXIES: '127.0.0.1,::1' }), '"api":"up"');
      const config = path.join(home, 'Caddyfile');
      const own = `{\n  admin off\n  skip_install_trust\n  auto_https disable_redirects\n}\n`;
      writeFileSync(config, own + readFileSync('docker/Caddyfile', 'utf8'));
      const caddy = startProcess('caddy', ['run', '--adapter', 'caddyfile', '--config', config], {
        env: {
          ...{ PATH: PROGRAM_PATH.join(':'), HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
          ...{ PUBLIC_URL: origin, API_HOST: '127.0.0.1', PORT: port },
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      running.push(caddy);
      await up(caddy, 'serving initial configuration');
      const page = await get('/', { accept: 'text/html' });
      expect(page.status).toBe(200);
      const files = [...page.body.toString().matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file!);
      const compressed: string[] = [];
      for (const file of files) {
        const [sent, plain] = [await get(file, { 'accept-encoding': 'gzip, br' }), await get(file)];
        expect(sent.headers['vary']).toMatch(/accept-encoding/i);
        const isCompressed = sent.headers['content-encoding'] === 'br';
        if (isCompressed) compressed.push(file);
        expect(isCompressed ? brotliDecompressSync(sent.body) : sent.body).toEqual(plain.body);
        // The few bytes that start the page are sent as they are.
        expect([file, sent.body.length < 1000 || isCompressed]).toEqual([file, true]);
      }
      expect(compressed.map((file) => path.extname(file)).sort()).toEqual(expect.arrayContaining(['.css', '.js']));
      const answer = await get('/api/public/status', { 'accept-encoding': 'gzip' });
      expect(answer.headers['content-encoding']).toBe('gzip');
      expect(JSON.parse(gunzipSync(answer.body).toString())).toMatchObject({ ok: true });
    });
  });
});
