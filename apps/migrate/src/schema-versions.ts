import { schemaDigest } from '@portal/platform/database';
import type { QueryRunner } from 'typeorm';
import type { Migration } from './migration-files.js';
import type { SchemaFiles } from './schema-files.js';

/**
 * Declaration of a contract step: the earlier migration since which nothing needs the removed object, by its name, and
 * the removed object, as `npm run check -- migrations` names it.
 */
interface ContractStep {
  readonly contract?: { readonly expandedBy: string; readonly removes: readonly string[] };
}

/** The migrations that a release must have to work after all of `migrations`, by name. */
function neededBy(migrations: readonly Migration[]): string[] {
  const steps = migrations.flatMap((one) => (new one() as ContractStep).contract?.expandedBy ?? []);
  return [...new Set(steps)].sort();
}

/**
 * Whether a later release has brought the database further than these migrations go.
 * @throws Error where it has removed an object that the release of these migrations needs
 */
export async function isAhead(q: QueryRunner, migrations: readonly Migration[]): Promise<boolean> {
  const names = migrations.map(({ name }) => name);
  const [found] = (await q.query(
    `select array(select name::text from public.schema_migrations where name <> all ($1) order by id) as unknown`,
    [names],
  )) as [{ unknown: string[] }];
  if (found.unknown.length === 0) return false;
  const [now] = (await q.query(
    `select array(select unnest(needs) except select unnest($1::text[]) order by 1) as missing
     from platform.schema_versions order by applied_at desc limit 1`,
    [names],
  )) as ({ missing: string[] } | undefined)[];
  if (now !== undefined && now.missing.length > 0)
    throw new Error(
      `a later release has brought this database to ${found.unknown.at(-1)} and removed what this one uses: use a release that has ${now.missing.join(', ')}`,
    );
  return true;
}

/**
 * Records, within the transaction of `q`, that the database now has the schema of `files`; nothing when that was
 * recorded last.
 */
export async function noteVersion(q: QueryRunner, files: SchemaFiles, migrations: readonly Migration[]): Promise<void> {
  const digest = schemaDigest([
    ...files.tables,
    ...files.functions,
    ...files.seeds,
    { path: 'policies.sql', sql: files.policies },
    { path: 'grants.sql', sql: files.grants },
  ]);
  await q.query(
    `insert into platform.schema_versions (digest, migrations, needs) select $1, $2, $3
     where $1 is distinct from (select digest from platform.schema_versions order by applied_at desc limit 1)
     on conflict (digest) do update set migrations = excluded.migrations, needs = excluded.needs, applied_at = excluded.applied_at`,
    [digest, migrations.map(({ name }) => name), neededBy(migrations)],
  );
}
