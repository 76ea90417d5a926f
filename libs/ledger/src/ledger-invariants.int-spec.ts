import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { CHART } from './domain/chart.js';

/** Every rule of the ledger, attacked by plain SQL: as the application's role, and as the owner of the tables. */
describe('the database keeps the books whoever writes', () => {
  let database: TestDatabase;
  let owner: Client;
  let app: Client;
  let receivable: string;
  let revenue: string;
  let payable: string;
  let clearing: string;
  let passed: string;
  let payableEur: string;

  const account = async (code: string, currency: string, ownerId?: string): Promise<string> => {
    const { rows } = await owner.query<{ id: string }>(
      `insert into ledger.ledger_account (code, currency, owner_id) values ($1, $2, coalesce($3::uuid, '00000000-0000-0000-0000-000000000000')) returning id`,
      [code, currency, ownerId],
    );
    return rows[0]!.id;
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    owner = new Client({ connectionString: database.url });
    app = new Client({ connectionString: database.url, options: '-c role=portal_app' });
    await Promise.all([owner.connect(), app.connect()]);
    const org = '0190a000-0000-7000-8000-000000000001';
    receivable = await account('tenant_receivable', 'usd');
    revenue = await account('platform_revenue', 'usd');
    payable = await account('author_pending', 'usd', org);
    payableEur = await account('author_pending', 'eur', org);
    clearing = await account('payout_clearing', 'usd');
    passed = await account('share_clearing', 'usd');
  });
  afterAll(async () => {
    await Promise.all([owner.end(), app.end()]);
    await database.drop();
  });

  let n = 0;
  const newTx = async (db: Client, expected: number, key = `attack:${++n}`): Promise<string> => {
    const { rows } = await db.query<{ id: string }>(
      `insert into ledger.ledger_tx (kind, idempotency_key, source_type, source_id, effective_at, expected_entries)
       values ('attack', $1, 'test', '1', now(), $2) returning id`,
      [key, expected],
    );
    return rows[0]!.id;
  };
  const legs = (db: Client, txId: string, rows: [seq: number, account: string, currency: string, amount: number][]) =>
    db.query(
      `insert into ledger.ledger_entry (tx_id, seq, account_id, currency, amount) values ${rows
        .map(([seq, id, currency, amount]) => `(${txId}, ${seq}, ${id}, '${currency}', ${amount})`)
        .join(', ')}`,
    );
  const inTransaction = async (db: Client, work: () => Promise<unknown>): Promise<void> => {
    await db.query('begin');
    try {
      await work();
      await db.query('commit');
    } catch (error) {
      await db.query('rollback');
      throw error;
    }
  };
  const both = (): [string, () => Client][] => [
    ['the application', () => app],
    ['the owner', () => owner],
  ];

  describe.each(both())('against %s', (_who, who) => {
    it('refuses legs that do not sum to zero', async () => {
      await expect(
        inTransaction(who(), async () =>
          legs(who(), await newTx(who(), 2), [
            [1, receivable, 'usd', 5],
            [2, revenue, 'usd', -4],
          ]),
        ),
      ).rejects.toMatchObject({ code: '23514', constraint: 'ledger_balanced' });
    });

    it('refuses to balance one currency with another', async () => {
      await expect(
        inTransaction(who(), async () =>
          legs(who(), await newTx(who(), 2), [
            [1, receivable, 'usd', 5],
            [2, payableEur, 'eur', -5],
          ]),
        ),
      ).rejects.toMatchObject({ constraint: 'ledger_balanced' });
    });

    it('refuses one leg now and the other by a second statement', async () => {
      await expect(
        inTransaction(who(), async () => {
          const id = await newTx(who(), 2);
          await legs(who(), id, [[1, receivable, 'usd', 5]]);
          await legs(who(), id, [[2, revenue, 'usd', -5]]);
        }),
      ).rejects.toMatchObject({ code: '23514' });
    });

    it('refuses a second balanced pair in the same database transaction', async () => {
      await expect(
        inTransaction(who(), async () => {
          const id = await newTx(who(), 2);
          await legs(who(), id, [
            [1, receivable, 'usd', 5],
            [2, revenue, 'usd', -5],
          ]);
          await legs(who(), id, [
            [3, receivable, 'usd', 5],
            [4, revenue, 'usd', -5],
          ]);
        }),
      ).rejects.toMatchObject({ constraint: 'ledger_posted_whole' });
    });

    it('refuses a balanced pair added to a transaction that was posted long ago', async () => {
      let id = '';
      await inTransaction(who(), async () => {
        id = await newTx(who(), 2);
        await legs(who(), id, [
          [1, receivable, 'usd', 5],
          [2, revenue, 'usd', -5],
        ]);
      });
      await expect(
        legs(who(), id, [
          [3, receivable, 'usd', 5],
          [4, revenue, 'usd', -5],
        ]),
      ).rejects.toMatchObject({
        constraint: 'ledger_posted_whole',
      });
    });

    it('refuses a transaction without entries at the commit', async () => {
      await expect(inTransaction(who(), () => newTx(who(), 2))).rejects.toMatchObject({
        constraint: 'ledger_tx_has_entries',
      });
    });

    it('refuses a leg in another currency than its account', async () => {
      await expect(
        inTransaction(who(), async () =>
          legs(who(), await newTx(who(), 2), [
            [1, receivable, 'eur', 5],
            [2, revenue, 'eur', -5],
          ]),
        ),
      ).rejects.toMatchObject({ code: '23503', constraint: 'ledger_entry_account_currency' });
    });

    it('leaves nothing on an account that is only passed through', async () => {
      const through = (left: number, legOf: 'one' | 'both') =>
        inTransaction(who(), async () => {
          const [first, second] = [await newTx(who(), 2), await newTx(who(), 2)];
          const out = [
            `(${first}, 1, ${receivable}, 'usd', 5)`,
            `(${first}, 2, ${passed}, 'usd', -5)`,
            `(${second}, 1, ${passed}, 'usd', ${5 - left})`,
            `(${second}, 2, ${revenue}, 'usd', ${left - 5})`,
          ];
          const statements = legOf === 'both' ? [out] : [out.slice(0, 2), out.slice(2)];
          for (const rows of statements)
            await who().query(
              `insert into ledger.ledger_entry (tx_id, seq, account_id, currency, amount) values ${rows.join(', ')}`,
            );
        });
      await through(0, 'both');
      await expect(through(1, 'both')).rejects.toMatchObject({ code: '23514', constraint: 'ledger_clears' });
      await expect(through(0, 'one')).rejects.toMatchObject({ code: '23514', constraint: 'ledger_clears' });
      const { rows } = await who().query(
        `select sum(amount)::int as balance from ledger.ledger_entry where account_id = ${passed}`,
      );
      expect(rows).toEqual([{ balance: 0 }]);
    });

    it('refuses a leg of zero and a transaction that expects one leg', async () => {
      await expect(
        inTransaction(who(), async () =>
          legs(who(), await newTx(who(), 2), [
            [1, receivable, 'usd', 0],
            [2, revenue, 'usd', 0],
          ]),
        ),
      ).rejects.toMatchObject({ code: '23514' });
      await expect(inTransaction(who(), () => newTx(who(), 1))).rejects.toMatchObject({ code: '23514' });
    });

    it('refuses the same key twice', async () => {
      await inTransaction(who(), async () => {
        const id = await newTx(who(), 2, `twice:${_who}`);
        await legs(who(), id, [
          [1, receivable, 'usd', 5],
          [2, revenue, 'usd', -5],
        ]);
      });
      await expect(inTransaction(who(), () => newTx(who(), 2, `twice:${_who}`))).rejects.toMatchObject({
        code: '23505',
        constraint: 'ledger_tx_idempotency_key',
      });
    });

    it('refuses to take an account below its floor, and lets it go exactly to it', async () => {
      const move = (amount: number) =>
        inTransaction(who(), async () =>
          legs(who(), await newTx(who(), 2), [
            [1, clearing, 'usd', -amount],
            [2, receivable, 'usd', amount],
          ]),
        );
      await move(100);
      await expect(move(-101)).rejects.toMatchObject({ code: '23514', constraint: 'ledger_floor' });
      await move(-100);
    });

    it.each([
      'update ledger.ledger_entry set amount = 1',
      'delete from ledger.ledger_entry',
      'truncate ledger.ledger_entry',
      `update ledger.ledger_tx set kind = 'other'`,
      'delete from ledger.ledger_tx',
      'truncate ledger.ledger_tx cascade',
      `update ledger.ledger_account set currency = 'eur'`,
      'delete from ledger.ledger_account',
      'update ledger.account_code set floor = null',
      'update ledger.account_balance set credits = credits + 1',
      'delete from ledger.account_balance',
      'truncate ledger.account_balance',
    ])('refuses: %s', async (statement) => {
      await expect(who().query(statement)).rejects.toMatchObject({ code: '42501' });
    });

    it('refuses a made-up balance row', async () => {
      await expect(
        who().query(`insert into ledger.account_balance (account_id, debits) values ($1, 5)`, [receivable]),
      ).rejects.toMatchObject({ code: '42501' });
    });

    it('refuses an author account without an author and a platform account with an owner', async () => {
      await expect(
        who().query(`insert into ledger.ledger_account (code, currency) values ('author_payable', 'usd')`),
      ).rejects.toMatchObject({
        code: '23503',
      });
      await expect(
        who().query(
          `insert into ledger.ledger_account (code, currency, owner_id) values ('platform_revenue', 'eur', gen_random_uuid())`,
        ),
      ).rejects.toMatchObject({ code: '23503' });
    });
  });

  it('keeps live balances equal to the sums of their entries through all of this', async () => {
    const { rows } = await owner.query<{ code: string; same: boolean }>(
      `select a.code, b.debits - b.credits = coalesce((select sum(amount) from ledger.ledger_entry e where e.account_id = a.id), 0) as same
       from ledger.account_balance b join ledger.ledger_account a on a.id = b.account_id order by 1`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(3);
    expect(rows.filter((row) => !row.same)).toEqual([]);
    expect(rows.map((row) => row.code)).not.toContain('tenant_receivable');
    expect(payable).toBeDefined();
  });

  it('has the chart of accounts that the code knows', async () => {
    const { rows } = await owner.query<{
      code: string;
      kind: string;
      owned: boolean;
      floor: string | null;
      live: boolean;
      clears: boolean;
    }>('select code, kind, owned, floor, live, clears from ledger.account_code');
    const stored = Object.fromEntries(
      rows.map((r) => [
        r.code,
        {
          ...{ kind: r.kind, owned: r.owned, live: r.live, clears: r.clears },
          floorMinor: r.floor === null ? null : BigInt(r.floor),
        },
      ]),
    );
    expect(stored).toEqual(CHART);
  });
});
