import { Database, Transactor } from '@portal/platform/database';
import { ModuleWorld } from '../../../test/support/database/module-world.js';
import type { AccountCode } from './domain/chart.js';
import type { Posting } from './domain/posting.js';
import { Ledger } from './ledger.js';
import { LedgerCoreModule } from './ledger.module.js';
import { AccountTotals } from './read/account-totals.js';
import { ExportEntries } from './read/export-entries.js';
import { ListEntries, type EntryFilter } from './read/list-entries.js';
import { allowMadeUp } from '../../../test/support/money/made-up-postings.js';

const ORG = '0190a000-0000-7000-8000-00000000000a';
const OTHER = '0190a000-0000-7000-8000-00000000000b';
const AT = new Date('2026-10-31T23:59:59.000Z');

function invoice(key: string, gross: bigint, currency = 'usd', ownerId = ORG): Posting {
  const share = (gross * 70n) / 100n;
  return {
    kind: 'invoice',
    idempotencyKey: key,
    sourceType: 'invoice',
    sourceId: key,
    effectiveAt: AT,
    legs: [
      { account: { code: 'tenant_receivable', currency }, amountMinor: gross },
      { account: { code: 'author_pending', ownerId, currency }, amountMinor: -share },
      { account: { code: 'platform_revenue', currency }, amountMinor: share - gross },
    ],
  };
}

describe('posting', () => {
  const world = ModuleWorld.forTests({ imports: [LedgerCoreModule] });
  let ledger: Ledger;
  let transactor: Transactor;
  let db: Database;

  beforeAll(async () => {
    const { url, module } = world;
    ledger = module.get(Ledger);
    transactor = module.get(Transactor);
    db = module.get(Database);
    for (const kind of ['invoice', 'release', 'reversal']) await allowMadeUp(url, kind, 'invoice');
    await allowMadeUp(url, 'finding', 'finder');
  });

  const post = (posting: Posting) => transactor.run((tx) => ledger.post(tx, posting));
  const balance = (code: AccountCode, currency = 'usd', ownerId?: string) =>
    ledger.balance(db, { code, currency, ...(ownerId !== undefined && { ownerId }) });

  it('books the legs, changes the balances and puts the transaction into the UTC month of its effect', async () => {
    const { txId, alreadyPosted } = await post(invoice('inv:a', 1000n));
    expect(alreadyPosted).toBe(false);
    expect(await balance('author_pending', 'usd', ORG)).toBe(700n);
    expect(await balance('tenant_receivable')).toBe(1000n);
    expect(await balance('platform_revenue')).toBe(300n);
    expect(await balance('platform_revenue', 'jpy')).toBe(0n);
    expect(await db.query('select period::text, expected_entries from ledger.ledger_tx where id = $1', [txId])).toEqual(
      [{ period: '2026-10-01', expected_entries: 3 }],
    );
  });

  it('has no effect when repeated, with the legs in any order', async () => {
    const first = await post(invoice('inv:b', 50n));
    const again = invoice('inv:b', 50n);
    const second = await post({ ...again, effectiveAt: new Date(), legs: [...again.legs].reverse() });
    expect(second).toEqual({ ...first, alreadyPosted: true });
    expect(await balance('author_pending', 'usd', ORG)).toBe(735n);
  });

  it.each<[string, (p: Posting) => Posting]>([
    ['another amount', () => invoice('inv:c', 51n)],
    ['another author', () => invoice('inv:c', 50n, 'usd', OTHER)],
    ['another currency', () => invoice('inv:c', 50n, 'eur')],
    ['another kind', (p) => ({ ...p, kind: 'refund' })],
    ['another source', (p) => ({ ...p, sourceId: 'elsewhere' })],
  ])('refuses a known key with %s instead of skipping it', async (_name, change) => {
    await post(invoice('inv:c', 50n));
    await expect(post(change(invoice('inv:c', 50n)))).rejects.toMatchObject({ code: 'posting_conflict', status: 409 });
  });

  it('books once when two connections use one key concurrently', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let posted = (): void => undefined;
    const firstPosted = new Promise<void>((resolve) => (posted = resolve));
    const first = transactor.run(async (tx) => {
      const result = await ledger.post(tx, invoice('inv:race', 100n));
      posted();
      await held;
      return result;
    });
    await firstPosted;
    let began = (pid: number): void => void pid;
    const secondPid = new Promise<number>((resolve) => (began = resolve));
    const second = transactor.run(async (tx) => {
      const [row] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      began(row!.pid);
      return ledger.post(tx, invoice('inv:race', 100n));
    });
    // The first continues only once the second really waits for it.
    const pid = await secondPid;
    while ((await db.query('select 1 from pg_locks where pid = $1 and not granted', [pid])).length === 0);
    release();
    expect([await first, await second].map((r) => r.alreadyPosted)).toEqual([false, true]);
    expect(
      await db.query(`select count(*)::int as n from ledger.ledger_tx where idempotency_key = 'inv:race'`),
    ).toEqual([{ n: 1 }]);
  });

  it('refuses the later of two concurrent postings whose content differs', async () => {
    const results = await Promise.allSettled([post(invoice('inv:race2', 100n)), post(invoice('inv:race2', 200n))]);
    expect(results.map((r) => r.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find((r) => r.status === 'rejected')).toMatchObject({ reason: { code: 'posting_conflict' } });
  });

  it('leaves nothing when the caller fails after it', async () => {
    await expect(
      transactor.run(async (tx) => {
        await ledger.post(tx, invoice('inv:rolled-back', 100n));
        throw new Error('the caller fails');
      }),
    ).rejects.toThrow('the caller fails');
    expect(await db.query(`select 1 from ledger.ledger_tx where idempotency_key = 'inv:rolled-back'`)).toEqual([]);
  });

  it('is refused when an account has not enough', async () => {
    await expect(
      post({
        ...invoice('hold:1', 10n),
        kind: 'release',
        legs: [
          { account: { code: 'author_reserve', ownerId: ORG, currency: 'usd' }, amountMinor: 10n },
          { account: { code: 'author_payable', ownerId: ORG, currency: 'usd' }, amountMinor: -10n },
        ],
      }),
    ).rejects.toMatchObject({ code: 'account_below_floor', status: 409 });
  });

  it('lets a transaction be reversed once only', async () => {
    const original = invoice('inv:wrong', 40n, 'gbp');
    const { txId } = await post(original);
    const reversal = (key: string): Posting => ({
      ...original,
      kind: 'reversal',
      idempotencyKey: key,
      reversesTxId: txId,
      legs: original.legs.map((leg) => ({ ...leg, amountMinor: -leg.amountMinor })),
    });
    await post(reversal('rev:1'));
    expect(await balance('tenant_receivable', 'gbp')).toBe(0n);
    await expect(post(reversal('rev:2'))).rejects.toMatchObject({ code: 'posting_conflict' });
  });

  it('books a whole set by one statement, and again without further effect', async () => {
    const query = (cents = 100) => ({
      transactions: `select g.ref, 'set:' || g.n as key, 'invoice' as kind, 'invoice' as source_type, 'set:' || g.n as source_id,
          $1::timestamptz as effective_at from (select n, md5(n::text)::uuid as ref from generate_series(1, 200) n) g`,
      legs: `select md5(g::text)::uuid as ref, x.code,
          case when x.code = 'author_pending' then ('0190a000-0000-7000-8000-0000000000' || lpad((g % 5)::text, 2, '0'))::uuid end as owner_id,
          'chf' as currency, x.amount::bigint as amount
        from generate_series(1, 200) g, (values ('tenant_receivable', ${cents}), ('author_pending', 30 - ${cents}), ('platform_revenue', -30)) x(code, amount)
        where $1::timestamptz is not null`,
      params: [AT],
    });
    const run = (cents?: number) => transactor.run((tx) => ledger.postSelected(tx, query(cents)));
    expect(await run()).toEqual({ posted: 200, repeated: 0 });
    expect(await run()).toEqual({ posted: 0, repeated: 200 });
    await expect(run(101)).rejects.toMatchObject({ code: 'posting_conflict' });
    const balances = (await ledger.balancesOf(db, 'author_pending')).filter((b) => b.currency === 'chf');
    expect(balances.map((b) => b.balanceMinor)).toEqual([2800n, 2800n, 2800n, 2800n, 2800n]);
    expect(await balance('tenant_receivable', 'chf')).toBe(20_000n);
  });

  it('waits at the cut-off for postings in progress, so that no lower id appears later', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let posted = (id: string): void => void id;
    const open = new Promise<string>((resolve) => (posted = resolve));
    const poster = transactor.run(async (tx) => {
      posted((await ledger.post(tx, invoice('inv:late', 10n))).txId);
      await held;
    });
    const lateId = await open;
    const cutoff = transactor.run((tx) => ledger.cutoff(tx));
    const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    while ((await db.query(waiting)).length === 0);
    release();
    await poster;
    expect(BigInt(await cutoff)).toBeGreaterThanOrEqual(BigInt(lateId));
  });

  it('lists the entries of one account page by page with the balance after each', async () => {
    for (let i = 1; i <= 5; i++) await post(invoice(`page:${i}`, 100n, 'cad', OTHER));
    const list = world.module.get(ListEntries);
    const first = await list.execute({ account: `author_pending:${OTHER}:cad`, limit: 2 });
    expect(first.items.map((e) => [e.amount_minor, e.balance_after_minor])).toEqual([
      ['-70', '350'],
      ['-70', '280'],
    ]);
    const second = await list.execute({ account: 'author_pending:cad', limit: 2, cursor: first.next_cursor! });
    expect(second.items.map((e) => e.balance_after_minor)).toEqual(['210', '140']);
    const last = await list.execute({ account: 'author_pending:cad', limit: 2, cursor: second.next_cursor! });
    expect(last.items.map((e) => e.balance_after_minor)).toEqual(['70']);
    expect(last.next_cursor).toBeNull();
    const all = await list.execute({ limit: 3 });
    expect(all.items.map((e) => e.balance_after_minor)).toEqual([null, null, null]);
    await expect(list.execute({ account: 'no_such', limit: 2 })).rejects.toMatchObject({ code: 'unknown_account' });
    await expect(list.execute({ account: 'author_pending:x:y:z', limit: 2 })).rejects.toMatchObject({
      code: 'unknown_account',
    });
  });

  it('finds entries by what was booked, for what, when and together with what, and exports the same', async () => {
    const { txId } = await post({
      ...invoice('found:1', 100n, 'pln'),
      kind: 'finding',
      sourceType: 'finder',
      sourceId: '=x',
    });
    const list = world.module.get(ListEntries);
    const found = async (filter: EntryFilter) =>
      (await list.execute({ ...filter, limit: 50 })).items.map((e) => e.tx_id);
    const three = [txId, txId, txId];
    for (const filter of [{ kind: 'finding' }, { source: 'finder:=x' }, { source: 'finder' }, { tx: txId }])
      expect(await found(filter)).toEqual(three);
    expect(await found({ account: 'author_pending:PLN', month: '2026-10' })).toEqual([txId]);
    expect(await found({ kind: 'finding', month: '2026-09' })).toEqual([]);
    expect(await found({ source: 'finder:other' })).toEqual([]);
    const { fileName, parts } = await world.module.get(ExportEntries).csv({ tx: txId });
    let text = '';
    for await (const part of parts) text += part;
    const csv = text.trim().split('\r\n');
    expect(csv).toHaveLength(4);
    expect(fileName).toBe('SANDBOX-ledger.csv');
    expect(csv[0]).toBe('id,posted_at,effective_at,kind,account,author,amount_minor,currency,source,sandbox');
    expect(csv[3]).toContain('finding,tenant_receivable:pln,,100,pln,finder:=x,true');
    const totals = await world.module.get(AccountTotals).list();
    expect(totals.filter((t) => t.currency === 'pln')).toEqual([
      { code: 'tenant_receivable', kind: 'asset', currency: 'pln', accounts: 1, balance_minor: '100' },
      { code: 'author_pending', kind: 'liability', currency: 'pln', accounts: 1, balance_minor: '70' },
      { code: 'platform_revenue', kind: 'revenue', currency: 'pln', accounts: 1, balance_minor: '30' },
    ]);
  });

  it('reads the balance of a busy account from its snapshot and later entries', async () => {
    const at = () => balance('tenant_receivable', 'czk');
    await post(invoice('snap:1', 100n, 'czk'));
    expect(await ledger.takeSnapshots()).toBeGreaterThan(0);
    expect(await ledger.takeSnapshots()).toBe(0);
    await post(invoice('snap:2', 11n, 'czk'));
    expect(await at()).toBe(111n);
    const list = await world.module.get(ListEntries).execute({ account: 'tenant_receivable:czk', limit: 1 });
    expect(list.items).toMatchObject([{ balance_after_minor: '111' }]);
    // Proof that the snapshot is used: another one changes the balance.
    const shift = (by: number) =>
      world.owner.query(
        `update ledger.account_snapshot set debits = debits + $1 where account_id = (select id from ledger.ledger_account where code = 'tenant_receivable' and currency = 'czk')`,
        [by],
      );
    await world.owner.query('alter table ledger.account_snapshot disable trigger append_only');
    await shift(1000);
    expect(await at()).toBe(1111n);
    expect((await ledger.proof()).checks.filter((c) => !c.ok).map((c) => c.code)).toEqual(['snapshots_match']);
    await shift(-1000);
    expect(await at()).toBe(111n);
  });

  it('verifies itself, and shows a violation when there is one', async () => {
    expect((await ledger.proof()).ok).toBe(true);
    await world.owner.query(`alter table ledger.account_balance disable trigger kept_by_triggers`);
    await world.owner.query(
      `update ledger.account_balance set credits = credits + 1 where account_id = (select min(account_id) from ledger.account_balance)`,
    );
    const proof = await ledger.proof();
    expect(proof.ok).toBe(false);
    expect(proof.checks.filter((c) => !c.ok).map((c) => c.code)).toEqual(['balances_match_entries']);
  });
});
