import { execFileSync, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { describeWith, postgresPrograms } from '../support/needs.js';
import { endOf, freePort, startProcess } from '../support/processes/processes.js';
import { until } from '../support/test-timeout.js';

interface Status {
  readonly base: string | null;
  readonly wal: string | null;
  readonly tried: string | null;
}

describeWith('postgres', 'deploy/backup.sh and deploy/restore.sh, with a server of their own', () => {
  const idOf = (kind: string): number => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
  const owner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined;
  let folder: string;
  let backups: string;
  let port: number;
  let settings: NodeJS.ProcessEnv;
  let server: ChildProcess | undefined;
  let service: ChildProcess;
  const data = (): string => path.join(folder, 'data');
  const owned = (directory: string): string => {
    mkdirSync(directory);
    if (owner) chownSync(directory, owner.uid, owner.gid);
    return directory;
  };
  const run = (program: string, ...args: string[]): ChildProcess =>
    startProcess(program, args, { ...owner, env: settings, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  async function succeed(program: string, ...args: string[]): Promise<void> {
    const end = await endOf(run(program, ...args));
    if (end.code !== 0) throw new Error(end.err);
  }

  beforeAll(async () => {
    // The user of the server cannot pass the folder of a run.
    folder = mkdtempSync('/tmp/drive-portal-backup-');
    execFileSync('chmod', ['755', folder]);
    if (owner) chownSync(folder, owner.uid, owner.gid);
    backups = owned(path.join(folder, 'backups'));
    port = await freePort();
    settings = {
      PATH: `${postgresPrograms()}:${process.env['PATH']}`,
      TMPDIR: '/tmp',
      ...{ PGHOST: folder, PGPORT: String(port), PGUSER: 'keeper', PGDATABASE: 'postgres' },
      ...{ BACKUP_FOLDER: backups, BACKUP_CHECK_SECONDS: '1' },
    };
    await succeed('initdb', '-D', data(), '-U', 'owner', '--auth=trust', '--no-sync');
  });
  afterAll(async () => {
    for (const child of [service, server]) if (child) await kill(child, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  async function sql(text: string): Promise<unknown[]> {
    const client = new Client({ host: folder, port, user: 'owner', database: 'postgres' });
    client.on('error', () => undefined);
    await client.connect();
    try {
      // Of several statements the last.
      const results = [await client.query<{ value: unknown }>(text)].flat();
      return results.at(-1)!.rows.map(({ value }) => value);
    } finally {
      await client.end();
    }
  }
  async function startServer(): Promise<void> {
    server = run('postgres', '-D', data(), '-p', String(port), '-k', folder, '-c', 'listen_addresses=');
    await until(() => sql('select 1 as value').then(Boolean, () => false));
  }
  /** To the whole group: a killed server takes its processes along. */
  async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    process.kill(-child.pid!, signal);
    await gone;
  }
  const status = (): Status | undefined => {
    const file = path.join(backups, 'backup-status.json');
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Status) : undefined;
  };
  const bases = (): string[] => readdirSync(path.join(backups, 'base')).filter((name) => name.endsWith('Z'));
  /** The database's time, to the next second, because the status has whole ones. */
  const soon = async (): Promise<Date> =>
    new Date(Math.ceil(((await sql('select clock_timestamp() as value'))[0] as Date).getTime() / 1000) * 1000 + 1);
  const copied = async (): Promise<void> => {
    const at = await soon();
    await until(() => new Date(status()?.wal ?? 0) >= at);
  };
  const rows = (): Promise<unknown[]> => sql('select id as value from kept order by id');

  it('everything that the status calls copied survives the loss of the server and of its files', async () => {
    await startServer();
    await sql('create role keeper login replication');
    await sql('create table kept (id int); insert into kept values (1)');
    service = run('sh', path.resolve('deploy/backup.sh'));
    const ended = endOf(service);
    await Promise.race([
      until(() => typeof status()?.tried === 'string'),
      ended.then((end) => Promise.reject(new Error(JSON.stringify(end)))),
    ]);
    expect(status()).toMatchObject({ base: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) });
    await sql('insert into kept select generate_series(2, 20000)');
    await copied();
    await kill(server!, 'SIGKILL');
    rmSync(data(), { recursive: true });
    await succeed('sh', path.resolve('deploy/restore.sh'), data());
    await startServer();
    expect(await rows()).toHaveLength(20_000);
  });

  it('a restored server is copied anew, and what was kept of the one before it stays', async () => {
    await until(() => readdirSync(backups).some((name) => name.startsWith('before-')) && bases().length === 1);
    await until(() => typeof status()?.tried === 'string');
    const [old] = readdirSync(backups).filter((name) => name.startsWith('before-'));
    expect(readdirSync(path.join(backups, old!)).sort()).toEqual(['base', 'wal']);
  });

  it('restores the state of a moment between two changes', async () => {
    await sql('delete from kept; insert into kept values (7)');
    const [between] = await sql(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as value`,
    );
    await sql('drop table kept');
    await copied();
    await kill(server!, 'SIGTERM');
    rmSync(data(), { recursive: true });
    await succeed('sh', path.resolve('deploy/restore.sh'), data(), String(between));
    await startServer();
    expect(await rows()).toEqual([7]);
  });

  it('refuses a directory with files in it, and a moment before the first base backup', async () => {
    const end = (...args: string[]): Promise<object> => endOf(run('sh', path.resolve('deploy/restore.sh'), ...args));
    expect(await end(data())).toMatchObject({ code: 1, err: expect.stringContaining('is not empty') });
    expect(await end(path.join(folder, 'new'), '2020-01-01T00:00:00Z')).toMatchObject({
      code: 1,
      err: expect.stringContaining('there is no base backup from before 2020-01-01T00:00:00Z'),
    });
  });
});
