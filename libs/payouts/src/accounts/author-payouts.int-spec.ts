import { days, PayoutWorld, type PaidAuthor } from '../../../../test/support/money/payout-world.js';
import { SyncBankPayouts } from '../transfers/sync-bank-payouts.js';
import type { AuthorPayoutsView } from './author-payouts.view.js';
import type { PayoutOfAuthorView } from '../runs/http/finance-authors.view.js';

const world = PayoutWorld.forTests();

const payouts = async (author: PaidAuthor, query = ''): Promise<AuthorPayoutsView> =>
  (await world.read<AuthorPayoutsView>(author.session, `/author/payouts${query}`)).data;
const asFinance = async (author: PaidAuthor, query = ''): Promise<PayoutOfAuthorView[]> =>
  (
    await world.read<{ items: PayoutOfAuthorView[] }>(
      world.preparer,
      `/finance/authors/${author.orgId}/payouts${query}`,
    )
  ).data.items;
const steps = async (author: PaidAuthor): Promise<string[]> =>
  (await payouts(author)).items[0]!.timeline.map(({ code, done, at }) => `${code} ${done} ${at !== null}`);

describe('the author’s view of a payout', () => {
  it('grows step by step from the fixed amount to the bank, and back', async () => {
    const author = await world.author();
    expect(await payouts(author)).toEqual({ items: [], next_cursor: null, paid_in_all: [] });
    await world.earn(author.orgId, 5_000n);
    const run = await world.prepared();
    const payoutId = world.payoutOf(run, author).id;
    const sync = () => world.get(SyncBankPayouts).execute(author.accountId!);
    const coming = ['sent false false', 'transferred false false', 'bank_expected false false'];
    expect(await steps(author)).toEqual(['frozen true true', 'approved false false', ...coming]);
    await world.approve(run);
    expect(await steps(author)).toEqual(['frozen true true', 'approved true true', ...coming]);
    await world.execute(run);
    await world.send(payoutId);
    expect(await sync()).toBe(0);
    const done = ['frozen true true', 'approved true true', 'sent true true', 'transferred true true'];
    expect(await steps(author)).toEqual([...done, 'bank_expected false false']);
    expect((await payouts(author)).paid_in_all).toEqual([{ currency: 'usd', amount_minor: '5000', payouts: 1 }]);
    await world.advance(days(8));
    expect(await sync()).toBe(1);
    expect(await steps(author)).toEqual([...done, 'bank_arrived true true']);
    const [bank] = (await world.stripe.payouts.list({ limit: 1 }, { stripeAccount: author.accountId! })).data;
    await world.control('/play', { do: 'payout-failed', id: bank!.id });
    await sync();
    expect(await steps(author)).toEqual([...done, 'bank_arrived true true', 'bank_returned true true']);
    const refused = await world.query(
      `select payload ->> 'by' as by from platform.outbox_events where type = 'payout.refused'`,
    );
    expect(refused).toEqual([{ by: 'bank' }]);
    // The ledger settled on the transfer and does not change.
    expect(await world.balance(author.orgId)).toBe(0n);
    expect((await world.payoutNow(run, author)).state).toBe('settled');
    // The total is what we transferred: the processor pays the same money out again.
    expect((await payouts(author)).paid_in_all).toEqual([{ currency: 'usd', amount_minor: '5000', payouts: 1 }]);
  });

  it('shows that nothing was paid and why, and nothing of any other author', async () => {
    const [author, other] = [await world.author(), await world.author()];
    await world.earn(author.orgId, 5_000n);
    await world.earn(author.orgId, 6_000n, 'eur');
    await world.earn(other.orgId, 7_000n);
    await world.topUp(1_000_000, 'eur');
    const run = await world.approved();
    await world.control(`/accounts/${author.accountId!}`, { capability: 'restricted' });
    await world.post(author.session, '/author/payout-account/refresh');
    await world.execute(run);
    for (const payout of run.payouts.filter((one) => one.amount_minor !== '0')) await world.send(payout.id);
    const { items, paid_in_all } = await payouts(author);
    expect(items.map(({ currency, amount_minor }) => [currency, amount_minor])).toEqual([
      ['eur', '6000'],
      ['usd', '5000'],
    ]);
    for (const one of items) {
      expect(one.transfer_id).toBeNull();
      expect(one.timeline.at(-1)).toMatchObject({ code: 'refused', done: true });
      expect(one.timeline.at(-1)!.note).toMatch(/account/);
    }
    expect(paid_in_all).toEqual([]);
    expect((await payouts(other)).items).toHaveLength(1);
    // One page at a time.
    const first = await payouts(author, '?limit=1');
    const second = await payouts(author, `?limit=1&cursor=${first.next_cursor!}`);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(items.map(({ id }) => id));
    expect(second.next_cursor).toBeNull();
  });
});

describe('finance’s view of the same payout', () => {
  /** Finance's payout by the id of its statement; its steps are the same as the author's. */
  const compared = async (author: PaidAuthor, id: string): Promise<PayoutOfAuthorView> => {
    const [own, others] = [(await payouts(author, `?id=${id}`)).items, await asFinance(author, `?id=${id}`)];
    expect([own.length, others.length]).toEqual([1, 1]);
    const facts = ({ timeline, transfer_id, bank_payout_id, converted }: AuthorPayoutsView['items'][number]) => ({
      ...{ transfer_id, bank_payout_id, converted },
      timeline: timeline.map(({ label: _, ...fact }) => fact),
    });
    expect(facts(others[0]!)).toEqual(facts(own[0]!));
    return others[0]!;
  };

  it('has transfer, conversion, bank payout and the reason of the bank, step by step as the author sees them', async () => {
    const [author, other] = [await world.author(), await world.author()];
    await world.topUp(1_000_000, 'eur');
    await world.control(`/accounts/${author.accountId!}`, { settlement_currency: 'usd', exchange_rate: 1.0834 });
    await world.earn(author.orgId, 5_005n, 'eur');
    await world.earn(author.orgId, 7_000n);
    const run = await world.executing();
    const payoutId = world.payoutOf(run, author, 'eur').id;
    expect(await compared(author, payoutId)).toMatchObject({ transfer_id: null, bank_payout_id: null });
    await world.send(payoutId);
    await world.get(SyncBankPayouts).execute(author.accountId!);
    const [transfer] = await world.transfersOf(payoutId);
    expect(await compared(author, payoutId)).toMatchObject({
      transfer_id: transfer!.id,
      // 5005 x 1.0834, as the processor rounded it.
      converted: {
        source_amount_minor: '5005',
        source_currency: 'eur',
        target_amount_minor: '5422',
        target_currency: 'usd',
        exchange_rate: '1.0834',
      },
    });
    // The amounts owed and paid do not change: they are in the tenant's currency.
    const legs = await world.query<{ currency: string; amount: string }>(
      `select e.currency, e.amount::text from ledger.ledger_entry e join ledger.ledger_tx t on t.id = e.tx_id
       where t.kind = 'payout_settled' and t.source_id = $1 order by e.amount`,
      [payoutId],
    );
    expect(legs).toEqual(['-5005', '5005'].map((amount) => ({ currency: 'eur', amount })));
    await world.advance(days(8));
    await world.get(SyncBankPayouts).execute(author.accountId!);
    const [bank] = (await world.stripe.payouts.list({ limit: 1 }, { stripeAccount: author.accountId! })).data;
    const arrived = await compared(author, payoutId);
    expect(arrived.bank_payout_id).toBe(bank!.id);
    expect(arrived.timeline.at(-1)).toMatchObject({
      code: 'bank_arrived',
      label: 'Arrived at the author’s bank',
      at: new Date(bank!.arrival_date * 1000).toISOString(),
    });
    await world.control('/play', { do: 'payout-failed', id: bank!.id });
    await world.get(SyncBankPayouts).execute(author.accountId!);
    const back = await compared(author, payoutId);
    expect([back.bank_state, back.timeline.at(-1)!.code]).toEqual(['returned', 'bank_returned']);
    expect(back.timeline.at(-1)!.note).toBe(back.bank_failure);
    expect(back.bank_failure).not.toBeNull();
    // Without an id all of this author's payouts, with another author's id none.
    expect((await asFinance(author)).map(({ currency }) => currency).sort()).toEqual(['eur', 'usd']);
    expect(await asFinance(other, `?id=${payoutId}`)).toEqual([]);
  });
});
