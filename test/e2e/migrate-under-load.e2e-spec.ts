import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { migrate } from '../../apps/migrate/src/migrate.js';
import { productMigrations } from '../../apps/migrate/src/migration-files.js';
import { readSchemaFiles } from '../../apps/migrate/src/schema-files.js';
import { examples } from '../support/examples.js';
import { Person } from '../support/http/person.js';
import { TestPortal } from '../support/browser/test-portal.js';
import { environmentOf } from '../support/processes/processes.js';
import { WorkerProcess } from '../support/processes/worker-process.js';
import { eventually, until } from '../support/test-timeout.js';

const API = '/api/v1';
const CLIENTS = 8;

/** Expands a table that every request of the load reads or writes, in the ways that a migration may. */
class Planted1999000000001 implements MigrationInterface {
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await q.query(`alter table installs.tenants add column if not exists planted text not null default ''`);
    await q.query('alter table installs.tenants drop constraint if exists tenants_planted');
    await q.query(`alter table installs.tenants add constraint tenants_planted check (planted <> 'x') not valid`);
    await q.query('alter table installs.tenants validate constraint tenants_planted');
    await q.query('create index concurrently if not exists tenants_by_plant on installs.tenants (planted, id)');
    await q.query(
      'create table if not exists installs.planted (tenant_id uuid primary key references installs.tenants)',
    );
  }

  down = (): Promise<void> => Promise.resolve();
}

/** Clients that read and write without a pause. */
class Load {
  private stopped = false;
  private readonly done: Promise<unknown>;
  answered = 0;
  readonly failed: string[] = [];
  readonly written: string[] = [];

  constructor(private readonly person: Person) {
    this.done = Promise.all(Array.from({ length: CLIENTS }, (_, client) => this.ask(client)));
  }

  /** Resolves when the given number of further requests was answered. */
  async more(count: number): Promise<void> {
    const enough = this.answered + count;
    await until(() => this.answered >= enough || this.failed.length > 0);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.done;
  }

  private async ask(client: number): Promise<void> {
    for (let n = 0; !this.stopped; n += 1) {
      const id = `load-${client}-${n}`;
      const isWrite = n % 4 === 0;
      try {
        const { status, text } = isWrite
          ? await this.person.once('PUT', `${API}/host/external/tenants/${id}`, { name: id })
          : await this.person.once('GET', n % 4 === 1 ? '/api/public/catalogue' : `${API}/host/tenants?limit=5`);
        if (status >= 300) this.failed.push(`${status} ${text}`);
        else if (isWrite) this.written.push(id);
      } catch (error) {
        this.failed.push(String(error));
      }
      this.answered += 1;
    }
  }
}

describe('migrate while api and worker work', () => {
  const portal = TestPortal.forTests();
  let admin: Person;
  beforeAll(async () => {
    admin = await Person.demo(portal.url, 'admin');
  });

  /** The installed command; the applied migrations. */
  const command = (): unknown => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.resolve('dist/apps/migrate/src/main.js')], {
      env: { PATH: process.env['PATH'], DATABASE_URL: portal.database.url, PORTAL_MODE: 'sandbox' },
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    return (JSON.parse(stdout) as { ran: unknown }).ran;
  };
  const ready = async (): Promise<{ status: number; text: string }> => admin.once('GET', '/api/health/ready');

  it('fails no request: with nothing to do, with a migration, and while that waits for a long transaction', async () => {
    const load = new Load(admin);
    const each = examples(150);
    const report = new Client({ connectionString: portal.database.url, application_name: 'long report' });
    await report.connect();
    try {
      await load.more(each);
      expect(command()).toEqual([]);
      await load.more(each);

      await report.query('begin; select count(*) from installs.tenants');
      const said: string[] = [];
      const migrating = migrate(portal.database.url, {
        mode: 'sandbox',
        migrations: [...productMigrations(), Planted1999000000001],
        files: {
          ...readSchemaFiles(),
          policies: readSchemaFiles().policies.replace(
            '\n) policies',
            `,\n('installs.planted', 'reads', 'true')\n) policies`,
          ),
        },
        locks: { waitMs: 1_000, pauseMs: 200, tries: 100 },
        log: (text) => said.push(text),
      });
      // Others continue between two attempts, and within one they wait for its second at most.
      await until(() => said.length >= 3);
      expect(said[0]).toMatch(
        /^Planted1999000000001 waited 1 s for installs.tenants .*\(long report, idle in transaction/,
      );
      await load.more(each);
      await report.query('commit');
      expect(await migrating).toEqual(['Planted1999000000001']);
      await load.more(each);
    } finally {
      await load.stop();
      await report.end();
    }
    expect(load.failed).toEqual([]);
    const { rows } = await portal.db.query<{ external_id: string }>(
      `select external_id from installs.tenants where external_id like 'load-%' and planted = ''`,
    );
    expect(rows.map((row) => row.external_id).sort()).toEqual(load.written.sort());
  });

  it('a release is not ready and does no work before its schema exists, nor after what it needs is gone', async () => {
    const settings = environmentOf(portal.ready.processes['worker']!);
    const startWorker = (): Promise<WorkerProcess> =>
      WorkerProcess.start(settings['DATABASE_URL']!, { ...settings, METRICS_PORT: '0' });

    await portal.db.query(`insert into platform.schema_versions (digest, migrations, needs)
      values (repeat('a', 64), '{Unknown1999000000002}', '{Unknown1999000000002}')`);
    const gone = /the database has gone on to one without what it uses: start a release that has Unknown1999000000002/;
    expect(await ready()).toEqual({ status: 503, type: expect.anything(), text: expect.stringMatching(gone) });
    await expect(startWorker()).rejects.toThrow(gone);

    await portal.db.query(`create temp table kept as select * from platform.schema_versions where needs = '{}'`);
    await portal.db.query('delete from platform.schema_versions');
    expect(await ready()).toEqual({
      status: 503,
      type: expect.anything(),
      text: expect.stringMatching(/"pointer":"\/migrations","code":"not_migrated".*run migrate of this release/),
    });
    const { rows } = await portal.db.query<{ now: Date }>('select clock_timestamp() as now');
    let isUp = false;
    const starting = startWorker().then((worker) => ((isUp = true), worker));
    await eventually(
      'a worker that looks for its schema',
      () =>
        portal.db
          .query(
            `select from pg_stat_activity where datname = current_database() and backend_start > $1
             and query like '%left join platform.schema_versions own%'`,
            [rows[0]!.now],
          )
          .then(({ rowCount }) => rowCount),
      (count) => count === 1,
    );
    expect(isUp).toBe(false);
    await portal.db.query('insert into platform.schema_versions select * from kept');
    await (await starting).stop();
    expect((await ready()).status).toBe(200);
  });
});
