import { Client } from 'pg';
import { OwnDatabase } from '../../../test/support/database/database.js';
import { allowMadeUp } from '../../../test/support/money/made-up-postings.js';
import { CHART } from './domain/chart.js';

type Account = 'receivable' | 'revenue' | 'payableEur' | 'clearing' | 'passed';
type Leg = [seq: number, account: Account, currency: string, amount: number];

/** Tries to break every rule of the ledger with plain SQL, as the application's role and as the owner of the tables. */
describe('the guard of the books in the database', () => {
  const database = OwnDatabase.forTests();
  let owner: Client;
  let app: Client;
  let accounts: Record<Account, string>;

  const account = async (code: string, currency: string, ownerId?: string): Promise<string> => {
    const { rows } = await owner.query<{ id: string }>(
      `insert into ledger.ledger_account (code, currency, owner_id) values ($1, $2, coalesce($3::uuid, '00000000-0000-0000-0000-000000000000')) returning id`,
      [code, currency, ownerId],
    );
    return rows[0]!.id;
  };

  beforeAll(async () => {
    ({ owner } = database);
    app = new Client({ connectionString: database.url, options: '-c role=portal_app' });
    await app.connect();
    database.beforeClose(() => app.end());
    const org = '0190a000-0000-7000-8000-000000000001';
    accounts = {
      receivable: await account('tenant_receivable', 'usd'),
      revenue: await account('platform_revenue', 'usd'),
      payableEur: await account('author_pending', 'eur', org),
      clearing: await account('payout_clearing', 'usd'),
      passed: await account('share_clearing', 'usd'),
    };
    await allowMadeUp(database.url, 'attack', 'test');
  });

  let n = 0;
  const newTx = async (db: Client): Promise<string> => {
    const { rows } = await db.query<{ id: string }>(
      `insert into ledger.ledger_tx (kind, idempotency_key, source_type, source_id, effective_at, expected_entries)
       values ('attack', $1, 'test', '1', now(), 2) returning id`,
      [`attack:${++n}`],
    );
    return rows[0]!.id;
  };
  const legs = (db: Client, txId: string, rows: Leg[]) =>
    db.query(
      `insert into ledger.ledger_entry (tx_id, seq, account_id, currency, amount) values ${rows
        .map(([seq, name, currency, amount]) => `(${txId}, ${seq}, ${accounts[name]}, '${currency}', ${amount})`)
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

  const pair = (seq: number): Leg[] => [
    [seq, 'receivable', 'usd', 5],
    [seq + 1, 'revenue', 'usd', -5],
  ];

  describe.each(both())('against %s', (_who, who) => {
    /** Each list of legs by a statement of its own. */
    const post = (...statements: Leg[][]) =>
      inTransaction(who(), async () => {
        const id = await newTx(who());
        for (const rows of statements) await legs(who(), id, rows);
      });

    it.each<[string, string, Leg[][]]>([
      [
        'legs that balance only across currencies',
        'ledger_balanced',
        [
          [
            [1, 'receivable', 'usd', 5],
            [2, 'payableEur', 'eur', -5],
          ],
        ],
      ],
      [
        'one leg now and the other by a second statement',
        'ledger_balanced',
        [[[1, 'receivable', 'usd', 5]], [[2, 'revenue', 'usd', -5]]],
      ],
      ['a second balanced pair in the same database transaction', 'ledger_posted_whole', [pair(1), pair(3)]],
    ])('refuses %s', async (_name, constraint, statements) => {
      await expect(post(...statements)).rejects.toMatchObject({ code: '23514', constraint });
    });

    it('refuses a balanced pair added to a transaction that was posted long ago', async () => {
      let id = '';
      await inTransaction(who(), async () => {
        id = await newTx(who());
        await legs(who(), id, pair(1));
      });
      await expect(legs(who(), id, pair(3))).rejects.toMatchObject({ constraint: 'ledger_posted_whole' });
    });

    it('leaves nothing on a clearing account', async () => {
      const through = (left: number, legOf: 'one' | 'both') =>
        inTransaction(who(), async () => {
          const [first, second] = [await newTx(who()), await newTx(who())];
          const { receivable, revenue, passed } = accounts;
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
        `select sum(amount)::int as balance from ledger.ledger_entry where account_id = ${accounts.passed}`,
      );
      expect(rows).toEqual([{ balance: 0 }]);
    });

    it('takes an account down to its floor, and not below', async () => {
      const move = (amount: number) =>
        post([
          [1, 'clearing', 'usd', -amount],
          [2, 'receivable', 'usd', amount],
        ]);
      await move(100);
      await expect(move(-101)).rejects.toMatchObject({ code: '23514', constraint: 'ledger_floor' });
      await move(-100);
    });

    it('refuses a made-up balance row', async () => {
      await expect(
        who().query(`insert into ledger.account_balance (account_id, debits) values ($1, 5)`, [accounts.receivable]),
      ).rejects.toMatchObject({ code: '42501' });
    });
  });

  describe('by the kinds of postings', () => {
    interface Kind {
      kind: string;
      source_type: string;
      source_table: string | null;
      key_form: string;
      debits: string[];
      credits: string[];
      decided_by: string;
    }
    let kinds: Kind[];
    beforeAll(async () => {
      kinds = (await owner.query<Kind>(`select * from ledger.posting_kinds where kind <> 'attack' order by 1`)).rows;
    });
    const ORG = '0190a000-0000-7000-8000-000000000001';
    const SOURCE = '0190a000-0000-7000-8000-0000000000ee';
    const keyOf = ({ key_form }: Kind, source = SOURCE) => key_form.replace('{source}', source).replace('*', 'x1');
    const posting = (more: Record<string, unknown>, debit: string, credit: string): string =>
      JSON.stringify(
        [debit, credit].map((code, at) => ({
          effective_at: '2026-05-05T00:00:00Z',
          source_id: SOURCE,
          currency: 'usd',
          code,
          amount: at === 0 ? 5 : -5,
          owner_id: CHART[code as keyof typeof CHART].owned ? ORG : null,
          ...more,
        })),
      );
    const post = (db: Client, batch: string) => db.query('select ledger.post($1)', [batch]);
    /** As the owner of the tables: the sources of these kinds need not exist, and everything is rolled back. */
    async function withoutSources(work: () => Promise<void>): Promise<void> {
      await owner.query('begin');
      try {
        await owner.query(`set local session_replication_role = 'replica'`);
        await owner.query(`update ledger.posting_kinds set source_table = null`);
        await owner.query(`set local session_replication_role = 'origin'`);
        await work();
      } finally {
        await owner.query('rollback');
      }
    }

    it('refuses money of the platform for an author, of an invented kind and of a known one', async () => {
      const gift = { kind: 'gift', source_type: 'gift', key: 'gift:1' };
      await expect(post(app, posting(gift, 'platform_revenue', 'author_payable'))).rejects.toMatchObject({
        code: '23514',
        constraint: 'ledger_posting_kind',
      });
      await withoutSources(async () => {
        const paid = { kind: 'invoice_paid', source_type: 'invoice', key: 'pay:ch_gift' };
        await expect(post(owner, posting(paid, 'platform_revenue', 'author_payable'))).rejects.toMatchObject({
          constraint: 'ledger_posting_accounts',
          message: 'ledger: a posting of kind invoice_paid does not debit platform_revenue',
        });
      });
      const giving = kinds.filter(
        ({ debits, credits }) =>
          debits.some((code) => code.endsWith('_revenue')) && credits.some((code) => code.startsWith('author_')),
      );
      expect(giving.map(({ kind, decided_by }) => [kind, decided_by])).toEqual([
        ['exception_written_off', 'two_people'],
      ]);
    });

    it('refuses a source of another type, one that does not exist, and a key of another form', async () => {
      expect(kinds.length).toBeGreaterThan(20);
      for (const kind of kinds) {
        const known = { kind: kind.kind, source_type: kind.source_type, key: keyOf(kind) };
        const refused = (more: Record<string, unknown>) =>
          post(app, posting({ ...known, ...more }, kind.debits[0]!, kind.credits.at(-1)!)).then(
            () => 'posted',
            (error: { constraint?: string }) => error.constraint,
          );
        expect([kind.kind, await refused({ source_type: 'other' })]).toEqual([kind.kind, 'ledger_posting_kind']);
        expect([kind.kind, await refused({ key: 'other:1' })]).toEqual([kind.kind, 'ledger_posting_key']);
        if (kind.source_table === null) continue;
        expect([kind.kind, await refused({})]).toEqual([kind.kind, 'ledger_posting_source']);
        const words = { source_id: 'no-id', key: keyOf(kind, 'no-id') };
        expect([kind.kind, await refused(words)]).toEqual([kind.kind, 'ledger_posting_source']);
      }
    });

    it('accepts one posting per source where the key has the source alone', () => {
      const once = kinds.filter(({ key_form }) => !key_form.includes('*'));
      expect(once.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining([
          'invoice',
          'credit_note',
          'write_off',
          'recovery_written_off',
          'exception_written_off',
        ]),
      );
      for (const { key_form } of once) expect(key_form).toContain('{source}');
    });

    it('debits and credits the accounts of the kind only', async () => {
      for (const kind of kinds)
        for (const [side, own] of [['debit', kind.debits] as const, ['credit', kind.credits] as const])
          await withoutSources(async () => {
            const foreign = Object.keys(CHART).find((code) => !own.includes(code))!;
            const other = side === 'debit' ? kind.credits[0]! : kind.debits[0]!;
            const known = { kind: kind.kind, source_type: kind.source_type, key: keyOf(kind) };
            const batch = side === 'debit' ? posting(known, foreign, other) : posting(known, other, foreign);
            await expect(post(owner, batch)).rejects.toMatchObject({
              constraint: 'ledger_posting_accounts',
              message: `ledger: a posting of kind ${kind.kind} does not ${side} ${foreign}`,
            });
          });
    });

    it('requires the second person’s approval of every kind that needs one', async () => {
      const two = kinds.filter(({ decided_by }) => decided_by === 'two_people');
      const { rows } = await owner.query<{ definition: string }>(
        `select pg_get_triggerdef(oid) as definition from pg_trigger where tgname = 'second_person' and tgrelid = 'ledger.ledger_tx'::regclass`,
      );
      const looked = [...rows[0]!.definition.split('EXECUTE')[0]!.matchAll(/'([a-z_]+)'/g)].map(([, kind]) => kind);
      expect(looked.sort()).toEqual(two.map(({ kind }) => kind));
      for (const kind of two)
        await withoutSources(async () => {
          const known = { kind: kind.kind, source_type: kind.source_type, key: keyOf(kind) };
          const floored = kind.kind === 'write_off' ? 'bad_debt' : kind.debits[0]!;
          await post(owner, posting(known, floored, kind.credits.at(-1)!));
          await expect(owner.query('set constraints all immediate')).rejects.toMatchObject({
            code: '23514',
            constraint: 'ledger_second_person',
          });
        });
    });
  });

  it('keeps live balances equal to the sums of their entries through all of this', async () => {
    const { rows } = await owner.query<{ code: string; same: boolean }>(
      `select a.code, b.debits - b.credits = coalesce((select sum(amount) from ledger.ledger_entry e where e.account_id = a.id), 0) as same
       from ledger.account_balance b join ledger.ledger_account a on a.id = b.account_id order by 1`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(2);
    expect(rows.filter((row) => !row.same)).toEqual([]);
    expect(rows.map((row) => row.code)).not.toContain('tenant_receivable');
  });

  it('has the chart of accounts of the code', async () => {
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
