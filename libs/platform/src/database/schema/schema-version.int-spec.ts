import type { Client } from 'pg';
import { pino } from 'pino';
import type { DataSource } from 'typeorm';
import { OwnDatabase } from '../../../../../test/support/database/database.js';
import { testConfig } from '../../../../../test/support/config.js';
import type { Config } from '../../config/config.js';
import { eventually } from '../../../../../test/support/test-timeout.js';
import { APP_ROLE, createDataSource } from '../connection/data-source.js';
import { Database } from '../database.js';
import { releaseSchema, schemaDigest } from './release-schema.js';
import { SchemaAtStart, SchemaBeforeWork } from './schema-at-start.js';
import { SchemaVersion } from './schema-version.js';

describe('the schema that a release needs', () => {
  const database = OwnDatabase.forTests();
  let db: Client;
  let source: DataSource;
  let version: SchemaVersion;
  let config: Config;
  beforeAll(async () => {
    db = database.owner;
    const settings = { url: database.url, pool: 2, waitMs: 60_000, applicationName: 'test', role: APP_ROLE };
    source = await createDataSource(settings).initialize();
    config = testConfig(database.url);
    version = new SchemaVersion(new Database(source));
    database.beforeClose(() => source.destroy());
  });

  const lines: string[] = [];
  const log = pino(
    { level: 'warn' },
    { write: (line: string) => void lines.push((JSON.parse(line) as { msg: string }).msg) },
  );
  const later = (digit: string, ...needs: string[]): Promise<unknown> =>
    db.query(
      `insert into platform.schema_versions (digest, migrations, needs)
       select repeat($1, 64), migrations || $2::text[], $2 from platform.schema_versions where digest = $3`,
      [digit, needs, releaseSchema()],
    );
  const name = `This release needs the schema ${releaseSchema().slice(0, 12)}`;

  it('is that of the database after migrate, whatever the order of its files', async () => {
    expect(await version.compare()).toEqual({ state: 'ok', sentence: '' });
    const files = [
      { path: 'a.sql', sql: 'b' },
      { path: 'c.sql', sql: 'd' },
    ];
    expect(schemaDigest([...files].reverse())).toBe(schemaDigest(files));
    expect(
      schemaDigest([
        { path: 'a.sql', sql: 'bc.sql' },
        { path: '', sql: 'd' },
      ]),
    ).not.toBe(schemaDigest(files));
  });

  it('may be newer, as long as it has everything that the release needs', async () => {
    await later('a');
    expect((await version.compare()).state).toBe('ok');
    const { rows } = await db.query<{ name: string }>(
      'select migrations[1] as name from platform.schema_versions limit 1',
    );
    await db.query(`update platform.schema_versions set needs = $1 where digest = repeat('a', 64)`, [[rows[0]!.name]]);
    expect((await version.compare()).state).toBe('ok');
    await later('b', 'Unknown1999000000001');
    const sentence = `${name}, and the database has gone on to one without what it uses: start a release that has Unknown1999000000001.`;
    expect(await version.compare()).toEqual({ state: 'outdated', sentence });
    for (const Start of [SchemaAtStart, SchemaBeforeWork])
      await expect(new Start(version, config, log).onModuleInit()).rejects.toThrow(sentence);
  });

  it('is awaited where no migrate has brought the database to it', async () => {
    await db.query(`create temp table kept as select * from platform.schema_versions where digest = $1`, [
      releaseSchema(),
    ]);
    await db.query(`delete from platform.schema_versions where digest = $1 or digest = repeat('b', 64)`, [
      releaseSchema(),
    ]);
    const sentence = `${name}, to which the database has not been brought yet: run migrate of this release.`;
    expect(await version.compare()).toEqual({ state: 'not_migrated', sentence });
    await new SchemaAtStart(version, config, log).onModuleInit();
    expect(lines).toEqual([`${sentence} Not ready until then.`]);

    let working = false;
    const starting = new SchemaBeforeWork(version, config, log).onModuleInit().then(() => (working = true));
    await eventually(
      'the worker',
      () => lines.at(-1),
      (line) => line === `${sentence} Waiting for it.`,
    );
    expect(working).toBe(false);
    await db.query('insert into platform.schema_versions select * from kept');
    await starting;

    await db.query('drop table platform.schema_versions');
    expect((await version.compare()).state).toBe('not_migrated');
  });
});
