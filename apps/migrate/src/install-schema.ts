import type { QueryRunner } from 'typeorm';
import type { SchemaFile, SchemaFiles } from './schema-files.js';

/**
 * Whether the database has the schema, of this or another release. `first`: the name of the migration that creates it.
 * @throws Error for a database from before 0.1.0, which cannot be brought forward
 */
export async function hasSchema(q: QueryRunner, first: string): Promise<boolean> {
  const [{ exists, noted }] = (await q.query(
    `select to_regnamespace('platform') is not null as exists, to_regclass('public.schema_migrations') is not null as noted`,
  )) as [{ exists: boolean; noted: boolean }];
  if (!exists) return false;
  const laid = noted ? await q.query('select from public.schema_migrations where name = $1', [first]) : [];
  if ((laid as unknown[]).length === 0)
    throw new Error(
      'this database was made before release 0.1.0 and cannot be brought forward: give an empty one, or stop the portal ' +
        'and remove the folder of its data (.data, or what DATA_DIR names)',
    );
  return true;
}

/** Creates the schema of `db/` in an empty database, within the transaction of `q`. */
export async function installSchema(q: QueryRunner, files: SchemaFiles): Promise<void> {
  // Tables need functions, functions need tables: in their columns' defaults here, in their bodies and rows there.
  for (const schema of files.tables) await q.query(schema.sql.match(/^create schema .*;$/m)![0]);
  await q.query('set local check_function_bodies = off');
  for (const file of files.functions) {
    await q.query('savepoint one_function');
    const waits = await q.query(file.sql).then(
      () => false,
      (error: { code?: string }) => isMissing(error) || Promise.reject(named(file, error)),
    );
    if (waits) await q.query('rollback to savepoint one_function');
  }
  for (const file of files.tables) await apply(q, { ...file, sql: file.sql.replace(/^create schema .*;$/m, '') });
  await q.query('set local check_function_bodies = on');
  await updateSchemaFiles(q, files);
}

/** Undefined table, object (type) or function, or a parameter of an extension: created by the next round. */
const isMissing = ({ code }: { code?: string }): boolean => ['42P01', '42704', '42883', '42501'].includes(code ?? '');

/**
 * Applies the functions and seeds that are not as they were applied last, within the transaction of `q`.
 * Returns their paths. A migration has to drop the old version of a changed signature, or of a removed file.
 */
export async function updateSchemaFiles(q: QueryRunner, files: SchemaFiles): Promise<string[]> {
  const rows = (await q.query('select path, sha256 from platform.schema_files')) as Omit<SchemaFile, 'sql'>[];
  const applied = new Map(rows.map((row) => [row.path, row.sha256]));
  const isChanged = (file: SchemaFile): boolean => applied.get(file.path) !== file.sha256;
  const functions = files.functions.filter(isChanged);
  const changed = [...functions, ...files.seeds.filter(isChanged)];
  // Loads pg_trgm, whose parameters some functions set: until then only a superuser may name them.
  await q.query(`select public.similarity('', '')`);
  // A new function may call one that comes later; the second time its body is checked.
  await q.query('set local check_function_bodies = off');
  for (const file of functions) await apply(q, file);
  await q.query('set local check_function_bodies = on');
  for (const file of changed) {
    await apply(q, file);
    await q.query(
      `insert into platform.schema_files (path, sha256) values ($1, $2)
       on conflict (path) do update set sha256 = excluded.sha256, applied_at = excluded.applied_at`,
      [file.path, file.sha256],
    );
  }
  return changed.map((file) => file.path);
}

async function apply(q: QueryRunner, file: SchemaFile): Promise<void> {
  await q.query(file.sql).catch((error: unknown) => Promise.reject(named(file, error)));
}

const named = (file: SchemaFile, error: unknown): Error =>
  new Error(`db/${file.path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
