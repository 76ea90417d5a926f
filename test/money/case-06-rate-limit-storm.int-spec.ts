import { PayoutWorld, type PaidAuthor } from '../support/payout-world.js';

const RATE = 40;
const PAYOUTS = 80;
let world: PayoutWorld;
beforeAll(async () => {
  world = await PayoutWorld.start({ STRIPE_CALLS_PER_SECOND: String(RATE) });
});
afterAll(() => world.close());

describe('Case 06: the processor answers 429 again and again', () => {
  it('every payout of the run is made once, and all senders together keep the rate', async () => {
    const author = await world.author();
    const authors: PaidAuthor[] = [];
    // Authors who share one account at the processor: the run has a row for each of them all the same.
    for (let i = 0; i < PAYOUTS; i++) {
      const orgId = `0190b000-0000-7000-8000-${String(i).padStart(12, '0')}`;
      await world.query(
        `insert into payouts.payout_accounts (id, org_id, country, provider_account_id, state) values (gen_random_uuid(), $1, 'US', $2, 'ready')`,
        [orgId, i === 0 ? 'acct_0' : `acct_${i}`],
      );
      authors.push({ session: '', orgId, accountId: author.accountId });
      await world.earn(orgId, 3_000n + BigInt(i));
    }
    const ready = await world.query<{ provider_account_id: string }>(
      `select provider_account_id from payouts.payout_accounts where org_id = $1`,
      [author.orgId],
    );
    expect(ready[0]!.provider_account_id).toBe(author.accountId);
    await world.query(`alter table payouts.payout_accounts drop constraint payout_accounts_provider_account_id_key`);
    await world.query(`update payouts.payout_accounts set provider_account_id = $1`, [author.accountId]);
    const run = await world.executing();
    expect(run.payouts).toHaveLength(PAYOUTS);
    await world.fault('429', 60);
    const startedAt = performance.now();
    const left = run.payouts.map((payout) => payout.id);
    const lane = async (): Promise<void> => {
      for (let id = left.pop(); id !== undefined; id = left.pop()) {
        // Put back by its delivery, as the queue does it.
        const again = await world.send(id).then(
          () => false,
          () => true,
        );
        if (again) left.unshift(id);
      }
    };
    await Promise.all([lane(), lane(), lane(), lane()]);
    const seconds = (performance.now() - startedAt) / 1_000;
    expect((await world.run(run.id)).state).toBe('settled');
    const made = await world.query<{ n: string }>(
      `select count(distinct transfer_id)::text as n from payouts.payout_attempts where state = 'accepted'`,
    );
    expect(made[0]!.n).toBe(String(PAYOUTS));
    for (const payout of run.payouts.slice(0, 5)) expect(await world.transfersOf(payout.id)).toHaveLength(1);
    // 80 transfers and 60 refusals; the first five turns are free.
    expect(seconds).toBeGreaterThan((PAYOUTS + 60 - 5) / RATE - 0.1);
    await world.expectBooksBalance();
  }, 60_000);
});
