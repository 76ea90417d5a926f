import { PayoutWorld } from '../support/payout-world.js';
import { FollowAccount } from '../../libs/payouts/src/follow-account.js';

let world: PayoutWorld;
beforeAll(async () => {
  world = await PayoutWorld.start();
});
afterAll(() => world.close());

describe('Case 09: the account can receive no more between approval and execution', () => {
  it('closed, and nobody told us: the refusal gives the money back and the account is looked at', async () => {
    const { payoutId, run, author } = await world.onePayout(6_000n);
    await world.control(`/accounts/${author.accountId}`, { closed: true });
    await world.send(payoutId);
    expect(await world.transfersOf(payoutId)).toHaveLength(0);
    expect(await world.run(run.id)).toMatchObject({ state: 'partially_failed' });
    expect(await world.balance(author.orgId)).toBe(6_000n);
    expect((await world.payoutNow(run, author)).unpaid).toMatchObject([
      { reason: 'refused_by_processor', amount_minor: '6000' },
    ]);
    const seen = await world.read<{ state: string }>(author.session, '/author/payout-account');
    expect(seen.data.state).toBe('rejected');
    const mails = await world.query(
      `select 1 from platform.mail_messages where subject like 'Your payout of 60.00 USD could not%'`,
    );
    expect(mails).toHaveLength(1);
  });

  it('restricted, and we know it: nothing is sent; retried once it is ready again, and only that one', async () => {
    const [bad, good] = [await world.author(), await world.author()];
    await world.earn(bad.orgId, 6_100n);
    await world.earn(good.orgId, 6_200n);
    const run = await world.approved();
    await world.control(`/accounts/${bad.accountId}`, { capability: 'restricted' });
    await world.get(FollowAccount).execute(bad.accountId!);
    await world.execute(run);
    for (const author of [bad, good]) await world.send(world.payoutOf(run, author).id);
    expect((await world.payoutNow(run, bad)).reason).toBe('account_not_ready');
    expect(await world.attempts(world.payoutOf(run, bad).id)).toEqual([]);
    const retry = () =>
      world.post<{ retried: number; run: { state: string } }>(
        world.preparer,
        `/finance/payout-runs/${run.id}/retry-failed`,
      );
    expect((await retry()).error).toBe('nothing_to_retry');
    await world.control(`/accounts/${bad.accountId}`, { capability: 'active' });
    await world.get(FollowAccount).execute(bad.accountId!);
    expect((await retry()).data).toMatchObject({ retried: 1, run: { state: 'executing' } });
    expect(await world.balance(bad.orgId)).toBe(0n);
    for (const author of [bad, good]) await world.send(world.payoutOf(run, author).id);
    await world.expectPaidOnce(world.payoutOf(run, bad).id, run.id);
    await world.expectPaidOnce(world.payoutOf(run, good).id, run.id);
    expect((await world.run(run.id)).state).toBe('settled');
    await world.expectBooksBalance();
  });

  it('what a later run has taken over is not retried; what was taken back meanwhile neither', async () => {
    const { payoutId, run, author } = await world.onePayout(6_300n);
    await world.control(`/accounts/${author.accountId}`, { capability: 'restricted' });
    await world.send(payoutId);
    await world.control(`/accounts/${author.accountId}`, { capability: 'active' });
    await world.get(FollowAccount).execute(author.accountId!);
    await world.earn(author.orgId, -700n);
    const retry = () => world.post(world.preparer, `/finance/payout-runs/${run.id}/retry-failed`);
    expect((await retry()).error).toBe('nothing_to_retry');
    await world.earn(author.orgId, 700n);
    const next = await world.prepared();
    expect((await retry()).error).toBe('payout_run_superseded');
    expect(world.payoutOf(next, author).amount_minor).toBe('6300');
    await world.post(world.preparer, `/finance/payout-runs/${next.id}/cancel`);
    expect((await retry()).status).toBe(202);
    await world.send(payoutId);
    await world.expectPaidOnce(payoutId, run.id);
    await world.expectBooksBalance();
  });
});
