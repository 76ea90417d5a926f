import { randomUUID } from 'node:crypto';
import { OwnDatabase } from '../support/database/database.js';

type Row = Record<string, unknown>;

/** Rows are written by SQL, without triggers and references: each test has only what its function reads. */
describe('what money is read by', () => {
  const database = OwnDatabase.forTests();
  const rows = async <T extends Row>(sql: string, values: unknown[] = []) =>
    (await database.owner.query<T>(sql, values)).rows;
  const value = async (sql: string, values: unknown[] = []) => Object.values((await rows(sql, values))[0]!)[0];
  beforeEach(() => database.owner.query(`begin; set local session_replication_role = 'replica'`));
  afterEach(() => database.owner.query('rollback'));

  /** A row with something valid in every column that needs a value and is not given. */
  async function put(table: string, row: Row): Promise<void> {
    const needed = await rows<{ name: string; type: string }>(
      `select attname::text as name, atttypid::regtype::text as type from pg_attribute where attrelid = $1::regclass and attnum > 0
         and not attisdropped and attnotnull and not atthasdef and attidentity = '' and attgenerated = ''`,
      [table],
    );
    const usual: Row = {
      uuid: randomUUID(),
      jsonb: {},
      'text[]': [],
      'timestamp with time zone': '2026-01-05T00:00:00Z',
      date: '2026-01-01',
    };
    const filled = Object.fromEntries(
      needed.map(({ name, type }) => [
        name,
        usual[type] ?? (type === 'text' ? randomUUID() : type === 'bytea' ? '' : 1),
      ]),
    );
    const whole: Row = { ...filled, ...row };
    const columns = Object.keys(whole);
    await rows(
      `insert into ${table} (${columns.join(', ')}) overriding system value select ${columns.join(', ')} from jsonb_populate_record(null::${table}, $1)`,
      [JSON.stringify(whole)],
    );
  }
  const [one, two, other] = [1, 2, 3].map((n) => `0190b000-0000-7000-8000-00000000000${n}`) as [string, string, string];
  const payout = async (org: string, cutoff: number, more: Row = {}, ofRun: Row = {}) => {
    const [id, run_id] = [randomUUID(), randomUUID()];
    const month = `20${String(20 + cutoff)}-01`;
    const run = { id: run_id, month, state: 'settled', cutoff_tx: cutoff, input_hash: 'a'.repeat(64), ...ofRun };
    await put('payouts.payout_runs', run);
    const amounts = { balance: 100, amount: 100, carry: 0, provider_account_id: 'acct_1' };
    await put('payouts.payouts', { id, run_id, org_id: org, currency: 'usd', state: 'settled', ...amounts, ...more });
    return id;
  };
  const posted = (id: number, more: Row) =>
    put('ledger.ledger_tx', { id, kind: 'manual', idempotency_key: `key:${id}`, expected_entries: 2, ...more });

  describe('the authors behind an object', () => {
    it('are those of its invoice and of the one that this carries, and nobody else', async () => {
      const [small, large, stranger] = [randomUUID(), randomUUID(), randomUUID()];
      const invoice = (id: string, n: number, more: Row = {}) =>
        put('billing.invoices', { id, number_seq: n, tenant_id: randomUUID(), currency: 'usd', subtotal: 10, ...more });
      await invoice(small, 901);
      await invoice(large, 902, { carried_from: small, carried_in: 10 });
      await invoice(stranger, 903);
      for (const [invoice_id, org_id] of [
        [small, one],
        [large, two],
        [stranger, other],
      ])
        await put('billing.invoice_lines', {
          invoice_id,
          org_id,
          gross: 2,
          to_at: '2026-01-06T00:00:00Z',
          currency: 'usd',
        });
      await put('billing.payments', {
        id: randomUUID(),
        invoice_id: large,
        charge_id: 'ch_1',
        state: 'succeeded',
        ended_at: '2026-01-06',
      });
      const authors = (refs: string[]) =>
        rows('select org_id, currency from reconciliation.authors_of($1) order by org_id', [refs]);
      expect(await authors(['ch_1'])).toEqual([one, two].map((org_id) => ({ org_id, currency: 'usd' })));
      expect(await authors(['ch_2'])).toEqual([]);
    });
  });

  describe('what is open behind a balance', () => {
    const open = () => rows('select item_id, org_id, currency, kind from reconciliation.open_items() order by item_id');
    const movement = (id: string, created_at: string) =>
      put('reconciliation.provider_balance_tx', {
        id,
        amount: 5,
        fee: 0,
        net: 5,
        currency: 'usd',
        created_at,
        related: [one],
      });
    beforeEach(() => put('authors.organizations', { id: one, country: 'NO' }));
    const ran = (state: string, started_at: string) =>
      put('reconciliation.runs', { id: randomUUID(), state, started_at, finished_at: '2026-01-09', requested_by: 'x' });

    it('has what the provider moved from an hour before the last comparison on, and nothing older', async () => {
      await ran('done', '2026-01-08T12:00:00Z');
      await movement('txn_old', '2026-01-08T11:00:00Z');
      expect(await open()).toEqual([]);
      await movement('txn_new', '2026-01-08T11:00:01Z');
      expect(await open()).toEqual([{ item_id: null, org_id: one, currency: 'usd', kind: 'not_booked' }]);
    });

    it('has a movement that is not booked although its item was closed, and once where its item is open', async () => {
      await ran('done', '2026-01-08T12:00:00Z');
      await movement('txn_1', '2026-01-08T11:30:00Z');
      const item = { ref: 'movement:txn_1', kind: 'not_known', currency: 'usd', amount: 5, blocking: true };
      await put('reconciliation.items', {
        ...item,
        id: other,
        state: 'closed',
        closed_at: '2026-01-09',
        close_reason: 'x',
      });
      expect(await open()).toHaveLength(1);
      await put('reconciliation.items', { ...item, id: two });
      expect(await open()).toEqual([{ item_id: two, org_id: one, currency: 'usd', kind: 'not_known' }]);
      await put('reconciliation.items', { ...item, id: one, ref: `author:${two}`, blocking: false });
      expect(await open()).toHaveLength(1);
    });
  });

  it('one bank account of two payees is what both use now, until a person has closed it', async () => {
    const account = (org_id: string, active: boolean) =>
      put('payouts.payout_accounts', {
        id: randomUUID(),
        org_id,
        country: 'NO',
        state: 'ready',
        provider_account_id: `acct_${randomUUID()}`,
        active,
        bank: { fingerprint: 'same', last4: '3000' },
      });
    const shared = () => rows('select org_id, other_id from reconciliation.shared_banks() order by org_id');
    await account(one, true);
    await account(two, false);
    expect(await shared()).toEqual([]);
    await account(two, true);
    const both = [
      { org_id: one, other_id: two },
      { org_id: two, other_id: one },
    ];
    expect(await shared()).toEqual(both);
    const item = {
      id: other,
      ref: `shared_bank:${one}:${two}`,
      blocking: true,
      state: 'closed',
      closed_at: '2026-01-09',
      close_reason: 'x',
    };
    await put('reconciliation.items', { ...item, currency: 'usd', amount: 0 });
    await put('reconciliation.item_history', { id: randomUUID(), item_id: other, what: 'closed' });
    await put('reconciliation.item_history', { id: randomUUID(), item_id: other, what: 'note', by_id: one });
    expect(await shared()).toEqual(both);
    await put('reconciliation.item_history', { id: randomUUID(), item_id: other, what: 'closed', by_id: one });
    expect(await shared()).toEqual([]);
  });

  describe('a payout that was not paid', () => {
    const accepted = (payout_id: string, transfer_id: string) =>
      put('payouts.payout_attempts', { payout_id, n: 1, state: 'accepted', transfer_id });

    it('is replaced by the first later one of its author in its currency', async () => {
      const refused = await payout(one, 10, { state: 'carried', failure: 'x' });
      await posted(12, { kind: 'payout_released', source_type: 'payout', source_id: refused });
      for (const [transfer, org, cutoff, currency] of [
        ['tr_last', one, 16, 'usd'],
        ['tr_first', one, 15, 'usd'],
        ['tr_before', one, 11, 'usd'],
        ['tr_euro', one, 13, 'eur'],
        ['tr_stranger', two, 14, 'usd'],
      ] as const)
        await accepted(await payout(org, cutoff, { currency }), transfer);
      expect(await rows(`select ref, amount from payouts.life_of($1) where kind = 'replaced'`, [refused])).toEqual([
        { ref: 'tr_first', amount: '100' },
      ]);
    });

    it('is given up by the first later run that was executed and not cancelled', async () => {
      const refused = await payout(one, 10, { state: 'carried', failure: 'x' });
      const since = () => value('select payouts.given_up_since($1)', [refused]);
      await payout(two, 9, {}, { executed_at: '2026-01-01T00:00:00Z' });
      await payout(two, 11, {}, { state: 'cancelled', executed_at: '2026-01-02T00:00:00Z' });
      await payout(two, 12, {}, { state: 'approved' });
      expect(await since()).toBeNull();
      await payout(two, 14, {}, { executed_at: '2026-01-04T00:00:00Z' });
      await payout(two, 13, {}, { executed_at: '2026-01-03T00:00:00Z' });
      expect(await since()).toEqual(new Date('2026-01-03T00:00:00Z'));
    });

    it('is refused by its bank since the first refusal of that account', async () => {
      const since = () => value('select payouts.bank_refused_since($1)', [other]);
      for (const [account, cutoff, refused_at] of [
        [one, 10, '2026-01-01T00:00:00Z'],
        [other, 11, '2026-01-03T00:00:00Z'],
        [other, 12, '2026-01-02T00:00:00Z'],
      ] as const) {
        const payout_id = await payout(two, cutoff, { payout_account_id: account });
        await put('payouts.bank_legs', { payout_id, state: 'failed', refused_at });
      }
      expect(await since()).toEqual(new Date('2026-01-02T00:00:00Z'));
      await rows('update payouts.bank_legs set refused_at = null');
      expect(await since()).toBeNull();
    });

    it('waits for the last decision about it, of the amount it has', async () => {
      const id = await payout(one, 10, { to_decide: ['large'] });
      const [run] = await rows<{ id: string }>('select run_id as id from payouts.payouts where id = $1', [id]);
      const missing = () => value('select payouts.decisions_missing($1)', [run!.id]);
      let seq = 100;
      const decided = (decision: string, amount: number) =>
        put('payouts.run_decisions', {
          seq: (seq += 1),
          run_id: run!.id,
          org_id: one,
          currency: 'usd',
          decision,
          amount,
        });
      expect(await missing()).toBe('1');
      await decided('include', 100);
      expect(await missing()).toBe('0');
      await decided('include', 99);
      expect(await missing()).toBe('1');
      await decided('carry', 100);
      expect(await missing()).toBe('1');
      await decided('include', 100);
      expect(await missing()).toBe('0');
    });
  });

  it('a debt is settled since an instant by what the author returned at it or later, completely', async () => {
    const owed = Number(
      await value(
        `insert into ledger.ledger_account (code, owner_id, currency) values ('author_payable', $1, 'usd') returning id`,
        [one],
      ),
    );
    const leg = (tx_id: number, amount: number) =>
      put('ledger.ledger_entry', { tx_id, seq: 1, account_id: owed, currency: 'usd', amount });
    const settled = (since: string, org = one, currency = 'usd') =>
      value('select payouts.settled_since($1, $2, $3)', [org, currency, since]);
    await posted(901, { source_type: 'refund', effective_at: '2026-01-01T00:00:00Z' });
    await leg(901, 30);
    await posted(902, { source_type: 'recovery', effective_at: '2026-01-02T00:00:00Z' });
    await leg(902, -20);
    expect(await settled('2026-01-01T00:00:00Z')).toBe(false);
    await posted(903, { source_type: 'recovery', effective_at: '2026-01-03T00:00:00Z' });
    await leg(903, -10);
    expect(await settled('2026-01-03T00:00:00Z')).toBe(true);
    expect(await settled('2026-01-03T00:00:00.001Z')).toBe(false);
    expect(await settled('2026-01-03T00:00:00Z', two)).toBe(false);
    expect(await settled('2026-01-03T00:00:00Z', one, 'eur')).toBe(false);
  });

  it('a seal is broken that leaves transactions out, follows another one, or is not of its transactions', async () => {
    const seal = (id: number, from: number, to: number, previous: string) =>
      rows(
        `insert into ledger.seals (id, from_tx, to_tx, transactions, previous, sha256) overriding system value
         values ($1, $2, $3, 1, ${previous}, ledger.seal_digest($2, $3, ${previous}))`,
        [id, from, to],
      );
    const broken = async (after: number) =>
      (await rows<{ seal: string }>('select seal from ledger.broken_seals($1)', [after])).map((found) =>
        Number(found.seal),
      );
    const last = '(select sha256 from ledger.seals order by id desc limit 1)';
    await seal(1, 0, 10, `sha256('')`);
    await seal(2, 10, 20, last);
    expect(await broken(0)).toEqual([]);
    await seal(3, 21, 30, last);
    await seal(4, 30, 40, `sha256('another')`);
    expect(await broken(4)).toEqual([3, 4]);
    await posted(15, {});
    expect(await broken(0)).toEqual([2, 3, 4]);
    expect(await broken(1)).toEqual([2, 3, 4]);
    expect(await broken(2)).toEqual([3, 4]);
  });

  it('a payee is known by every id of five characters or more, however it is spelled, and by no shorter one', async () => {
    const profile = (version: number, more: Row) =>
      put('statements.tax_profiles', {
        org_id: one,
        version,
        country: 'DE',
        vat_treatment: 'exempt',
        self_billing_consent: true,
        ...more,
      });
    await profile(1, { tax_id: 'n/a', vat_id: 'de 12-3' });
    await profile(2, { tax_id: 'none', vat_id: null });
    await profile(3, { tax_id: '987 654', vat_id: null });
    const ids = await rows<{ id: string }>('select statements.payee_ids($1) as id order by id', [one]);
    expect(ids.map(({ id }) => id)).toEqual(['DE:987654', 'DE:DE123']);
  });

  it('tax details are there since an instant once they were saved later with a number of either kind', async () => {
    const since = (at: string) => value('select statements.tax_details_since($1, $2)', [one, at]);
    const profile = (version: number, saved_at: string, more: Row) =>
      put('statements.tax_profiles', {
        org_id: one,
        version,
        country: 'DE',
        vat_treatment: 'exempt',
        self_billing_consent: true,
        saved_at,
        ...more,
      });
    await profile(1, '2026-01-02T00:00:00Z', {});
    expect(await since('2026-01-01T00:00:00Z')).toBe(false);
    await profile(2, '2026-01-03T00:00:00Z', { vat_id: 'DE123' });
    expect(await since('2026-01-02T00:00:00Z')).toBe(true);
    expect(await since('2026-01-03T00:00:00Z')).toBe(false);
    await profile(3, '2026-01-04T00:00:00Z', { tax_id: '987' });
    expect(await since('2026-01-03T00:00:00Z')).toBe(true);
  });
});
