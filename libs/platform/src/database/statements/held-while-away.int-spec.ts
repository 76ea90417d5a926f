import { randomUUID } from 'node:crypto';
import { SystemIds } from '@portal/kernel';
import type { DataSource } from 'typeorm';
import { OwnDatabase } from '../../../../../test/support/database/database.js';
import { eventually } from '../../../../../test/support/test-timeout.js';
import { CutConnections } from '../../../../../test/support/processes/cut-connections.js';
import { APP_ROLE, createDataSource } from '../connection/data-source.js';
import { Database } from '../database.js';
import { SYSTEM_SCOPE, withScope } from '../scope/data-scope.js';
import { Transactor } from '../transactor.js';

const NAME = 'held-spec';

describe('a database that goes away for a moment', () => {
  const test = OwnDatabase.forTests();
  let source: DataSource;
  let database: Database;
  let transactor: Transactor;
  let cut: CutConnections;

  beforeAll(async () => {
    await test.owner.query(`create table public.made (n int); grant all on public.made to portal_app, portal_caller;
      create function public.make(n int) returns int language sql as 'insert into public.made values (n) returning n'`);
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

  it.each([
    ['the product', 1, SYSTEM_SCOPE],
    // After the beginning of its transaction and its scope.
    ['a caller', 3, { kind: 'caller', personId: null, owners: [randomUUID()] }],
  ] as const)('never runs a statement of %s again that writes by a function', async (_who, n, scope) => {
    cut.atStatement(n, 'after');
    const make = (): Promise<unknown> => withScope(scope, () => database.value('select public.make(7)'));
    await expect(make()).rejects.toThrow(/Connection terminated/);
    expect(cut.disarm()).toBe(true);
    await eventually('the server has carried it out', made, (rows) => rows === 1);
    expect(await database.value('select count(*)::int from public.made')).toBe(1);
  });
});
