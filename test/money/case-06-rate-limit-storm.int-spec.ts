import { randomUUID } from 'node:crypto';
import { PayoutWorld } from '../support/payout-world.js';

const RATE = 40;
const PAYOUTS = 80;
let world: PayoutWorld;
beforeAll(async () => {
  world = await PayoutWorld.start({ STRIPE_CALLS_PER_SECOND: String(RATE) });
});
afterAll(() => world.close());

describe('Case 06: the processor answers 429 again and again', () => {
  it('every payout of the run is made once, and all senders together keep the rate', async () => {
    const stripe = world.stripe();
    for (let i = 0; i < PAYOUTS; i++) {
      const orgId = randomUUID();
      const account = await stripe.v2.core.accounts.create({
        contact_email: `author${i}@example.org`,
        dashboard: 'express',
        identity: { country: 'us', entity_type: 'company' },
        configuration: {
          recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } },
        },
      });
      await world.control(`/accounts/${account.id}`, { capability: 'active' });
      await world.query(
        `insert into payouts.payout_accounts (id, org_id, country, provider_account_id, state) values (gen_random_uuid(), $1, 'US', $2, 'ready')`,
        [orgId, account.id],
      );
      await world.earn(orgId, 3_000n + BigInt(i));
    }
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
  });
});
