import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database/database.js';
import { until } from '../../../test/support/test-timeout.js';
import { migrate } from './migrate.js';
import { productMigrations } from './migration-files.js';

/** A migration defined by a test; its name is that of the class. */
function planted(up: (q: QueryRunner) => Promise<unknown>, transaction = true): new () => MigrationInterface {
  return class Planted1999000000001 implements MigrationInterface {
    readonly transaction = transaction;
    up = async (q: QueryRunner): Promise<void> => void (await up(q));
    down = (): Promise<void> => Promise.resolve();
  };
}
const ADD_COLUMN = planted((q) => q.query('alter table installs.tenants add column planted text'));
const BUILD_INDEX = planted(
  (q) => q.query('create index concurrently if not exists tenants_planted on installs.tenants (name, id)'),
  false,
);

let database: TestDatabase;
let db: Client;
let reader: Client;
let said: string[];
const connect = async (name: string): Promise<Client> => {
  const client = new Client({ connectionString: database.url, application_name: name });
  await client.connect();
  return client;
};
beforeEach(async () => {
  database = await createTestDatabase();
  [db, reader] = [await connect('test'), await connect('long report')];
  said = [];
});
afterEach(async () => {
  await db.end();
  await reader.end();
  await database.drop();
});

const run = (migration: new () => MigrationInterface, tries = 1_000): Promise<string[]> =>
  migrate(database.url, {
    migrations: [...productMigrations(), migration],
    locks: { waitMs: 300, pauseMs: 50, tries },
    log: (text) => said.push(text),
  });
const value = async (sql: string): Promise<unknown> => Object.values((await db.query<object>(sql)).rows[0]!)[0];
const read = 'select count(*) from installs.tenants';
const hasColumn = `select exists (select from information_schema.columns where table_name = 'tenants' and column_name = 'planted')`;
const isValid = `select indisvalid from pg_index where indexrelid = to_regclass('installs.tenants_planted')`;

it('a long reader delays the migration and nobody else; each attempt reports who held which lock', async () => {
  await reader.query(`begin; ${read}`);
  const migrating = run(ADD_COLUMN);
  await until(() => said.length >= 3);
  const { pid } = (await reader.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!;
  expect(said[1]!.replace(/open for \d+ s/, 'open for 0 s')).toBe(
    'Planted1999000000001 waited 0.3 s for installs.tenants (AccessExclusiveLock), held by process ' +
      `${pid} (long report, idle in transaction, its transaction open for 0 s): begin; ${read}. ` +
      'Lets others pass, then tries again (3 of 1000).',
  );
  // Queued behind the migration at most; with a limit well above its own, and far below the reader's.
  await db.query(`set statement_timeout = '20s'`);
  await db.query(read);
  await db.query(`update installs.tenants set name = name`);
  expect(await value(hasColumn)).toBe(false);
  await reader.query('commit');
  expect(await migrating).toEqual(['Planted1999000000001']);
  expect(await value(hasColumn)).toBe(true);
});

it('a migration gives up after its last attempt with the lock and the process in its error, and leaves no change and no lock', async () => {
  await reader.query(`begin; ${read}`);
  await expect(run(ADD_COLUMN, 2)).rejects.toThrow(
    /^Planted1999000000001 waited 0.3 s for installs.tenants .* \(long report, .* Gave up after 2 tries: end that transaction/,
  );
  expect(said).toHaveLength(1);
  await reader.query('commit');
  expect(await value(hasColumn)).toBe(false);
  expect(await run(ADD_COLUMN, 1)).toEqual(['Planted1999000000001']);
});

it('building an index waits for older transactions, and a second migrate waits for the first', async () => {
  await reader.query('begin transaction isolation level repeatable read; select 1');
  const first = run(BUILD_INDEX);
  const sessions = (condition: string): string =>
    `select count(*)::int from pg_stat_activity where application_name = 'drive-portal-migrate' and ${condition}`;
  // Twice as long as it waits for a lock of a table.
  const building = sessions(`query like 'create index%' and clock_timestamp() - query_start > interval '600 ms'`);
  await until(async () => (await value(building)) === 1);
  const second = run(BUILD_INDEX);
  await until(async () => (await value(sessions(`query like '%advisory_lock(%'`))) === 1);
  expect(said).toEqual(['Another migrate works on this database: waits for its end.']);
  await reader.query('commit');
  expect(await Promise.all([first, second])).toEqual([['Planted1999000000001'], []]);
  expect(await value(isValid)).toBe(true);
});

it('an index that an interrupted run has left invalid is built again', async () => {
  await db.query(
    `insert into installs.tenants (id, name, external_id) select gen_random_uuid(), 'Same', n from generate_series(1, 2) n`,
  );
  await expect(db.query('create unique index concurrently tenants_planted on installs.tenants (name)')).rejects.toThrow(
    'could not create unique index',
  );
  expect(await value(isValid)).toBe(false);
  await db.query('delete from installs.tenants');
  expect(await run(BUILD_INDEX)).toEqual(['Planted1999000000001', 'installs.tenants_planted']);
  expect(await value(isValid)).toBe(true);
});

it('no statement of a migration has a time limit, and every lock has', async () => {
  let limits: unknown;
  await run(
    planted(async (q) => {
      limits = await q.query(
        `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`,
      );
    }),
  );
  expect(limits).toEqual([{ statement: '0', lock: '300ms' }]);
});
