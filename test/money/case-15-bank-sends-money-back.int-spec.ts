import { AuthorsModule } from '@portal/authors';
import { PayoutsModule, PayoutsWorkerModule } from '@portal/payouts';
import type { EventProcessor } from '@portal/platform/events';
import type { StripeEventReceivedPayload } from '@portal/stripe-gateway';
import { SendPayout } from '../../libs/payouts/src/transfers/send-payout.js';
import { approvedAuthor, openPayoutAccount } from '../support/people/approved-author.js';
import { firstDelivery } from '../support/delivery.js';
import { BooksWorld } from '../support/money/books.js';

let world: BooksWorld;
beforeAll(async () => {
  world = await BooksWorld.start([AuthorsModule, PayoutsModule, PayoutsWorkerModule]);
  await world.listen();
  await world.stripe.topups.create({ amount: 1_000_000, currency: 'usd' });
});
afterAll(() => world.close());

const bankPayouts = async (account: string) =>
  (await world.stripe.payouts.list({ limit: 100 }, { stripeAccount: account })).data;
const books = async () => {
  const found = await world.reconcile();
  return { holds: found.holds, open: found.open };
};

interface Paid {
  id: string;
  org_id: string;
  state: string;
  amount_minor: string;
  transfer_id: string | null;
  bank_state: string;
  bank_failure: string | null;
}
interface Run {
  id: string;
  state: string;
  input_hash: string;
  payouts: Paid[];
}

describe('Case 15: the bank leg of a payout run', () => {
  let months = 0;
  const run = async (id: string) => (await world.call<Run>('GET', `/api/v1/finance/payout-runs/${id}`)).data;
  const owed = async (orgId: string) =>
    (
      await world.query<{ owed: string }>(
        `select coalesce(-sum(e.amount), 0)::text as owed from ledger.ledger_entry e join ledger.ledger_account a on a.id = e.account_id
         where a.code = 'author_payable' and a.owner_id = $1`,
        [orgId],
      )
    )[0]!.owed;
  const transactions = async () =>
    (await world.query<{ n: number }>('select count(*)::int as n from ledger.ledger_tx'))[0]!.n;
  const refusals = () =>
    world.query<{ to: string; subject: string }>(
      `select m.recipient as "to", m.subject from platform.mail_messages m where m.subject like 'Your bank rejected a payout%' order by m.created_at`,
    );

  async function author(name: string) {
    const made = await approvedAuthor(world.app, await world.app.demo('reviewer'), name);
    const accountId = await openPayoutAccount(world.app, made);
    await world.control(`/accounts/${accountId}`, { capability: 'active' });
    await world.app.call({ method: 'POST', url: '/api/v1/author/payout-account/refresh', body: {}, as: made.session });
    return { ...made, accountId };
  }

  /** A tenant paid at the provider, and of that `amount` is the author's. */
  async function earn(orgId: string, amount: number): Promise<void> {
    const charge = await world.charge(amount * 2);
    await world.post({
      kind: 'author_share',
      idempotencyKey: `share:${charge.id}`,
      legs: [
        { account: { code: 'platform_revenue', currency: 'usd' }, amountMinor: BigInt(amount) },
        { account: { code: 'author_payable', ownerId: orgId, currency: 'usd' }, amountMinor: -BigInt(amount) },
      ],
    });
  }

  /** A whole run: prepared, approved by another person, executed, every transfer made and booked. */
  async function paidOut(): Promise<Run> {
    months += 1;
    const month = `2021-${String(months).padStart(2, '0')}`;
    await world.query(`insert into billing.periods (month, state) values ($1, 'open')`, [`${month}-01`]);
    await world.query(
      `update billing.periods set state = 'closing', closing_at = platform.portal_now(), frozen_at = platform.portal_now(),
         lines_written_at = platform.portal_now() where month = $1`,
      [`${month}-01`],
    );
    await world.query(
      `update billing.periods set state = 'closed', closed_at = platform.portal_now() where month = $1`,
      [`${month}-01`],
    );
    await world.reconcile();
    const url = '/api/v1/finance/payout-runs';
    const prepared = await world.call<Run>('POST', url, { month });
    expect([prepared.status, prepared.error]).toEqual([201, undefined]);
    const { id, input_hash } = prepared.data;
    const approved = await world.call('POST', `${url}/${id}/approve`, { input_hash }, world.approver);
    expect([approved.status, approved.error]).toEqual([200, undefined]);
    const executed = await world.call('POST', `${url}/${id}/execute`, {});
    expect([executed.status, executed.error]).toEqual([202, undefined]);
    for (const payout of (await run(id)).payouts)
      if (payout.state === 'reserved') await world.app.get(SendPayout).execute(payout.id);
    const done = await run(id);
    expect(done.state).toBe('settled');
    return done;
  }

  const payoutOf = async ({ id }: Run, orgId: string) => (await run(id)).payouts.find((one) => one.org_id === orgId)!;

  /** All events of the provider about an account so far, handled as the worker does, in the order given. */
  async function hear(account: string, order: 'as told' | 'reversed' = 'as told'): Promise<void> {
    await world.delivered();
    const received = await world.query<{ payload: StripeEventReceivedPayload }>(
      `select payload from platform.outbox_events where type = 'stripe.event_received' and payload ->> 'account' = $1 order by seq`,
      [account],
    );
    const processor = world.app.get<EventProcessor>('processor payouts.sync-bank-payouts');
    const wanted = received.map(({ payload }) => payload).filter((payload) => processor.wants(payload));
    for (const payload of order === 'reversed' ? wanted.reverse() : wanted)
      await processor.handle(payload, firstDelivery());
  }

  it('arrives, is returned days later and paid out again; we get each event, notify the author once, and book nothing', async () => {
    const who = await author('Returned Once');
    await earn(who.orgId, 28_000);
    const done = await paidOut();
    expect(await payoutOf(done, who.orgId)).toMatchObject({
      state: 'settled',
      amount_minor: '28000',
      bank_state: 'none',
    });
    expect(await owed(who.orgId)).toBe('0');
    expect(await books()).toEqual({ holds: true, open: 0 });
    const booked = await transactions();

    await world.control('/play', { do: 'bank-return', id: who.accountId });
    await world.pass(1);
    await hear(who.accountId);
    expect(await payoutOf(done, who.orgId)).toMatchObject({ bank_state: 'pending' });
    await world.pass(2);
    await hear(who.accountId);
    expect(await payoutOf(done, who.orgId)).toMatchObject({ bank_state: 'paid', bank_failure: null });
    expect(await refusals()).toEqual([]);

    await world.pass(3);
    await hear(who.accountId);
    const returned = { bank_state: 'returned', bank_failure: expect.any(String) as string };
    expect(await payoutOf(done, who.orgId)).toMatchObject(returned);
    expect(await refusals()).toEqual([{ to: who.email, subject: 'Your bank rejected a payout of 280.00 USD' }]);

    // The bank takes it the second time; events that arrive late, twice or out of order change nothing.
    await world.control('/play', { do: 'bank-accept', id: who.accountId });
    await world.pass(4);
    for (const order of ['reversed', 'as told'] as const) {
      await hear(who.accountId, order);
      expect(await payoutOf(done, who.orgId)).toMatchObject({ bank_state: 'paid', bank_failure: null });
    }
    expect((await bankPayouts(who.accountId)).map(({ amount, status }) => [amount, status])).toEqual([
      [28_000, 'paid'],
      [28_000, 'failed'],
    ]);
    expect(await refusals()).toHaveLength(1);
    expect(await transactions()).toBe(booked);
    expect(await owed(who.orgId)).toBe('0');
    expect(await books()).toEqual({ holds: true, open: 0 });
  });

  it('a transfer reversed by hand is debited from the bank, due again after two people said so, and paid once', async () => {
    const who = await author('Taken Back');
    await earn(who.orgId, 9_000);
    const first = await paidOut();
    await world.pass(4);
    await hear(who.accountId);
    const sent = await payoutOf(first, who.orgId);
    expect(sent).toMatchObject({ state: 'settled', bank_state: 'paid' });
    await world.stripe.transfers.createReversal(sent.transfer_id!);
    expect((await world.stripe.balance.retrieve()).connect_reserved?.[0]?.amount).toBe(9_000);
    await world.pass(4);
    expect((await bankPayouts(who.accountId)).map(({ amount, status }) => [amount, status])).toEqual([
      [-9_000, 'paid'],
      [9_000, 'paid'],
    ]);
    // The debit did not contain the payout, which stays unchanged.
    await hear(who.accountId);
    expect(await payoutOf(first, who.orgId)).toMatchObject({ bank_state: 'paid' });
    expect(await owed(who.orgId)).toBe('0');

    expect(await world.reconcile()).toMatchObject({ holds: true, open: 1, blocking: 1 });
    const [item] = await world.items();
    expect(item).toMatchObject({ kind: 'manual_reversal', suspense_minor: '9000' });
    await world.act(item!.id, 'write-off', {
      account: 'author_payable',
      org_id: who.orgId,
      reason: 'Reversed by mistake; the author is owed it.',
    });
    expect((await world.act(item!.id, 'write-off/approve', {}, world.approver)).status).toBe(200);
    expect(await owed(who.orgId)).toBe('9000');

    const second = await paidOut();
    expect(await payoutOf(second, who.orgId)).toMatchObject({ state: 'settled', amount_minor: '9000' });
    await world.pass(4);
    await hear(who.accountId);
    expect(await payoutOf(second, who.orgId)).toMatchObject({ bank_state: 'paid' });
    expect((await bankPayouts(who.accountId)).map(({ amount }) => amount)).toEqual([9_000, -9_000, 9_000]);
    expect(await owed(who.orgId)).toBe('0');
    expect(await books()).toEqual({ holds: true, open: 0 });
  });

  it('a debit that the bank refuses is not the outcome of the payout: that arrived, and so does the next one', async () => {
    const who = await author('Debit Refused');
    await earn(who.orgId, 6_000);
    const first = await paidOut();
    await world.pass(4);
    const sent = await payoutOf(first, who.orgId);
    await world.control('/play', { do: 'bank-refuse', id: who.accountId });
    await world.stripe.transfers.createReversal(sent.transfer_id!, { amount: 5_000 });
    await world.pass(4);
    await hear(who.accountId);
    // The debit failed. The payout of the run arrived, and nobody is notified otherwise.
    const before = (await refusals()).length;
    expect((await bankPayouts(who.accountId)).map(({ amount, status }) => [amount, status]).slice(-2)).toEqual([
      [-5_000, 'failed'],
      [6_000, 'paid'],
    ]);
    expect(await payoutOf(first, who.orgId)).toMatchObject({ bank_state: 'paid', bank_failure: null });
    await world.reconcile();
    const [item] = await world.items();
    await world.act(item!.id, 'write-off', { account: 'bad_debt', reason: 'The provider keeps collecting it.' });
    expect((await world.act(item!.id, 'write-off/approve', {}, world.approver)).status).toBe(200);

    await world.control('/play', { do: 'bank-accept', id: who.accountId });
    await earn(who.orgId, 8_000);
    const second = await paidOut();
    await world.pass(4);
    await hear(who.accountId);
    expect(await payoutOf(second, who.orgId)).toMatchObject({
      state: 'settled',
      amount_minor: '8000',
      bank_state: 'paid',
    });
    expect((await refusals()).length).toBe(before);
    expect(await books()).toEqual({ holds: true, open: 0 });
  });
});
