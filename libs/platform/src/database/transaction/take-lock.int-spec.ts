import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/database/database.js';
import { until } from '../../../../../test/support/test-timeout.js';

const take = (connection: Client, name: string, key = '', shared = false): Promise<unknown> =>
  connection.query('select platform.take_lock($1, $2, $3)', [name, key, shared]);

describe('an advisory lock', () => {
  let test: TestDatabase;
  let one: Client;
  let other: Client;

  beforeAll(async () => {
    test = await createTestDatabase();
    one = new Client({ connectionString: test.url });
    other = new Client({ connectionString: test.url });
    await Promise.all([one.connect(), other.connect()]);
  });
  afterAll(async () => {
    await Promise.all([one.end(), other.end()]);
    await test.drop();
  });
  beforeEach(() => Promise.all([one.query('begin'), other.query('begin')]));
  afterEach(() => Promise.all([one.query('rollback'), other.query('rollback')]));

  /** Whether `other` had to wait until `one` ended. */
  async function waits(taking: () => Promise<unknown>): Promise<boolean> {
    const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid');
    let taken = false;
    const pending = taking().then(() => (taken = true));
    let waited = false;
    await until(async () => {
      const blocked = await one.query('select from unnest(pg_blocking_pids($1))', [rows[0]!.pid]);
      waited = blocked.rowCount === 1;
      return waited || taken;
    });
    await one.query('rollback');
    await pending;
    return waited;
  }

  it.each([
    ['the same key waits', 'one', false, 'one', false, true],
    ['another key does not wait', 'one', false, 'other', false, false],
    ['two that share it do not wait', 'one', true, 'one', true, false],
    ['an exclusive one waits for a shared one', 'one', true, 'one', false, true],
    ['a shared one waits for an exclusive one', 'one', false, 'one', true, true],
  ])('of two transactions: %s', async (_rule, key, shared, otherKey, otherShared, expected) => {
    await take(one, 'payouts.account', key, shared);
    expect(await waits(() => take(other, 'payouts.account', otherKey, otherShared))).toBe(expected);
  });

  it('with another name does not wait, whatever its key', async () => {
    await take(one, 'payouts.account', 'same');
    expect(await waits(() => take(other, 'webhooks.endpoints', 'same'))).toBe(false);
  });

  it('has a name of the registry', async () => {
    await expect(take(one, 'payouts.acount')).rejects.toThrow('no advisory lock is called payouts.acount');
  });

  it('is refused, in tests, after one that comes later in the registry', async () => {
    await take(one, 'ledger.seal');
    await expect(take(one, 'payouts.account')).rejects.toThrow('the lock payouts.account is taken after ledger.seal');
  });

  it('may be taken again by its holder', async () => {
    await take(one, 'payouts.account', 'key');
    await take(one, 'ledger.seal');
    await take(one, 'payouts.account', 'key');
    await expect(take(one, 'payouts.account', 'another')).rejects.toThrow('is taken after ledger.seal');
  });

  it('may come first again in the next transaction, and after a savepoint that was rolled back', async () => {
    await take(one, 'ledger.seal');
    await one.query('rollback');
    await one.query('begin');
    await one.query('savepoint attempt');
    await take(one, 'ledger.seal');
    await one.query('rollback to attempt');
    await take(one, 'payouts.account');
  });
});
