import { MigrationExecutor, type DataSource, type QueryRunner } from 'typeorm';
import type { LockAttempts } from './lock-attempts.js';

/**
 * Runs the migrations that the database lacks, oldest first, each in a transaction unless it says otherwise. Returns their
 * names. One that has no transaction starts over after a lock that it did not get, so each of its statements must be
 * harmless to repeat.
 */
export async function runMigrations(dataSource: DataSource, runner: QueryRunner, attempts: LockAttempts) {
  const executor = new MigrationExecutor(dataSource, attempts.patientWithConcurrently(runner));
  const pending = await executor.getPendingMigrations();
  for (const migration of pending) {
    const run = (): Promise<unknown> => executor.executeMigration(migration);
    await attempts.run(migration.name, () =>
      migration.instance?.transaction === false ? run() : inTransaction(runner, run),
    );
  }
  return pending.map(({ name }) => name);
}

/**
 * Builds again, without a lock that writers feel, every index of `schemas` that a broken `create index concurrently` left
 * invalid: it costs each write and serves no query. Returns their names.
 */
export async function repairIndexes(runner: QueryRunner, schemas: readonly string[], attempts: LockAttempts) {
  const q = attempts.patientWithConcurrently(runner);
  const invalid = (await q.query(
    `select c.oid::regclass::text as name, c.relname ~ '_cc(new|old)[0-9]*$' as leftover
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where not i.indisvalid and c.relkind = 'i' and c.relnamespace::regnamespace::text = any ($1) order by 1`,
    [schemas],
  )) as { name: string; leftover: boolean }[];
  for (const { name, leftover } of invalid)
    // A broken reindex leaves a copy: the index itself still exists.
    await q.query(leftover ? `drop index concurrently ${name}` : `reindex index concurrently ${name}`);
  return invalid.filter(({ leftover }) => !leftover).map(({ name }) => name);
}

/** Commits the work of `work` on `runner`; rolls it back when it fails. */
export async function inTransaction<T>(runner: QueryRunner, work: () => Promise<T>): Promise<T> {
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
