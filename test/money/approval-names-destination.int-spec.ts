import type { RunPayoutView } from '../../libs/payouts/src/runs/http/run-payouts.view.js';
import { PayoutWorld, type PaidAuthor, type RunResult } from '../support/money/payout-world.js';

jest.setTimeout(300_000);

describe('an approval of a run names for each author', () => {
  const finance = PayoutWorld.forTests();
  const bank = async ({ accountId, session }: PaidAuthor, account_number: string): Promise<void> => {
    await finance.control(`/accounts/${accountId!}`, { account_number });
    expect((await finance.post(session, '/author/payout-account/refresh')).status).toBe(200);
  };
  const lineOf = async ({ id }: RunResult, { orgId }: PaidAuthor) =>
    (
      await finance.read<{ items: RunPayoutView[] }>(finance.approver, `/finance/payout-runs/${id}/payouts`)
    ).data.items.find(({ org_id }) => org_id === orgId)!;

  it('the destination, a change since the last payout, why the amount is odd, and whether it is decided', async () => {
    const [first, second] = [await finance.author(), await finance.author()];
    const paid = async () => {
      const run = await finance.executing();
      for (const who of [first, second]) await finance.send(finance.payoutOf(run, who).id);
    };
    await bank(first, 'DE89370400440532013000');
    for (const { orgId } of [first, second]) await finance.earn(orgId, 5_000n);
    const run = await finance.prepared();
    expect(await lineOf(run, first)).toMatchObject({
      destination: {
        ...{ account_id: first.accountId, country: 'US', bank_name: 'STRIPE TEST BANK', last4: '3000' },
        changed: false,
      },
      odd: ['The first payout of this author.', 'Nothing was paid by the last run.'],
      undecided: true,
    });
    await finance.post(finance.preparer, `/finance/payout-runs/${run.id}/cancel`);
    await paid();
    await finance.advance(1_000);
    await bank(first, 'FR1420041010050500013M02606');
    // The usual amount, and more than three times of it with what a hold released.
    await finance.earn(first.orgId, 5_000n);
    const hold = { org_id: second.orgId, kind: 'review', basis_points: 10_000, reason: 'We look at it.' };
    const held = await finance.post<{ id: string }>(finance.preparer, '/finance/payout-holds', hold);
    await finance.earn(second.orgId, 20_000n);
    const next = await finance.executing();
    expect(await lineOf(next, first)).toMatchObject({ destination: { last4: '2606', changed: true }, odd: [] });
    expect(await lineOf(next, second)).toMatchObject({ destination: null, odd: [], undecided: false });
    await finance.send(finance.payoutOf(next, first).id);
    await finance.post(finance.preparer, `/finance/payout-holds/${held.data.id}/end`, { reason: 'All is well.' });
    expect(await lineOf(await finance.prepared(), second)).toMatchObject({
      destination: { changed: false },
      odd: [
        'More than three times what is usually paid (50.00 USD).',
        'Nothing was paid by the last run.',
        'Includes 200.00 USD that was held.',
      ],
    });
  });
});
