import { Client } from 'pg';
import { createTestDatabase } from './database.js';

async function rows(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('test databases', () => {
  it('are copies of the migrated template that are isolated from each other, even when made at the same time', async () => {
    const [one, two, three] = await Promise.all([createTestDatabase(), createTestDatabase(), createTestDatabase()]);
    await rows(one.url, 'create table only_here (id int)');
    expect(await rows(two.url, `select to_regclass('only_here') as found`)).toEqual([{ found: null }]);
    expect(
      await rows(
        three.url,
        `select count(*)::int > 0 as migrated from information_schema.schemata where schema_name = 'platform'`,
      ),
    ).toEqual([{ migrated: true }]);
    await Promise.all([one.drop(), two.drop(), three.drop()]);
    await expect(rows(one.url, 'select 1')).rejects.toMatchObject({ code: '3D000' });
  });

  it('are dropped although somebody is still connected', async () => {
    const database = await createTestDatabase();
    const client = new Client({ connectionString: database.url });
    const ended = new Promise((resolve) => client.on('error', resolve));
    await client.connect();
    await database.drop();
    await ended;
    await expect(rows(database.url, 'select 1')).rejects.toMatchObject({ code: '3D000' });
  });
});
