import { BillingModule, BillingWorkerModule } from '@portal/billing';
import { PayoutsModule, PayoutsWorkerModule } from '@portal/payouts';
import { parseStatement } from '@portal/statement-proof';
import { StatementsModule, StatementsWorkerModule } from '@portal/statements';
import { runDrive } from '../../apps/cli/src/testing/drive.js';
import type { AuthorPayoutsView } from '../../libs/payouts/src/accounts/author-payouts.view.js';
import { RefreshPayoutAccount } from '../../libs/payouts/src/accounts/refresh-payout-account.js';
import type { PayoutOfAuthorView } from '../../libs/payouts/src/runs/http/finance-authors.view.js';
import { SyncBankPayouts } from '../../libs/payouts/src/transfers/sync-bank-payouts.js';
import { SealMonth } from '../../libs/statements/src/seal-month.js';
import { RenderStatement } from '../../libs/statements/src/render-statement.js';
import type { EarningsView, StatementView } from '../../libs/statements/src/http/statements.view.js';
import { statementsSent } from '../support/database/statements-sent.js';
import { BooksWorld } from '../support/money/books.js';
import type { PaidAuthor, RunResult } from '../support/money/finance-world.js';
import { readOf } from '../support/money/read-pdf.js';

const features = [BillingModule, BillingWorkerModule, PayoutsModule, PayoutsWorkerModule];
const world = BooksWorld.forTests([...features, StatementsModule, StatementsWorkerModule]);
beforeAll(() => world.topUp(5_000_000));

const seal = () => world.get(SealMonth).execute();
const capability = async (author: PaidAuthor, state: 'active' | 'restricted') => {
  await world.control(`/accounts/${author.accountId!}`, { capability: state });
  await world.get(RefreshPayoutAccount).byProviderId(author.accountId!);
};
/** The run of the next month, approved by another person. */
async function approved(): Promise<RunResult> {
  await world.reconcile();
  const run = await world.prepare(await world.closedMonth());
  expect((await world.approve(run)).status).toBe(200);
  return run;
}
async function execute(run: RunResult): Promise<void> {
  expect((await world.execute(run)).status).toBe(202);
  await send(run);
}
async function send(run: RunResult): Promise<void> {
  for (const payout of (await world.run(run.id)).payouts) if (payout.state === 'reserved') await world.send(payout.id);
}
const paidRun = async () => {
  const run = await approved();
  await execute(run);
  return run;
};
const bank = (author: PaidAuthor, says: 'bank-accept' | 'bank-refuse') =>
  world.control('/play', { do: says, id: author.accountId! });
async function daysAtTheBank(author: PaidAuthor, days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    await world.pass(1);
    await world.get(SyncBankPayouts).execute(author.accountId!);
  }
}
const retry = async (run: RunResult) => {
  await world.reconcile();
  const answer = await world.post(world.preparer, `/finance/payout-runs/${run.id}/retry-failed`);
  if (answer.status === 202) await send(run);
  return answer;
};
const giveUp = (run: RunResult) =>
  world.post(world.preparer, `/finance/payout-runs/${run.id}/give-up-failed`, { reason: 'The account stays closed.' });

const payoutsOf = async (author: PaidAuthor) =>
  (await world.read<AuthorPayoutsView>(author.session, '/author/payouts')).data;
/** Statements, the oldest first. */
async function statementsOf(author: PaidAuthor): Promise<StatementView[]> {
  const { data } = await world.read<{ items: { id: string }[] }>(author.session, '/author/statements');
  return Promise.all(
    data.items
      .reverse()
      .map(async ({ id }) => (await world.read<StatementView>(author.session, `/author/statements/${id}`)).data),
  );
}

const roots = async () =>
  (
    await world.app.call<{ items: { month: string; root: string; previous_root: string }[] }>({
      method: 'GET',
      url: '/api/public/statement-roots',
    })
  ).data.items;
const verifies = async (author: PaidAuthor, { id }: StatementView) => {
  const { body } = await world.app.ask(author.session, 'GET', `/author/statements/${id}/json`);
  const ran = await runDrive(['verify-statement', '-', '--root', (await roots()).map(({ root }) => root).join(',')], {
    input: body,
  });
  expect([ran.code, ran.err]).toEqual([0, '']);
  return body;
};
/** Whatever else is sealed, the first statement of the author is not. */
async function expectOpen(author: PaidAuthor): Promise<void> {
  await seal();
  expect((await statementsOf(author))[0]).toMatchObject({ final: false, outcome: 'open' });
}

/** The earnings of its month are the statement's amounts, and the transfer and what the bank got are the amount paid. */
async function expectCard(author: PaidAuthor, one: StatementView, csv: string): Promise<void> {
  const { data } = await world.read<EarningsView>(author.session, `/author/earnings?month=${one.month}&currency=usd`);
  const card = new Map(data.waterfall.map(({ code, amount_minor }) => [code, BigInt(amount_minor)]));
  const amount = (code: string): bigint => card.get(code)!;
  expect([data.statement_id, data.transfer_id]).toEqual([one.id, one.transfer_id]);
  expect([amount('opening'), amount('share'), -amount('held'), -amount('carried'), amount('paid')]).toEqual(
    [one.opening_minor, one.earned_minor, one.held_minor, one.carried_minor, one.paid_minor].map(BigInt),
  );
  expect(['refunds', 'disputes', 'fees', 'other'].reduce((sum, code) => sum + amount(code), 0n)).toBe(
    BigInt(one.other_minor),
  );
  for (const code of ['sales', 'platform', 'refunds', 'disputes', 'fees', 'opening', 'paid'])
    expect(csv).toContain(`\r\n${code},${one.month},usd,${amount(code)},`);
  if (one.transfer_id !== null)
    expect(BigInt((await world.stripe.transfers.retrieve(one.transfer_id)).amount)).toBe(amount('paid'));
  for (const { kind, amount_minor } of one.later)
    if (kind === 'bank_arrived') expect(amount_minor).toBe(one.paid_minor);
}

/** Every later event but the arrival is a line of the next statement in each of its forms, once and with its ids. */
async function expectTold(author: PaidAuthor, second: StatementView, first: StatementView): Promise<void> {
  const base = `/author/statements/${second.id}`;
  const events = first.later.filter(({ kind }) => kind !== 'bank_arrived');
  const json = parseStatement((await world.app.ask(author.session, 'GET', `${base}/json`)).body);
  const csv = (await world.app.ask(author.session, 'GET', `${base}/csv`)).body;
  const pdf = readOf((await world.get(RenderStatement).execute(second.id, 'pdf', [author.orgId])).body);
  for (const { label, ref, at, amount_minor } of events) {
    const [entry, more] = json.entries.filter((one) =>
      one.source_type === 'payout_event' ? one.source_id === ref : one.ledger_tx === ref,
    );
    expect(more).toBeUndefined();
    const amount = `${(Number(amount_minor) / 100).toFixed(2)} USD`;
    for (const text of [label, amount, first.transfer_id ?? first.month]) expect(entry!.title).toContain(text);
    expect(entry!.booked_at.slice(0, 19)).toBe(at.slice(0, 19));
    expect(csv.split('\r\n').filter((row) => row.startsWith('booking,') && row.includes(entry!.title))).toHaveLength(1);
    expect(csv).toContain(entry!.source_id);
    expect(pdf).toContain(entry!.source_id);
    expect(second.entries.filter(({ title }) => title === entry!.title)).toHaveLength(1);
  }
  expect(json.entries.filter(({ source_type }) => source_type === 'payout_event')).toHaveLength(
    events.filter(({ kind }) => kind !== 'returned').length,
  );
  expect(csv).not.toContain('exception written off');
}

interface Life {
  what: string;
  /** From the first run to the end of the second one. */
  live: (author: PaidAuthor) => Promise<void>;
  /** Minor units that statements say were paid, the oldest first. */
  paid: string[];
  /** What happened to the first payout after its statement was final. */
  later: string[];
}

const LIVES: Life[] = [
  {
    what: 'refused before it was sent, then retried',
    live: async (author) => {
      const run = await approved();
      await capability(author, 'restricted');
      await execute(run);
      await capability(author, 'active');
      expect((await retry(run)).status).toBe(202);
      await world.earn(author.orgId, 5_000);
      await paidRun();
    },
    paid: ['6000', '5000'],
    later: [],
  },
  {
    what: 'refused after approval, then retried in the next month',
    live: async (author) => {
      const run = await approved();
      await world.control(`/accounts/${author.accountId!}`, { capability: 'restricted' });
      await execute(run);
      await expectOpen(author);
      await world.pass(33);
      await capability(author, 'active');
      expect((await retry(run)).status).toBe(202);
      await seal();
      await world.earn(author.orgId, 5_000);
      await paidRun();
    },
    paid: ['6000', '5000'],
    later: [],
  },
  {
    what: 'given up by finance, and paid with the next run',
    live: async (author) => {
      const run = await approved();
      await world.control(`/accounts/${author.accountId!}`, { capability: 'restricted' });
      await execute(run);
      expect((await giveUp(run)).status).toBe(200);
      expect(await seal()).toEqual([run.month]);
      await capability(author, 'active');
      // What a sealed statement says stays true.
      expect((await retry(run)).error).toBe('nothing_to_retry');
      await expect(
        world.query(`update payouts.payouts set state = 'reserved', retries = retries + 1 where id = $1`, [
          world.payoutOf(run, author).id,
        ]),
      ).rejects.toThrow('given up');
      await world.earn(author.orgId, 5_000);
      await paidRun();
    },
    paid: ['0', '11000'],
    later: ['replaced'],
  },
  {
    what: 'given up because the next run paid it',
    live: async (author) => {
      const run = await approved();
      await world.control(`/accounts/${author.accountId!}`, { capability: 'restricted' });
      await execute(run);
      await capability(author, 'active');
      await world.earn(author.orgId, 5_000);
      await expectOpen(author);
      const next = await approved();
      // It may be cancelled still.
      await expectOpen(author);
      await execute(next);
    },
    paid: ['0', '11000'],
    later: ['replaced'],
  },
  {
    what: 'reversed at the processor, given back and replaced',
    live: async (author) => {
      const run = await paidRun();
      await seal();
      await world.pass(1);
      await world.stripe.transfers.createReversal((await world.payoutNow(run, author)).transfer_id!);
      await world.earn(author.orgId, 5_000);
      await world.pass(3);
      await world.reconcile();
      const [item] = await world.items('state=not_closed&kind=manual_reversal');
      await world.writeOff(item!.id, { account: 'author_payable', org_id: author.orgId });
      await paidRun();
    },
    paid: ['6000', '11000'],
    later: ['reversed', 'returned', 'replaced'],
  },
  {
    what: 'refused by the bank for good, and the next one goes to a new account',
    live: async (author) => {
      await bank(author, 'bank-refuse');
      await paidRun();
      await seal();
      await daysAtTheBank(author, 4);
      await world.earn(author.orgId, 5_000);
      // The next transfer waits for the new account.
      const waits = await paidRun();
      expect(world.payoutOf(waits, author)).toMatchObject({ amount_minor: '0', reason: 'bank_refused' });
      expect((await world.post(author.session, '/author/payout-account/swap')).status).toBeLessThan(300);
      author.accountId = await world.verifyNewest(author);
      await world.pass(30);
      const run = await paidRun();
      expect(world.payoutOf(run, author)).toMatchObject({ amount_minor: '5000' });
    },
    paid: ['6000', '0', '5000'],
    later: ['bank_refused'],
  },
  {
    what: 'refused by the bank, then accepted at the same account',
    live: async (author) => {
      await bank(author, 'bank-refuse');
      await paidRun();
      await seal();
      await daysAtTheBank(author, 4);
      await bank(author, 'bank-accept');
      await daysAtTheBank(author, 4);
      await world.earn(author.orgId, 5_000);
      await paidRun();
    },
    paid: ['6000', '5000'],
    later: ['bank_refused', 'bank_arrived'],
  },
];

describe('whatever happens to a payout', () => {
  it.each(LIVES)('$what: page, PDF, CSV, JSON, ledger and processor agree', async ({ live, paid, later }) => {
    const author = await world.author();
    await world.earn(author.orgId, 6_000);
    await live(author);
    await seal();
    const statements = await statementsOf(author);
    expect(statements.map((one) => [one.final, one.paid_minor])).toEqual(paid.map((amount) => [true, amount]));

    let before = 0n;
    for (const one of statements) {
      const base = `/author/statements/${one.id}`;
      const [csv, json] = await Promise.all(
        ['csv', 'json'].map((form) => world.app.ask(author.session, 'GET', `${base}/${form}`)),
      );
      const pdf = await world.get(RenderStatement).execute(one.id, 'pdf', [author.orgId]);
      const { statement } = parseStatement(json!.body);
      expect([statement.paid_minor, statement.transfer_id]).toEqual([one.paid_minor, one.transfer_id]);
      const row = csv!.body.split('\r\n').find((line) => line.startsWith('paid,'))!;
      expect(row.split(',').slice(3, 5)).toEqual([one.paid_minor, one.transfer_id ?? '']);
      const text = readOf(pdf.body);
      expect(text).toContain(`${(Number(one.paid_minor) / 100).toFixed(2)} USD`);
      if (one.transfer_id !== null) expect(text).toContain(one.transfer_id);
      expect(BigInt(one.opening_minor)).toBe(before);
      before = BigInt(one.carried_minor) + BigInt(one.held_minor);
      expect(await verifies(author, one)).toBe(json!.body);
      await expectCard(author, one, csv!.body);
      const verdict = await world.read<{ ok: boolean }>(author.session, `${base}/verify`);
      expect(verdict.data.ok).toBe(true);
    }

    // What came after the seal stands on both statements, each with the id of the other.
    const [first, second] = statements as [StatementView, StatementView];
    expect(first.later.map(({ kind }) => kind)).toEqual(later);
    const places = (of: StatementView['later']) =>
      of.map(({ kind, ref, at, amount_minor }) => [kind, ref, at, amount_minor]);
    expect(places(second.earlier)).toEqual(places(first.later));
    for (const event of first.later) expect([event.statement_id, event.month]).toEqual([second.id, second.month]);
    for (const event of second.earlier) expect([event.statement_id, event.month]).toEqual([first.id, first.month]);
    await expectTold(author, second, first);

    // In all: what the statements say was paid, less what they say was reversed, is at the processor and in the ledger.
    const { items, paid_in_all } = await payoutsOf(author);
    const reversed = items.flatMap((one) => one.reversals).reduce((sum, one) => sum + BigInt(one.amount_minor), 0n);
    const stated = paid.reduce((sum, amount) => sum + BigInt(amount), 0n) - reversed;
    const accounts = await world.query<{ id: string }>(
      'select provider_account_id as id from payouts.payout_accounts where org_id = $1',
      [author.orgId],
    );
    let kept = 0;
    for (const { id: destination } of accounts)
      for (const one of (await world.stripe.transfers.list({ destination })).data)
        kept += one.amount - one.amount_reversed;
    const [ledger] = await world.query<{ settled: string }>(
      `select sum(e.amount)::text as settled from ledger.ledger_tx t join ledger.ledger_entry e on e.tx_id = t.id and e.amount > 0
         join payouts.payouts p on p.id::text = t.source_id where t.kind = 'payout_settled' and p.org_id = $1`,
      [author.orgId],
    );
    expect([BigInt(kept), BigInt(paid_in_all[0]!.amount_minor)]).toEqual([stated, stated]);
    expect(BigInt(ledger!.settled) - reversed).toBe(stated);
    expect(await world.held('author_payable', 'usd', author.orgId)).toBe(before);
    expect(await world.reconcile()).toMatchObject({ holds: true });

    // Finance sees the life that the author sees.
    const { data } = await world.read<{ items: PayoutOfAuthorView[] }>(
      world.preparer,
      `/finance/authors/${author.orgId}/payouts`,
    );
    for (const one of items) {
      const steps = (of: AuthorPayoutsView['items'][number]['timeline']) => of.map(({ label: _, ...step }) => step);
      expect(steps(data.items.find(({ id }) => id === one.id)!.timeline)).toEqual(steps(one.timeline));
      // The processor dates by seconds.
      const times = one.timeline.filter(({ done }) => done).map(({ at }) => at!.slice(0, 19));
      expect(times).toEqual([...times].sort());
    }
  });

  it('a refused payout keeps its own statement open and no other; each part of the month has a root in the one chain', async () => {
    const [paid, refused] = [await world.author(), await world.author()];
    for (const { orgId } of [paid, refused]) await world.earn(orgId, 6_000);
    const before = await roots();
    const run = await approved();
    await world.control(`/accounts/${refused.accountId!}`, { capability: 'restricted' });
    await execute(run);
    expect(await Promise.all([seal(), seal()]).then((both) => both.flat())).toEqual([run.month]);
    expect(await seal()).toEqual([]);
    const [first] = await statementsOf(paid);
    expect(first).toMatchObject({ final: true, outcome: 'paid', paid_minor: '6000' });
    expect((await statementsOf(refused))[0]).toMatchObject({ final: false, outcome: 'open' });
    const sealed = await verifies(paid, first!);

    expect((await giveUp(run)).status).toBe(200);
    expect(await seal()).toEqual([run.month]);
    const [second] = await statementsOf(refused);
    expect(second).toMatchObject({ final: true, outcome: 'carried', carried_minor: '6000' });
    await verifies(refused, second!);
    expect(await verifies(paid, first!)).toBe(sealed);
    const [rest, part, last] = await roots();
    expect([rest!.month, part!.month, last]).toEqual([run.month, run.month, before[0]]);
    expect([rest!.previous_root, part!.previous_root]).toEqual([part!.root, last!.root]);

    await capability(refused, 'active');
    const next = await approved();
    const counts: number[] = [];
    for (let n = 0; n < 3; n += 1)
      counts.push((await statementsSent(() => world.read(refused.session, '/author/statements'))).length);
    const [waits, done] = (await statementsOf(refused)).reverse();
    expect([waits!.final, done!.final, Math.min(...counts) <= 12]).toEqual([false, true, true]);
    await execute(next);
    expect(await seal()).toEqual([next.month]);
    const [, latest] = await statementsOf(refused);
    expect(latest).toMatchObject({ final: true, opening_minor: '6000', paid_minor: '6000' });
    await verifies(refused, latest!);
    expect(await world.reconcile()).toMatchObject({ holds: true });
  });
});
