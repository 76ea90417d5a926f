import { PayoutsModule, PayoutsWorkerModule } from '@portal/payouts';
import type { EventProcessor } from '@portal/platform/events';
import type { StripeEventReceivedPayload } from '@portal/stripe-gateway';
import { firstDelivery } from '../support/delivery.js';
import { BooksWorld } from '../support/money/books.js';
import type { AuthorPayoutsView } from '../../libs/payouts/src/accounts/author-payouts.view.js';
import { SyncBankPayouts } from '../../libs/payouts/src/transfers/sync-bank-payouts.js';
import type { RunResult } from '../support/money/finance-world.js';

const world = BooksWorld.forTests([PayoutsModule, PayoutsWorkerModule]);
beforeAll(async () => {
  await world.listen();
  await world.topUp(1_000_000);
});

const bankPayouts = async (account: string) =>
  (await world.stripe.payouts.list({ limit: 100 }, { stripeAccount: account })).data;
const books = async () => {
  const found = await world.reconcile();
  return { holds: found.holds, open: found.open };
};

describe('Case 15: the bank leg of a payout run', () => {
  const owed = (orgId: string) => world.held('author_payable', 'usd', orgId);
  const transactions = async () =>
    (await world.query<{ n: number }>('select count(*)::int as n from ledger.ledger_tx'))[0]!.n;
  const refusals = () =>
    world.query<{ payout_id: string }>(
      `select payload ->> 'payout_id' as payout_id from platform.outbox_events where type = 'payout.refused' and payload ->> 'by' = 'bank' order by seq`,
    );

  /** A whole run: prepared, approved by another person, executed, every transfer made and booked. */
  async function paidOut(): Promise<RunResult> {
    const month = await world.closedMonth();
    await world.reconcile();
    const done = await world.finish(await world.prepare(month));
    expect(done.state).toBe('settled');
    return done;
  }

  /** All events of the provider about an account so far, handled as the worker does, in the order given. */
  async function hear(account: string, order: 'as told' | 'reversed' = 'as told'): Promise<void> {
    await world.delivered();
    const received = await world.query<{ payload: StripeEventReceivedPayload }>(
      `select payload from platform.outbox_events where type = 'stripe.event_received' and payload ->> 'account' = $1 order by seq`,
      [account],
    );
    const processor = world.get<EventProcessor>('processor payouts.sync-bank-payouts');
    const wanted = received.map(({ payload }) => payload).filter((payload) => processor.wants(payload));
    for (const payload of order === 'reversed' ? wanted.reverse() : wanted)
      await processor.handle(payload, firstDelivery());
  }

  it('a returned bank payout is paid out again: each event arrives, the author is notified once, and nothing is booked', async () => {
    const who = await world.author({ name: 'Returned Once' });
    await world.earn(who.orgId, 28_000);
    const done = await paidOut();
    expect(await world.payoutNow(done, who)).toMatchObject({
      state: 'settled',
      amount_minor: '28000',
      bank_state: 'none',
    });
    expect(await owed(who.orgId)).toBe(0n);
    expect(await books()).toEqual({ holds: true, open: 0 });
    const booked = await transactions();

    await world.control('/play', { do: 'bank-return', id: who.accountId! });
    await world.pass(1);
    await hear(who.accountId!);
    expect(await world.payoutNow(done, who)).toMatchObject({ bank_state: 'pending' });
    await world.pass(2);
    await hear(who.accountId!);
    expect(await world.payoutNow(done, who)).toMatchObject({ bank_state: 'paid', bank_failure: null });
    expect(await refusals()).toEqual([]);

    await world.pass(3);
    await hear(who.accountId!);
    const returned = { bank_state: 'returned', bank_failure: expect.any(String) as string };
    expect(await world.payoutNow(done, who)).toMatchObject(returned);
    expect(await refusals()).toEqual([{ payout_id: world.payoutOf(done, who).id }]);

    // The bank takes it the second time; events that arrive late, twice or out of order change nothing.
    await world.control('/play', { do: 'bank-accept', id: who.accountId! });
    await world.pass(4);
    for (const order of ['reversed', 'as told'] as const) {
      await hear(who.accountId!, order);
      expect(await world.payoutNow(done, who)).toMatchObject({ bank_state: 'paid', bank_failure: null });
    }
    expect((await bankPayouts(who.accountId!)).map(({ amount, status }) => [amount, status])).toEqual([
      [28_000, 'paid'],
      [28_000, 'failed'],
    ]);
    expect(await refusals()).toHaveLength(1);
    expect(await transactions()).toBe(booked);
    expect(await owed(who.orgId)).toBe(0n);
    expect(await books()).toEqual({ holds: true, open: 0 });
  });

  it('a transfer reversed in the dashboard is debited from the bank, due again after two people decided so, and paid once', async () => {
    const who = await world.author({ name: 'Taken Back' });
    await world.earn(who.orgId, 9_000);
    const first = await paidOut();
    await world.pass(4);
    await hear(who.accountId!);
    const sent = await world.payoutNow(first, who);
    expect(sent).toMatchObject({ state: 'settled', bank_state: 'paid' });
    await world.stripe.transfers.createReversal(sent.transfer_id!);
    expect((await world.stripe.balance.retrieve()).connect_reserved?.[0]?.amount).toBe(9_000);
    await world.pass(4);
    expect((await bankPayouts(who.accountId!)).map(({ amount, status }) => [amount, status])).toEqual([
      [-9_000, 'paid'],
      [9_000, 'paid'],
    ]);
    // The debit did not contain the payout, which stays unchanged.
    await hear(who.accountId!);
    expect(await world.payoutNow(first, who)).toMatchObject({ bank_state: 'paid' });
    expect(await owed(who.orgId)).toBe(0n);

    expect(await world.reconcile()).toMatchObject({ holds: true, open: 1, blocking: 1 });
    // Its author sees when, how much and of which transfer, and in all only what is not taken back.
    const { data } = await world.read<AuthorPayoutsView>(who.session, '/author/payouts');
    expect(data.items[0]!.reversals).toMatchObject([
      { amount_minor: '9000', id: expect.stringMatching(/^trr_/) as string },
    ]);
    expect(data.items[0]!.timeline.at(-1)).toMatchObject({
      code: 'reversed',
      note: `90.00 USD of ${sent.transfer_id!}`,
    });
    expect(data.paid_in_all).toEqual([{ currency: 'usd', amount_minor: '0', payouts: 1 }]);
    const [item] = await world.items();
    expect(item).toMatchObject({ kind: 'manual_reversal', suspense_minor: '9000' });
    await world.writeOff(item!.id, { account: 'author_payable', org_id: who.orgId });
    expect(await owed(who.orgId)).toBe(9_000n);

    const second = await paidOut();
    expect(await world.payoutNow(second, who)).toMatchObject({ state: 'settled', amount_minor: '9000' });
    await world.pass(4);
    await hear(who.accountId!);
    expect(await world.payoutNow(second, who)).toMatchObject({ bank_state: 'paid' });
    expect((await bankPayouts(who.accountId!)).map(({ amount }) => amount)).toEqual([9_000, -9_000, 9_000]);
    expect(await owed(who.orgId)).toBe(0n);
    expect(await books()).toEqual({ holds: true, open: 0 });
  });

  it('a debit that the bank refuses does not change the outcome of the payout, and the next payout arrives', async () => {
    const who = await world.author({ name: 'Debit Refused' });
    await world.earn(who.orgId, 6_000);
    const first = await paidOut();
    await world.pass(4);
    const sent = await world.payoutNow(first, who);
    await world.control('/play', { do: 'bank-refuse', id: who.accountId! });
    await world.stripe.transfers.createReversal(sent.transfer_id!, { amount: 5_000 });
    await world.pass(4);
    await hear(who.accountId!);
    // The debit failed. The payout of the run arrived, and nobody is notified otherwise.
    const before = (await refusals()).length;
    expect((await bankPayouts(who.accountId!)).map(({ amount, status }) => [amount, status]).slice(-2)).toEqual([
      [-5_000, 'failed'],
      [6_000, 'paid'],
    ]);
    expect(await world.payoutNow(first, who)).toMatchObject({ bank_state: 'paid', bank_failure: null });
    await world.reconcile();
    const [item] = await world.items();
    await world.writeOff(item!.id, { account: 'bad_debt' });

    await world.control('/play', { do: 'bank-accept', id: who.accountId! });
    await world.earn(who.orgId, 8_000);
    const second = await paidOut();
    await world.pass(4);
    await hear(who.accountId!);
    expect(await world.payoutNow(second, who)).toMatchObject({
      state: 'settled',
      amount_minor: '8000',
      bank_state: 'paid',
    });
    expect((await refusals()).length).toBe(before);
    expect(await books()).toEqual({ holds: true, open: 0 });
  });

  it('money that an account pays out by hand after months has arrived for each of its transfers', async () => {
    const who = await world.author({ name: 'By Hand' });
    const own = { stripeAccount: who.accountId! };
    const schedule = (interval: 'manual' | 'daily') =>
      world.stripe.balanceSettings.update({ payments: { payouts: { schedule: { interval } } } }, own);
    await schedule('manual');
    await world.earn(who.orgId, 5_000);
    await paidOut();
    await world.earn(who.orgId, 7_000);
    await world.pass(70);
    await paidOut();
    await schedule('daily');
    for (let day = 0; day < 6; day += 1) {
      await world.pass(1);
      await world.get(SyncBankPayouts).all();
    }
    expect((await bankPayouts(who.accountId!)).map(({ amount, status }) => [amount, status])).toEqual([
      [12_000, 'paid'],
    ]);
    const { data } = await world.read<AuthorPayoutsView>(who.session, '/author/payouts');
    expect(data.items.map(({ timeline }) => timeline.at(-1)!.code)).toEqual(['bank_arrived', 'bank_arrived']);
  });

  it.each(['refuse', 'return'] as const)(
    'a bank that is known to %s only after the next try has begun is told, and holds the next transfer',
    async (what) => {
      const who = await world.author({ name: `Tried Again (${what})` });
      await world.earn(who.orgId, 5_000);
      const first = await paidOut();
      await world.control('/play', { do: `bank-${what}`, id: who.accountId! });
      const before = (await refusals()).length;
      // One failed, and the processor has made the next, before anybody asks.
      for (let day = 0; day < 40; day += 1) {
        await world.pass(1);
        const made = await bankPayouts(who.accountId!);
        if (made.length > 1 && made[0]!.status !== 'failed') break;
      }
      await world.get(SyncBankPayouts).all();
      const legs = await world.query<{ states: string; refused: boolean }>(
        `select (select string_agg(h ->> 'state', ' ') from jsonb_array_elements(history) h) as states, refused_at is not null as refused
       from payouts.bank_legs where payout_id = $1`,
        [world.payoutOf(first, who).id],
      );
      expect(legs).toMatchObject([
        { refused: true, states: expect.stringMatching(/^(pending |in_transit |paid )*(failed|returned) \w+$/) },
      ]);
      expect((await refusals()).length).toBe(before + 1);
      await world.reconcile();
      expect(await world.items('state=not_closed&kind=bank_refused')).toMatchObject([{ amount_minor: '5000' }]);
      await world.earn(who.orgId, 6_000);
      await world.reconcile();
      const second = await world.prepare(await world.closedMonth());
      expect(world.payoutOf(second, who)).toMatchObject({ amount_minor: '0', reason: 'bank_refused' });
      await world.post(world.preparer, `/finance/payout-runs/${second.id}/cancel`, { reason: 'Later.' });
      await world.control('/play', { do: 'bank-accept', id: who.accountId! });
      for (let day = 0; day < 10; day += 1) {
        await world.pass(1);
        await world.get(SyncBankPayouts).all();
      }
      await world.reconcile();
      expect(await world.items('state=not_closed&kind=bank_refused')).toEqual([]);
      expect(await world.payoutNow(first, who)).toMatchObject({ bank_state: 'paid', bank_failure: null });
    },
  );

  it('a bank that refuses for months stays with finance and the author, and nothing more is sent until it has arrived', async () => {
    const who = await world.author({ name: 'Refused' });
    await world.earn(who.orgId, 5_000);
    await world.control('/play', { do: 'bank-refuse', id: who.accountId! });
    const first = await paidOut();
    const before = (await refusals()).length;
    // Events withheld: it is found by asking.
    const months = async (days: number) => {
      for (let day = 0; day < days; day += 5) {
        await world.pass(5);
        await world.get(SyncBankPayouts).all();
      }
      await world.reconcile();
    };
    await months(90);
    const items = await world.items('state=not_closed&kind=bank_refused');
    expect(items).toMatchObject([{ amount_minor: '5000', currency: 'usd', blocking: false }]);
    const [opened] = await world.query<{ days: number }>(
      `select extract(day from platform.portal_now() - occurred_at)::int as days from reconciliation.items where id = $1`,
      [items[0]!.id],
    );
    expect(opened!.days).toBeGreaterThan(60);
    expect((await refusals()).length).toBe(before + 1);
    const mine = async () => (await world.read<AuthorPayoutsView>(who.session, '/author/payouts')).data.items;
    expect((await mine())[0]!.timeline.at(-1)).toMatchObject({ code: 'bank_refused', done: true });

    await world.earn(who.orgId, 6_000);
    await world.reconcile();
    const second = await world.prepare(await world.closedMonth());
    expect(world.payoutOf(second, who)).toMatchObject({ amount_minor: '0', reason: 'bank_refused' });
    expect(world.payoutOf(second, who).unpaid).toMatchObject([{ who_acts: 'author', amount_minor: '6000' }]);
    await world.post(world.preparer, `/finance/payout-runs/${second.id}/cancel`, { reason: 'Later.' });

    await world.control('/play', { do: 'bank-accept', id: who.accountId! });
    await months(10);
    expect(await world.items('state=not_closed&kind=bank_refused')).toEqual([]);
    expect(await world.payoutNow(first, who)).toMatchObject({ bank_state: 'paid', bank_failure: null });
    const third = await paidOut();
    expect(world.payoutOf(third, who)).toMatchObject({ state: 'settled', amount_minor: '6000' });
  });
});
