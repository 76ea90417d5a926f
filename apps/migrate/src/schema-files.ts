import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { schemaFolder } from '@portal/platform/database';

/** A file of `db/`, named as in `platform.schema_files`: `billing/functions/write_lines.sql`. */
export interface SchemaFile {
  readonly path: string;
  readonly sql: string;
  readonly sha256: string;
}

/** The current schema as defined in `db/`. */
export interface SchemaFiles {
  /** `tables.sql` of each lib, in the order in which they refer to each other. */
  readonly tables: readonly SchemaFile[];
  /** One function or aggregate each. */
  readonly functions: readonly SchemaFile[];
  /** Rows that the product starts with, and the lists of decisions and of what is kept; adding them again changes nothing. */
  readonly seeds: readonly SchemaFile[];
  readonly policies: string;
  readonly grants: string;
}

/** Before all others: their tables and rows refer to these. */
const FIRST = ['platform', 'ledger'];

/**
 * Reads `db/`.
 * @throws Error where a file lies in it that nothing would apply: that is a table or function missing in production.
 */
export function readSchemaFiles(folder = schemaFolder()): SchemaFiles {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((name) => !name.endsWith('README.md'))
    .sort();
  const read = (name: string): SchemaFile => {
    const sql = readFileSync(path.join(folder, name), 'utf8');
    return { path: name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
  };
  const matching = (pattern: RegExp): SchemaFile[] => names.filter((name) => pattern.test(name)).map(read);
  const rank = ({ path: name }: SchemaFile): number =>
    (FIRST.indexOf(name.split('/')[0]!) + FIRST.length + 1) % (FIRST.length + 1);
  const inOrder = (pattern: RegExp): SchemaFile[] => matching(pattern).sort((a, b) => rank(a) - rank(b));
  const tables = inOrder(/^[a-z-]+\/tables\.sql$/);
  const functions = matching(/^[a-z-]+\/functions\/[a-z0-9_]+\.sql$/);
  const seeds = inOrder(/^([a-z-]+\/seed|decisions|kept)\.sql$/);
  const known = new Set([...tables, ...functions, ...seeds].map((file) => file.path));
  const stray = names.filter((name) => !known.has(name) && name !== 'policies.sql' && name !== 'grants.sql');
  if (stray.length > 0)
    throw new Error(
      `db/${stray[0]} is none of tables.sql, seed.sql and functions/<name>.sql of a lib, nor decisions.sql, kept.sql, policies.sql or grants.sql`,
    );
  return { tables, functions, seeds, policies: read('policies.sql').sql, grants: read('grants.sql').sql };
}

/** The schemas of the product: one per lib that keeps tables. */
export const schemaNames = (files: SchemaFiles): string[] =>
  files.tables.map((file) => file.path.split('/')[0]!.replaceAll('-', '_'));
