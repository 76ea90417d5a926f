import 'reflect-metadata';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { runMigrations as migrateQueues } from 'bullmq';
import { createDataSource } from '@portal/platform/database';
import { QUEUE_SCHEMA } from '@portal/platform/jobs';
import { Client } from 'pg';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { applyPolicies, ensureLogin, ensureRoles } from './apply-rights.js';
import { hasSchema, installSchema, updateSchemaFiles } from './install-schema.js';
import { migrationFiles, migrationIn } from './migration-files.js';
import { readSchemaFiles } from './schema-files.js';

/** Two migrating processes wait for each other here. */
const MIGRATION_LOCK = 0x64726d67;

type Migration = new () => MigrationInterface;

function numberedMigrations(): Migration[] {
  const folder = path.join(__dirname, 'migrations');
  if (!existsSync(folder)) return [];
  return migrationFiles(readdirSync(folder)).map((file) =>
    migrationIn(file, require(path.join(folder, file)) as Record<string, unknown>),
  );
}

/** What is applied; another schema than the product's own is for tests. */
interface MigrateOptions {
  readonly files?: ReturnType<typeof readSchemaFiles>;
  readonly migrations?: readonly Migration[];
  /** With which api and worker log in; its role is made. */
  readonly loginUrl?: string | undefined;
}

/**
 * Brings the database at `url` to this version: the schema of `db/`, BullMQ's schema, row-level security and rights.
 * An empty database is made as `db/` says, with every numbered migration counted as run; in any other the migrations
 * that it lacks run first, and then the functions and seeds whose files changed. Safe to run from several processes at
 * once; what fails leaves nothing half done. Returns what was applied: `schema`, names of migrations, paths of files.
 * @throws Error that names the file or migration at fault.
 */
export async function migrate(
  url: string,
  { files = readSchemaFiles(), migrations = numberedMigrations(), loginUrl }: MigrateOptions = {},
): Promise<string[]> {
  const dataSource = await createDataSource({
    url,
    pool: 3,
    waitMs: 10_000,
    applicationName: 'drive-portal-migrate',
    migrations: [...migrations],
  }).initialize();
  try {
    const runner = dataSource.createQueryRunner();
    try {
      await runner.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
      await ensureRoles(runner);
      if (loginUrl !== undefined) await ensureLogin(runner, loginUrl);
      const applied = (await hasSchema(runner))
        ? await bringForward(dataSource, runner, files)
        : await install(dataSource, runner, files);
      await inTransaction(runner, async () => {
        await applyPolicies(runner, files.policies);
        await runner.query(files.grants);
      });
      return applied;
    } finally {
      await runner.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
      await runner.release();
    }
  } finally {
    await dataSource.destroy();
  }
}

async function install(
  dataSource: DataSource,
  runner: QueryRunner,
  files: ReturnType<typeof readSchemaFiles>,
): Promise<string[]> {
  // What the files say holds every migration already. Noted first: a schema without the note would run them again.
  await dataSource.runMigrations({ fake: true, transaction: 'each' });
  await inTransaction(runner, () => installSchema(runner, files));
  await migrateQueueSchema(dataSource);
  return ['schema'];
}

async function bringForward(
  dataSource: DataSource,
  runner: QueryRunner,
  files: ReturnType<typeof readSchemaFiles>,
): Promise<string[]> {
  const ran = await dataSource.runMigrations({ transaction: 'each' });
  const changed = await inTransaction(runner, () => updateSchemaFiles(runner, files));
  await migrateQueueSchema(dataSource);
  return [...ran.map((migration) => migration.name), ...changed];
}

async function migrateQueueSchema(dataSource: DataSource): Promise<void> {
  const client = new Client({ connectionString: (dataSource.options as { url?: string }).url });
  // A connection that is lost fails the statement at hand; that says it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await migrateQueues(client, QUEUE_SCHEMA);
  } finally {
    await client.end();
  }
}

async function inTransaction<T>(runner: QueryRunner, work: () => Promise<T>): Promise<T> {
  await runner.startTransaction();
  try {
    const result = await work();
    await runner.commitTransaction();
    return result;
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}
