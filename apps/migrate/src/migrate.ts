import 'reflect-metadata';
import { runMigrations as migrateQueues } from 'bullmq';
import type { Mode } from '@portal/platform/config';
import { createDataSource } from '@portal/platform/database';
import { QUEUE_SCHEMA } from '@portal/platform/jobs';
import { Client } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import { applyPolicies, ensureLogin, ensureRoles } from './apply-rights.js';
import { hasSchema, updateSchemaFiles } from './install-schema.js';
import { LOCK_LIMITS, LockAttempts, type LockLimits } from './lock-attempts.js';
import { LockWaits } from './lock-waits.js';
import { Schema1796900000100 } from './migrations/1796900000100-platform-schema.js';
import { productMigrations, type Migration } from './migration-files.js';
import { inTransaction, repairIndexes, runMigrations } from './run-migrations.js';
import { readSchemaFiles, schemaNames } from './schema-files.js';
import { isAhead, noteVersion } from './schema-versions.js';

/** Two migrating processes wait for each other here. */
const MIGRATION_LOCK = 0x64726d67;

/** The files to apply, and how; others than the product's own are for tests. */
interface MigrateOptions {
  readonly files?: ReturnType<typeof readSchemaFiles>;
  readonly migrations?: readonly Migration[];
  /** With which api and worker log in; its role is made. */
  readonly loginUrl?: string | undefined;
  /** PORTAL_MODE: only that of a sandbox takes demo persons and a moved clock. */
  readonly mode?: Mode;
  /** When the time of a sandbox begins, in an empty database: a past that a demonstration then plays up to today. */
  readonly beginsAt?: Date | undefined;
  readonly locks?: LockLimits;
  /** Receives a sentence for every wait that a person may want to end. */
  readonly log?: (text: string) => void;
}

/**
 * Brings the database at `url` to this version: the schema of `db/`, BullMQ's schema, row-level security and rights.
 * An empty database gets the schema of `db/`, with every numbered migration counted as run; in any other the migrations
 * that it lacks run first, and then the functions and seeds whose files changed. Safe to run from several processes at
 * once; a failure leaves nothing half done. A database that a later release has brought further is left alone. Returns
 * what was applied: `schema`, names of migrations, paths of files.
 * @throws Error that names the file or migration at fault, or the lock that it did not get and who held it.
 */
export async function migrate(
  url: string,
  {
    files = readSchemaFiles(),
    migrations = productMigrations(),
    loginUrl,
    mode = 'production',
    beginsAt,
    locks = LOCK_LIMITS,
    log = () => undefined,
  }: MigrateOptions = {},
): Promise<string[]> {
  const dataSource = await createDataSource({
    url,
    pool: 3,
    waitMs: 10_000,
    applicationName: 'drive-portal-migrate',
    migrations: [...migrations],
  }).initialize();
  const waits = await LockWaits.open(url, log);
  const attempts = new LockAttempts(locks, waits, log);
  try {
    const runner = dataSource.createQueryRunner();
    try {
      await attempts.limit((sql, values) => runner.query(sql, values), await sessionOf(runner));
      await waitForOthers(runner, locks.waitMs, log);
      await attempts.run('The roles', () => ensureRoles(runner));
      if (loginUrl !== undefined) await attempts.run('The login', () => ensureLogin(runner, loginUrl));
      const exists = await hasSchema(runner, Schema1796900000100.name);
      if (exists && (await isAhead(runner, migrations))) {
        log('A later release has brought this database further: nothing was changed.');
        return [];
      }
      const applied = exists
        ? await bringForward(dataSource, runner, files, attempts)
        : await install(dataSource, runner, files);
      await migrateQueueSchema(url, attempts);
      await attempts.run('Policies and rights', () =>
        inTransaction(runner, async () => {
          await applyPolicies(runner, files.policies);
          await runner.query(files.grants);
          await noteMode(runner, mode);
          if (beginsAt && !exists) await beginAt(runner, beginsAt);
          if (mode === 'sandbox' && !exists) for (const sql of NO_SAMPLE) await runner.query(sql);
          await noteVersion(runner, files, migrations);
        }),
      );
      return applied;
    } finally {
      await runner.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
      await runner.release();
    }
  } finally {
    await waits.close();
    await dataSource.destroy();
  }
}

/** Story, demo and tests go the same way every time: by chance no version waits for a reviewer. */
const NO_SAMPLE = [
  'alter table billing.policies disable trigger append_only',
  `update billing.policies set value = '0' where key = 'review_sample'`,
  'alter table billing.policies enable trigger append_only',
];

const FOREIGN_KEY_VIOLATION = '23503';

/** @throws Error when there are demo persons or the clock was moved, and it is to be production. */
async function noteMode(runner: QueryRunner, mode: Mode): Promise<void> {
  const noted = runner.query(
    `insert into platform.deployment (mode) values ($1)
     on conflict (only_row) do update set mode = excluded.mode where deployment.mode <> excluded.mode`,
    [mode],
  );
  await noted.catch((error: unknown) => {
    if ((error as { code?: string }).code !== FOREIGN_KEY_VIOLATION) throw error;
    throw new Error(
      'This database is that of a sandbox: it has demo persons or a moved clock. Set PORTAL_MODE=sandbox, or migrate another database.',
      { cause: error },
    );
  });
}

async function beginAt(runner: QueryRunner, instant: Date): Promise<void> {
  // A clock that is there only moves forward.
  await runner.query('delete from platform.test_clock');
  await runner.query('insert into platform.test_clock (offset_ms) values ($1)', [instant.getTime() - Date.now()]);
}

async function sessionOf(runner: QueryRunner): Promise<number> {
  const [row] = (await runner.query('select pg_backend_pid() as pid')) as [{ pid: number }];
  return row.pid;
}

/**
 * Waits until no other migrate works on this database. It asks again and again: a statement that waited for the lock would
 * hold a snapshot, whose end `create index concurrently` of the other one waits for.
 */
async function waitForOthers(runner: QueryRunner, pauseMs: number, log: (text: string) => void): Promise<void> {
  for (let n = 0; ; n += 1) {
    const [row] = (await runner.query('select pg_try_advisory_lock($1) as mine', [MIGRATION_LOCK])) as [
      { mine: boolean },
    ];
    if (row.mine) return;
    if (n === 0) log('Another migrate works on this database: waits for its end.');
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

async function install(dataSource: DataSource, runner: QueryRunner, files: ReturnType<typeof readSchemaFiles>) {
  // The files contain every later migration already. Recorded first: a schema without the note would run them again.
  await dataSource.runMigrations({ fake: true, transaction: 'each' });
  await inTransaction(runner, () => new Schema1796900000100(files).up(runner));
  return ['schema'];
}

async function bringForward(
  dataSource: DataSource,
  runner: QueryRunner,
  files: ReturnType<typeof readSchemaFiles>,
  attempts: LockAttempts,
): Promise<string[]> {
  const ran = await runMigrations(dataSource, runner, attempts);
  const repaired = await repairIndexes(runner, schemaNames(files), attempts);
  const changed = await attempts.run('Functions and starting rows', () =>
    inTransaction(runner, () => updateSchemaFiles(runner, files)),
  );
  return [...ran, ...repaired, ...changed];
}

async function migrateQueueSchema(url: string, attempts: LockAttempts): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'drive-portal-migrate' });
  // A connection that is lost fails the statement at hand; its error reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    await attempts.limit((sql, values) => client.query(sql, values), rows[0]!.pid);
    await attempts.run('The queues', () => migrateQueues(client, QUEUE_SCHEMA));
  } finally {
    await client.end();
  }
}
