import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { startProcess } from '../support/processes/processes.js';
import { startLocalPg } from '../../scripts/lib/local-pg.mjs';

type LocalPg = Awaited<ReturnType<typeof startLocalPg>>;

const LIBRARY = path.resolve('scripts/lib/local-pg.mjs');

let directory: string;
const started: LocalPg[] = [];

const start = async (dataDir = path.join(directory, 'pg'), throwaway = true): Promise<LocalPg> => {
  const server = await startLocalPg({ dataDir, throwaway });
  started.push(server);
  return server;
};

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const clusterOf = (server: LocalPg): string => path.join(server.dataDir, `pg${server.major}`);

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'local-pg-test-'));
  chmodSync(directory, 0o755);
});

afterEach(async () => {
  for (const server of started.splice(0)) await server.stop();
  rmSync(directory, { recursive: true, force: true });
});

describe('the PostgreSQL of a checkout', () => {
  it('keeps data and password between two starts, and listens on loopback only, below 32768', async () => {
    const first = await start();
    expect(first.port).toBeLessThan(32_768);
    await query(first.url, 'create table kept (id int); insert into kept values (1)');
    expect(await query(first.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    expect(await query(first.url, 'show unix_socket_directories')).toEqual([{ unix_socket_directories: '' }]);
    expect(await query(first.url, 'show wal_level')).toEqual([{ wal_level: 'replica' }]);
    expect(await query(first.url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }]);
    expect(statSync(`${clusterOf(first)}.password`).mode & 0o777).toBe(0o600);
    await first.stop();
    const second = await start();
    expect(await query(second.url, 'select id from kept')).toEqual([{ id: 1 }]);
  });

  it('refuses connections without the password', async () => {
    const { url } = await start();
    const wrong = new URL(url);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  it('ignores a pid file whose number belongs to another program', async () => {
    const first = await start();
    const pidFile = path.join(clusterOf(first), 'postmaster.pid');
    const content = readFileSync(pidFile, 'utf8');
    await first.stop();
    writeFileSync(pidFile, content.replace(/^\d+/, String(process.pid)));
    await expect(start()).resolves.toBeDefined();
  });

  it('keeps no incomplete cluster when its set-up was killed', async () => {
    const dataDir = path.join(directory, 'pg');
    mkdirSync(path.join(dataDir, 'pg18.new-1', 'base'), { recursive: true });
    const server = await start(dataDir);
    expect(existsSync(path.join(dataDir, 'pg18.new-1')) && server.major === 18).toBe(false);
  });

  it('reports that nothing was deleted when the data is damaged, and deletes nothing', async () => {
    const first = await start();
    await first.stop();
    const control = path.join(clusterOf(first), 'global', 'pg_control');
    rmSync(control);
    await expect(start()).rejects.toMatchObject({
      code: 'cannot_start',
      message: expect.stringMatching(/pg_control[\s\S]*Nothing has been deleted/) as unknown,
    });
    expect(existsSync(path.join(clusterOf(first), 'base'))).toBe(true);
  });

  it('reports when the password is missing or wrong', async () => {
    const first = await start();
    await first.stop();
    const file = `${clusterOf(first)}.password`;
    const password = readFileSync(file);
    writeFileSync(file, 'another\n');
    await expect(start()).rejects.toMatchObject({
      code: 'cannot_start',
      message: expect.stringMatching(/password file does not fit/) as unknown,
    });
    rmSync(file);
    await expect(start()).rejects.toMatchObject({ code: 'password_missing' });
    writeFileSync(file, password);
    await expect(start()).resolves.toBeDefined();
  });

  // /dev/full is no directory and a quota needs another file system, so PostgreSQL's own message for it is emulated.
  it.each([
    'FATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes\nHINT:  Check free disk space.',
    'could not write to file: No space left on device',
  ])('recognises a full disk by the message of PostgreSQL: %s', async (words) => {
    const bin = path.join(directory, 'bin');
    mkdirSync(bin);
    for (const [name, script] of [
      ['postgres', 'echo "postgres (PostgreSQL) 18.4"'],
      ['initdb', `printf '%s\\n' '${words}' >&2; exit 1`],
    ] as const) {
      writeFileSync(path.join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    }
    const script = `import(${JSON.stringify(LIBRARY)}).then((m) => m.startLocalPg({ dataDir: ${JSON.stringify(path.join(directory, 'pg'))} })).catch((e) => console.log(e.code, e.message))`;
    // An architecture for which there is no package leaves only the PATH.
    const child = startProcess(
      process.execPath,
      ['-e', `Object.defineProperty(process, 'arch', { value: 'none' }); ${script}`],
      { env: { PATH: `${bin}:/bin:/usr/bin` } },
    );
    let output = '';
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) output += chunk.toString();
    expect(output).toMatch(/^disk_full No space left/);
  });

  it('names three ways out when there is no PostgreSQL at all', async () => {
    const script = `Object.defineProperty(process, 'arch', { value: 'none' }); import(${JSON.stringify(LIBRARY)}).then((m) => m.startLocalPg({ dataDir: ${JSON.stringify(path.join(directory, 'pg'))} })).catch((e) => console.log(e.code, e.message))`;
    const child = startProcess(process.execPath, ['-e', script], { env: { PATH: '/nonexistent' } });
    let output = '';
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) output += chunk.toString();
    expect(output).toMatch(/^no_postgres [\s\S]*DATABASE_URL[\s\S]*PATH[\s\S]*docker run/);
  });
});
