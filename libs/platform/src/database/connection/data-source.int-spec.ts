import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/database/database.js';
import { createDataSource } from './data-source.js';

describe('a connection of the product', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    const owner = new Client({ connectionString: database.url });
    await owner.connect();
    await owner.query(`alter database ${owner.escapeIdentifier(owner.database!)} set timezone = 'Pacific/Auckland'`);
    await owner.end();
  });
  afterAll(() => database?.drop());

  it('counts days and months in UTC, whatever the zone of the server', async () => {
    const settings = { url: database.url, pool: 1, waitMs: 60_000, applicationName: 'test' };
    const source = await createDataSource(settings).initialize();
    const found = await source.query<unknown[]>(
      `select current_setting('timezone') as zone, ('2026-11-30T23:00:00Z'::timestamptz)::date::text as day,
         date_trunc('month', '2026-11-30T23:00:00Z'::timestamptz) = '2026-11-01T00:00:00Z' as month`,
    );
    await source.destroy();
    expect(found).toEqual([{ zone: 'UTC', day: '2026-11-30', month: true }]);
  });
});
