import { days, PayoutWorld, type PaidAuthor } from '../support/money/payout-world.js';

interface Account {
  state: string;
  usable_from: string | null;
  next: { state: string } | null;
}

const world = PayoutWorld.forTests();

const account = async (author: PaidAuthor): Promise<Account> =>
  (await world.read<Account>(author.session, '/author/payout-account')).data;

/** The author sets another account up and the processor verifies it. */
async function swap(author: PaidAuthor): Promise<string> {
  expect((await world.post(author.session, '/author/payout-account/swap')).status).toBe(200);
  return world.verifyNewest(author);
}

async function expectCarried(run: { id: string }, author: PaidAuthor, amount: bigint): Promise<void> {
  const payout = world.payoutOf(await world.run(run.id), author);
  expect(payout).toMatchObject({ state: 'carried', reason: 'account_changed' });
  expect(payout.unpaid).toMatchObject([{ reason: 'account_changed', amount_minor: amount.toString() }]);
  expect(await world.transfersOf(payout.id)).toHaveLength(0);
  expect(await world.balance(author.orgId)).toBe(amount);
}

describe('Case 08: the author swaps the payout account', () => {
  it('the old account is paid until the new one is verified', async () => {
    const { author, payoutId, run } = await world.onePayout();
    await world.post(author.session, '/author/payout-account/swap');
    expect(await account(author)).toMatchObject({ state: 'ready', next: { state: 'incomplete' } });
    await world.send(payoutId);
    await world.expectPaidOnce(payoutId, run.id);
    expect((await world.transfersOf(payoutId))[0]!.destination).toBe(author.accountId);
    const cancelled = await world.post(author.session, '/author/payout-account/swap/cancel');
    expect(cancelled.data).toMatchObject({ state: 'ready', next: null });
    const again = await world.post(author.session, '/author/payout-account/swap/cancel');
    expect(again.error).toBe('payout_account_swap_not_found');
  });

  it('a swap between computation and approval: neither account is paid, and the money is carried forward', async () => {
    const author = await world.author();
    await world.earn(author.orgId, 5_000n);
    const run = await world.prepared();
    await swap(author);
    await world.approve(run);
    await world.execute(run);
    await world.send(world.payoutOf(run, author).id);
    await expectCarried(run, author, 5_000n);
    expect((await world.run(run.id)).state).toBe('partially_failed');
    // The account that was approved is closed: there is nothing that a retry could send to.
    expect((await world.post(world.preparer, `/finance/payout-runs/${run.id}/retry-failed`)).error).toBe(
      'nothing_to_retry',
    );
  });

  it('a swap between approval and execution or before sending: neither account is paid', async () => {
    const [before, after] = [await world.author(), await world.author()];
    await world.earn(before.orgId, 5_100n);
    await world.earn(after.orgId, 5_200n);
    const run = await world.approved();
    await swap(before);
    await world.execute(run);
    await swap(after);
    for (const payout of run.payouts.filter((p) => p.amount_minor !== '0')) await world.send(payout.id);
    await expectCarried(run, before, 5_100n);
    await expectCarried(run, after, 5_200n);
    await world.expectBooksBalance();
  });

  it('a swap during a transfer of unknown outcome: that transfer is resolved first', async () => {
    const { author, payoutId, run } = await world.onePayout();
    await world.fault('drop-after', 2);
    await expect(world.send(payoutId)).rejects.toThrow('not known');
    await swap(author);
    await world.send(payoutId);
    await world.expectPaidOnce(payoutId, run.id);
  });

  it('the money waits with a date until the cool-down of the new account is over', async () => {
    const author = await world.author();
    const fresh = await swap(author);
    const shown = await account(author);
    expect(shown.state).toBe('cooling_down');
    await world.earn(author.orgId, 5_300n);
    const run = await world.executing();
    const kept = world.payoutOf(run, author);
    expect(kept).toMatchObject({ amount_minor: '0', reason: 'cooling_down' });
    expect(Date.parse(kept.unpaid[0]!.expected_at!)).toBeGreaterThanOrEqual(Date.parse(shown.usable_from!));
    await world.advance(days(8));
    expect((await account(author)).state).toBe('ready');
    const next = await world.executing();
    const payout = world.payoutOf(next, author);
    await world.send(payout.id);
    await world.expectPaidOnce(payout.id, next.id);
    expect((await world.transfersOf(payout.id))[0]!.destination).toBe(fresh);
  });

  it('one account is paid and one may be set up; the owners are notified of both steps', async () => {
    const author = await world.author();
    await swap(author);
    await world.post(author.session, '/author/payout-account/swap');
    const rows = await world.query<{ active: boolean; state: string }>(
      `select active, state from payouts.payout_accounts where org_id = $1 order by created_at, id`,
      [author.orgId],
    );
    expect(rows).toEqual([
      { active: false, state: 'closed' },
      { active: true, state: 'ready' },
      { active: false, state: 'incomplete' },
    ]);
    const mails = await world.query<{ subject: string }>(
      `select m.subject from platform.mail_messages m join identity.users u on u.email = m.recipient
       join identity.role_grants g on g.user_id = u.id where g.scope_id = $1 and m.subject like '%payout account%'`,
      [author.orgId],
    );
    expect(mails.map((mail) => mail.subject).sort()).toEqual([
      'Another payout account is being set up',
      'Another payout account is being set up',
      'Your payout account was replaced',
    ]);
  });

  it('there is nothing to swap without an account, and no swap to a country that payouts do not reach', async () => {
    const author = await world.author({ account: 'none' });
    expect((await world.post(author.session, '/author/payout-account/swap')).error).toBe('payout_account_not_found');
    const other = await world.author();
    const answer = await world.post(other.session, '/author/payout-account/swap', { country: 'BR' });
    expect(answer.error).toBe('payout_country_unsupported');
  });
});
