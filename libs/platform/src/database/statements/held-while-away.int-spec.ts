import { SystemIds } from '@portal/kernel';
import type { DataSource } from 'typeorm';
import { OwnDatabase } from '../../../../../test/support/database/database.js';
import { CutConnections } from '../../../../../test/support/processes/cut-connections.js';
import { APP_ROLE, createDataSource } from '../connection/data-source.js';
import { Database } from '../database.js';
import { Transactor } from '../transactor.js';

const NAME = 'held-spec';

describe('a database that goes away for a moment', () => {
  const test = OwnDatabase.forTests();
  let source: DataSource;
  let database: Database;
  let transactor: Transactor;
  let cut: CutConnections;

  beforeAll(async () => {
    await test.owner.query('create table public.made (n int); grant all on public.made to portal_app');
    const settings = { url: test.url, pool: 2, waitMs: 60_000, applicationName: NAME, role: APP_ROLE };
    source = await createDataSource(settings).initialize();
    database = new Database(source);
    transactor = new Transactor(source, new SystemIds());
    cut = new CutConnections(NAME);
  });
  afterAll(async () => {
    cut?.end();
    await source?.destroy();
  });
  beforeEach(() => test.owner.query('truncate public.made'));
  const made = async (): Promise<number> => (await test.owner.query('select from public.made')).rowCount ?? 0;

  /** Begin, the first statement of every transaction, the insert, commit. */
  const insert = (): Promise<unknown> => transactor.run((tx) => tx.query('insert into public.made values (1)'));

  it.each([
    [1, 'before'],
    [1, 'after'],
    [2, 'before'],
    [2, 'after'],
    [3, 'before'],
    [3, 'after'],
  ] as const)('is waited for by a transaction that is cut off at its statement %d, %s it', async (n, when) => {
    cut.atStatement(n, when);
    await insert();
    expect([cut.disarm(), await made()]).toEqual([true, 1]);
  });

  it.each([
    ['before', 0],
    ['after', 1],
  ] as const)('fails a transaction whose commit may have been made: cut off %s it', async (when, rows) => {
    cut.atStatement(4, when);
    await expect(insert()).rejects.toThrow(/Connection terminated/);
    expect([cut.disarm(), await made()]).toEqual([true, rows]);
  });

  it('is waited for by what reads, and fails a statement that changes something', async () => {
    cut.atStatement(1, 'after');
    expect(await database.value('with one as (select 1 as n) select n from one')).toBe(1);
    expect(cut.disarm()).toBe(true);
    cut.atStatement(1, 'after');
    await expect(database.query('insert into public.made values (1)')).rejects.toThrow(/Connection terminated/);
    expect(await made()).toBe(1);
  });
});
