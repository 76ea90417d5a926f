import type { MigrationInterface, QueryRunner } from 'typeorm';
import { OwnDatabase } from '../../../test/support/database/database.js';
import { migrate } from './migrate.js';
import { productMigrations, type Migration } from './migration-files.js';
import { readSchemaFiles } from './schema-files.js';

const FILES = readSchemaFiles();

class Expand1999000000001 implements MigrationInterface {
  up = (q: QueryRunner): Promise<void> =>
    q.query('alter table installs.tenants add column planted text') as Promise<void>;
  down = (): Promise<void> => Promise.resolve();
}
class Contract1999000000002 implements MigrationInterface {
  readonly contract = { expandedBy: 'Expand1999000000001', removes: ['drop column installs.tenants.suspended_at'] };
  up = (): Promise<void> => Promise.resolve();
  down = (): Promise<void> => Promise.resolve();
}

/** Report of `migrate` of a release, and whether a function that it would change stays. */
describe('a release older than the schema', () => {
  const database = OwnDatabase.forTests();

  const before = productMigrations();
  const expanded = [...before, Expand1999000000001];
  const said: string[] = [];
  const bring = (migrations: readonly Migration[], text: string): Promise<string[]> =>
    migrate(database.url, {
      migrations,
      files: {
        ...FILES,
        functions: FILES.functions.map((file) =>
          file.path === 'billing/functions/month_end.sql'
            ? { ...file, sql: `${file.sql}\n-- ${text}`, sha256: text }
            : file,
        ),
      },
      log: (sentence) => said.push(sentence),
    });
  const noted = async (): Promise<unknown> =>
    (
      await database.owner.query<object>(
        `select migrations[cardinality(migrations)] as newest, needs from platform.schema_versions order by applied_at`,
      )
    ).rows;
  const newest = before.at(-1)!.name;

  it('does not change what a later release has added', async () => {
    expect(await bring(expanded, 'later')).toEqual(['Expand1999000000001', 'billing/functions/month_end.sql']);
    expect(await bring(before, 'before')).toEqual([]);
    expect(said).toEqual(['A later release has brought this database further: nothing was changed.']);
    expect(
      (await database.owner.query(`select sha256 from platform.schema_files where path like '%/month_end.sql'`)).rows,
    ).toEqual([{ sha256: 'later' }]);
    expect(await noted()).toEqual([
      { newest, needs: [] },
      { newest: 'Expand1999000000001', needs: [] },
    ]);
  });

  it('is refused once what it uses was removed, while the release in between still runs', async () => {
    const contracted = [...expanded, Contract1999000000002];
    expect(await bring(contracted, 'latest')).toEqual(['Contract1999000000002', 'billing/functions/month_end.sql']);
    expect((await noted()) as object[]).toContainEqual({
      newest: 'Contract1999000000002',
      needs: ['Expand1999000000001'],
    });
    await expect(bring(before, 'before')).rejects.toThrow(
      'a later release has brought this database to Contract1999000000002 and removed what this one uses: use a release that has Expand1999000000001',
    );
    expect(await bring(expanded, 'later')).toEqual([]);
  });
});
