import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Next to the compiled program, or in the checkout when it was compiled by something else than `npm run build`. */
const FOLDER = [path.resolve(__dirname, '../../../../../db'), path.resolve(__dirname, '../../../../../../db')].find(
  (folder) => existsSync(path.join(folder, 'policies.sql')),
);

/**
 * The folder `db/` of this release.
 * @throws Error when there is none
 */
export function schemaFolder(): string {
  if (FOLDER === undefined) throw new Error('the folder db/ with the schema is missing beside this program');
  return FOLDER;
}

/** A file of `db/`: its path below the folder, with `/`, and its content. */
interface SchemaText {
  readonly path: string;
  readonly sql: string;
}

/** Digest of a schema: 64 hexadecimal digits, independent of the order of the files. */
export function schemaDigest(files: readonly SchemaText[]): string {
  const hash = createHash('sha256');
  for (const file of [...files].sort((a, b) => (a.path < b.path ? -1 : 1))) hash.update(`${file.path}\0${file.sql}\0`);
  return hash.digest('hex');
}

/** Digest of the schema of this release, from its `db/`. */
export function releaseSchema(folder = schemaFolder()): string {
  return schemaDigest(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.sql'))
      .map((name) => ({
        path: name.replaceAll(path.sep, '/'),
        sql: readFileSync(path.join(folder, name), 'utf8'),
      })),
  );
}
