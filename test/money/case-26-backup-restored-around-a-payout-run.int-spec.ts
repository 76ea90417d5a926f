import { days, hours, PayoutWorld, type PaidAuthor, type RunResult } from '../support/money/payout-world.js';

const world = PayoutWorld.forTests();

const AGES: [string, number][] = [
  ['while the processor still knows the keys', hours(2)],
  ['after the processor forgot the keys', days(3)],
];

const resume = (run: RunResult) => world.post(world.preparer, `/finance/payout-runs/${run.id}/resume`, {});

/** As the queue does it: every payout is led to until the run has ended, twice at once. */
async function finish(run: RunResult): Promise<RunResult> {
  for (let round = 0; round < 4; round++) {
    const now = await world.run(run.id);
    if (now.state !== 'executing') return now;
    for (const { id } of now.payouts) await Promise.allSettled([world.send(id), world.send(id)]);
  }
  return world.run(run.id);
}

/** Amount that reached the author's account and stayed there, minor units. */
async function received(author: PaidAuthor): Promise<bigint> {
  const { data } = await world.stripe.transfers.list({ destination: author.accountId!, limit: 100 });
  return data.reduce((sum, one) => sum + BigInt(one.amount - one.amount_reversed), 0n);
}
async function authors(amounts: readonly bigint[]): Promise<PaidAuthor[]> {
  const made: PaidAuthor[] = [];
  for (const amount of amounts) {
    const author = await world.author();
    await world.earn(author.orgId, amount);
    made.push(author);
  }
  return made;
}
/** What the reconciliation leaves of a transfer once it has its posting (see case 14). */
async function book({ balance_transaction: id }: { balance_transaction: unknown }): Promise<void> {
  await world.query(
    `insert into reconciliation.provider_balance_tx (id, type, amount, fee, net, currency, created_at, available_at)
     values ($1, 'transfer', -7000, 0, -7000, 'usd', now(), now())`,
    [id],
  );
  await world.query(
    'insert into reconciliation.matches (ledger_tx_id, balance_tx_id) select coalesce(min(ledger_tx_id), 0) - 1, $1 from reconciliation.matches',
    [id],
  );
}
const reverse = async (payoutId: string, amount?: number): Promise<void> => {
  const [made] = await world.transfersOf(payoutId);
  await world.stripe.transfers.createReversal(made!.id, amount === undefined ? {} : { amount });
};

describe('Case 26: a backup is restored around a payout run', () => {
  it.each(AGES)(
    'a backup from while it was sent, %s: nobody is paid twice and nobody is left out',
    async (_, later) => {
      const names = ['before', 'unanswered', 'between', 'second key', 'back in part', 'back whole', 'never'] as const;
      const amounts = names.map((_name, at) => 5_000n + 7n * BigInt(at));
      const people = await authors(amounts);
      const run = await world.executing();
      const [before, unanswered, between, second, part, whole, never] = people.map(
        (author) => world.payoutOf(run, author).id,
      ) as [string, string, string, string, string, string, string];
      await world.send(before);
      await world.fault('drop-before', 2);
      await expect(world.send(unanswered)).rejects.toThrow('not known yet');
      const backup = await world.backup();
      // Transfers that the backup lacks.
      for (const id of [unanswered, between, part, whole]) await world.send(id);
      await world.fault('400');
      await world.send(second);
      expect(await world.run(run.id)).toMatchObject({ paused: true });
      expect((await resume(run)).status).toBe(200);
      await world.send(second);
      expect((await world.attempts(second)).map((one) => one.state)).toEqual(['rejected', 'accepted']);
      await reverse(part, 1_000);
      await reverse(whole);
      expect(await world.transfersOf(never)).toEqual([]);
      await world.advance(later);

      await world.restore(backup);
      expect((await world.attempts(between)).length + (await world.attempts(second)).length).toBe(0);
      expect((await finish(run)).state).toBe('settled');
      for (const { id } of run.payouts) await world.expectPaidOnce(id, run.id);
      const taken = amounts.map((amount, at) => amount - (at === 4 ? 1_000n : at === 5 ? amount : 0n));
      expect(await Promise.all(people.map(received))).toEqual(taken);
      // A reversal in the dashboard is left to the reconciliation: here the author was paid.
      expect(await Promise.all(people.map((author) => world.balance(author.orgId)))).toEqual(people.map(() => 0n));
      await world.expectBooksBalance();
    },
  );

  it.each(AGES)('a backup from when it was approved, %s: executed again it adopts what was paid', async (_, later) => {
    const people = await authors([6_000n, 6_001n, 6_002n]);
    const run = await world.approved();
    const backup = await world.backup();
    expect((await world.execute(run)).status).toBe(202);
    for (const author of people.slice(0, 2)) await world.send(world.payoutOf(run, author).id);
    await world.advance(later);

    await world.restore(backup);
    expect(await world.run(run.id)).toMatchObject({ state: 'approved' });
    expect((await world.execute(run)).status).toBe(202);
    expect((await finish(run)).state).toBe('settled');
    for (const { id } of run.payouts) await world.expectPaidOnce(id, run.id);
    expect(await Promise.all(people.map(received))).toEqual([6_000n, 6_001n, 6_002n]);
    await world.expectBooksBalance();
  });

  it.each([
    ['from before it was prepared: the run that is prepared instead', 'earlier'],
    ['from when it was approved, when the run is cancelled: its replacement', 'cancelled'],
  ])('a backup %s pays nothing before the unknown transfers are booked', async (_, how) => {
    const people = await authors([7_000n, 7_100n]);
    const [paid, unpaid] = people as [PaidAuthor, PaidAuthor];
    const early = how === 'earlier' ? await world.backup() : undefined;
    const lost = await world.approved();
    const backup = early ?? (await world.backup());
    expect((await world.execute(lost)).status).toBe(202);
    await world.send(world.payoutOf(lost, paid).id);
    await world.advance(days(3));

    await world.restore(backup);
    if (how === 'cancelled') {
      const answer = await world.post(world.preparer, `/finance/payout-runs/${lost.id}/cancel`, { reason: 'restored' });
      expect(answer.status).toBe(200);
    }
    const run = await world.executing();
    const ended = await finish(run);
    expect(ended.state).toBe('partially_failed');
    const [transfer] = await world.transfersOf(world.payoutOf(lost, paid).id);
    expect(world.payoutOf(ended, paid)).toMatchObject({ state: 'carried', reason: 'unknown_transfer' });
    expect(world.payoutOf(ended, paid).failure).toContain(transfer!.id);
    expect(world.payoutOf(ended, unpaid)).toMatchObject({ state: 'settled' });
    expect(await Promise.all(people.map(received))).toEqual([7_000n, 7_100n]);
    expect(await world.balance(paid.orgId)).toBe(7_000n);

    // Tried again it is no other. Then two people book it to the author, to whom later earnings are due.
    const retry = () => world.post(world.preparer, `/finance/payout-runs/${run.id}/retry-failed`, {});
    expect((await retry()).error).toBeUndefined();
    expect((await finish(run)).state).toBe('partially_failed');
    expect(await received(paid)).toBe(7_000n);
    await book(transfer!);
    await world.earn(paid.orgId, -7_000n);
    expect((await retry()).error).toBe('nothing_to_retry');
    await world.earn(paid.orgId, 8_000n);
    expect((await finish(await world.executing())).state).toBe('settled');
    expect(await received(paid)).toBe(15_000n);
    expect(await world.balance(paid.orgId)).toBe(0n);
    await world.expectBooksBalance();
  });
});
