import 'reflect-metadata';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { runMigrations as migrateQueues } from 'bullmq';
import { createDataSource, QUEUE_SCHEMA } from '@portal/platform';
import { Client } from 'pg';
import type { MigrationInterface } from 'typeorm';
import { ensureRoles, grantAppRole, grantCallerRole } from './grants.js';
import { migrationFiles, migrationIn } from './migration-files.js';
import { applyPolicies } from './policies.js';

/** Two migrating processes wait for each other here. */
const MIGRATION_LOCK = 0x64726d67;

type Migration = new () => MigrationInterface;

function migrations(): Migration[] {
  const folder = path.join(__dirname, 'migrations');
  return migrationFiles(readdirSync(folder)).map((file) =>
    migrationIn(file, require(path.join(folder, file)) as Record<string, unknown>),
  );
}

/**
 * Brings the database at `url` to this version: product schemas, BullMQ's schema, rights of the application role.
 * Safe to run from several processes at once. Returns the names of the migrations that ran.
 */
export async function migrate(url: string): Promise<string[]> {
  const dataSource = await createDataSource({
    url,
    pool: 3,
    waitMs: 10_000,
    applicationName: 'drive-portal-migrate',
    migrations: migrations(),
  }).initialize();
  try {
    const runner = dataSource.createQueryRunner();
    try {
      await runner.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
      await ensureRoles(runner);
      const ran = await dataSource.runMigrations({ transaction: 'each' });
      const client = new Client({ connectionString: url });
      // A connection that is lost fails the statement at hand; that says it.
      client.on('error', () => undefined);
      await client.connect();
      try {
        await migrateQueues(client, QUEUE_SCHEMA);
      } finally {
        await client.end();
      }
      await grantAppRole(runner);
      await applyPolicies(runner);
      await grantCallerRole(runner);
      return ran.map((m) => m.name);
    } finally {
      await runner.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
      await runner.release();
    }
  } finally {
    await dataSource.destroy();
  }
}
