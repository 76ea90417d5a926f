import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { createTestDatabase, type TestDatabase } from '../support/database/database.js';
import { until } from '../support/test-timeout.js';
import { startProcess } from '../support/processes/processes.js';
import { Person } from '../support/http/person.js';
import { temporaryDataDir } from '../support/browser/portal.js';

const data = temporaryDataDir();
let database: TestDatabase;
let dev: ChildProcess;
let printed = '';
let ended: Promise<number | null>;
let url: string;

/** Only the api and the server of the pages: only together do they differ from `npm start`. */
const LEFT_OUT = ['worker', 'reference-drive', 'stripe-sandbox'];

/** @throws Error with the output when it never comes true, or when the processes have ended before */
async function happens(condition: () => boolean): Promise<void> {
  const hasEnded = (): boolean => dev.exitCode !== null || dev.signalCode !== null;
  await until(
    () => condition() || hasEnded(),
    () => printed,
  );
  if (!condition()) throw new Error(`it ended before: ${String(condition)}\n${printed}`);
}

/** Where a line of the message at the end of the start points to. */
const shownAt = (name: string): string => new RegExp(`^  ${name} +(\\S+)`, 'm').exec(printed)?.[1] ?? '';

const signIn = (headers: Record<string, string>, person = 'author'): Promise<Response> =>
  fetch(`${url}/api/v1/demo/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ person }),
  });

beforeAll(async () => {
  database = await createTestDatabase();
  const { NODE_ENV: _mode, REDIS_URL: _redis, ...inherited } = process.env;
  dev = startProcess(process.execPath, [path.resolve('scripts/dev.mjs'), '--without', LEFT_OUT.join(',')], {
    env: { ...inherited, DATABASE_URL: database.url, DATA_DIR: data.path, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [dev.stdout, dev.stderr]) stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  ended = new Promise((resolve) => dev.once('close', resolve));
  await happens(() => printed.includes('Ctrl-C stops everything'));
  url = shownAt('Portal');
});
afterAll(async () => {
  dev.kill('SIGINT');
  await ended;
  await database.drop();
  data.remove();
});

describe('npm run dev', () => {
  it('signs in through the server of the pages, which are served from their sources', async () => {
    const page = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
    expect(page).toContain('/@vite/client');
    const author = await Person.demo(url, 'author');
    expect(await author.must('GET', '/api/v1/me')).toMatchObject({ user: { email: 'author@demo.local' } });
    expect((await signIn({ origin: url, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  it.each([
    ['another origin', { origin: 'http://127.0.0.1:9' }],
    ['the same host under another port', { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' }],
    ['an opaque origin', { origin: 'null' }],
  ])('refuses a change that comes from %s', async (_name, headers) => {
    const response = await signIn(headers);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: 'foreign_origin' });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('opens a debugger for the api, on loopback only', async () => {
    const [, host] = /Debugger \(api\) +(\S+)/.exec(printed) ?? [];
    expect(host).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(await (await fetch(`http://${host}/json/list`)).json()).toMatchObject([
      { title: expect.stringContaining('dist/apps/api/src/main.js') },
    ]);
  });

  it('writes one log with the name of the process before each line', () =>
    happens(() => /^api {4}\| \d\d:\d\d:\d\d info {2}POST \/api\/v1\/demo\/sign-in 200 [\d.]+ ms$/m.test(printed)));

  it('keeps the environment of processes that it does not run in files for its owner', () => {
    for (const name of LEFT_OUT) expect(statSync(path.join(data.path, `${name}.env`)).mode & 0o777).toBe(0o600);
    const worker = parseEnv(readFileSync(path.join(data.path, 'worker.env'), 'utf8'));
    expect(worker).toMatchObject({ DATABASE_URL: database.url, PUBLIC_URL: url, PORTAL_MODE: 'sandbox' });
  });

  it('ends in order on Ctrl-C and leaves nothing running', async () => {
    dev.kill('SIGINT');
    expect(await ended).toBe(0);
    const left = readdirSync('/proc').filter((pid) => {
      try {
        return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(data.path);
      } catch {
        return false;
      }
    });
    expect(left).toEqual([]);
    expect(existsSync(path.join(data.path, 'worker.env'))).toBe(false);
    expect(existsSync(path.join(data.path, 'portal.lock'))).toBe(false);
  });
});
