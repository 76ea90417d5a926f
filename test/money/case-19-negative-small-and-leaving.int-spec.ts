import { PayoutWorld, type PaidAuthor, type PayoutSeen, type RunSeen } from '../support/payout-world.js';

let world: PayoutWorld;
beforeAll(async () => {
  world = await PayoutWorld.start();
});
afterAll(() => world.close());

/** One month's run, executed and sent; what it says about the author, with the run. */
async function month(author: PaidAuthor): Promise<{ payout: PayoutSeen; run: RunSeen }> {
  const run = await world.executing();
  const payout = world.payoutOf(run, author);
  if (payout.amount_minor !== '0') await world.send(payout.id);
  return { run, payout: await world.payoutNow(run, author) };
}
const leave = (author: PaidAuthor) =>
  world.query(
    `insert into authors.developer_accounts (org_id, state) values ($1, 'terminated')
     on conflict (org_id) do update set state = 'terminated'`,
    [author.orgId],
  );

describe('Case 19: a balance that is negative or small over months, and an author who leaves', () => {
  it('negative: carried and set against what is earned later; after the months of the policy a person is asked', async () => {
    const author = await world.author();
    await world.earn(author.orgId, -10_000n);
    const reasons: string[] = [];
    for (let i = 0; i < 4; i++) {
      const { payout } = await month(author);
      expect(payout).toMatchObject({ amount_minor: '0', carry_minor: '-10000', held_minor: '0' });
      expect(payout.unpaid).toMatchObject([{ reason: payout.reason, amount_minor: '-10000' }]);
      reasons.push(payout.reason);
    }
    // Three months are carried, then somebody looks at it.
    expect(reasons).toEqual(['negative_balance', 'negative_balance', 'negative_balance', 'negative_overdue']);
    await world.earn(author.orgId, 14_000n);
    expect((await month(author)).payout).toMatchObject({ state: 'settled', amount_minor: '4000', carry_minor: '0' });
    // A new debt starts to count anew.
    await world.earn(author.orgId, -500n);
    expect((await month(author)).payout.reason).toBe('negative_balance');
  });

  it('below the minimum for a year: carried each month with its reason, and paid in the month that reaches it', async () => {
    const author = await world.author();
    for (let i = 1; i <= 12; i++) {
      await world.earn(author.orgId, 200n);
      const { payout } = await month(author);
      expect([payout.amount_minor, payout.carry_minor, payout.reason]).toEqual(['0', String(200 * i), 'below_minimum']);
    }
    await world.earn(author.orgId, 100n);
    const { payout, run } = await month(author);
    expect(payout).toMatchObject({ state: 'settled', amount_minor: '2500' });
    await world.expectPaidOnce(payout.id, run.id);
  });

  it('leaves with a little: the minimum is waived', async () => {
    const author = await world.author();
    await world.earn(author.orgId, 7n);
    expect((await month(author)).payout.reason).toBe('below_minimum');
    await leave(author);
    const { payout, run } = await month(author);
    expect(payout).toMatchObject({ state: 'settled', amount_minor: '7', carry_minor: '0' });
    await world.expectPaidOnce(payout.id, run.id);
  });

  it('leaves owing: nothing is paid, and it stays visible', async () => {
    const author = await world.author();
    await world.earn(author.orgId, -300n);
    await leave(author);
    expect((await month(author)).payout).toMatchObject({ amount_minor: '0', reason: 'negative_balance' });
    const unpaid = await world.read<{ items: object[] }>(author.session, '/author/unpaid');
    expect(unpaid.data.items).toMatchObject([{ currency: 'usd', total_minor: '-300' }]);
    await world.expectBooksBalance();
  });
});
