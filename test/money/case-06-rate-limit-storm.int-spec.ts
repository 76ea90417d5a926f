import { Ledger } from '@portal/ledger';
import { Transactor } from '@portal/platform/database';
import { workerSettings } from '../support/config.js';
import { manyAuthors, type ManyAuthor } from '../support/people/many-authors.js';
import { TEST_TIMEOUT_MS, until } from '../support/test-timeout.js';
import { PayoutWorld, type RunResult } from '../support/money/payout-world.js';
import { WorkerProcess } from '../support/processes/worker-process.js';
import { allowMadeUp } from '../support/money/made-up-postings.js';

/** How large the run is: `STORM_PAYOUTS=10000 npx jest --selectProjects integration -- case-06` runs it in full. */
const PAYOUTS = Number(process.env['STORM_PAYOUTS'] ?? 100);
const RATE = PAYOUTS > 1_000 ? 500 : 100;
/** Calls that leave at once after a quiet time. */
const BURST = 5;
/** Refusals of transfers, and of the look before each. */
const STORM = { writes: 24, reads: 12 };

const world = PayoutWorld.forTests({ STRIPE_CALLS_PER_SECOND: String(RATE) });
let workers: WorkerProcess[] = [];
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
});

/** Amount and number of transfers of each account, by the processor's own rows; minor units. */
async function received(): Promise<Map<string, { times: number; minor: bigint }>> {
  const rows = await world.atProcessor<{ account: string; times: number; minor: string }>(
    `select data ->> 'destination' as account, count(*)::int as times, sum((data ->> 'amount')::bigint)::text as minor
     from stripe_sandbox.objects where kind = 'transfer' group by 1`,
  );
  return new Map(rows.map(({ account, times, minor }) => [account, { times, minor: BigInt(minor) }]));
}

const amountOf = (at: number): bigint => 3_000n + BigInt(at);

/** All of them are owed something, by set-based postings. */
async function earnAll(authors: readonly ManyAuthor[]): Promise<void> {
  await allowMadeUp(world.app.database.url, 'invoice_paid', 'invoice');
  for (let from = 0; from < authors.length; from += 1_000)
    await world.get(Transactor).run((tx) =>
      world.get(Ledger).postMany(
        tx,
        authors.slice(from, from + 1_000).map(({ orgId }, at) => ({
          kind: 'invoice_paid',
          idempotencyKey: `storm:${orgId}`,
          sourceType: 'invoice',
          sourceId: orgId,
          effectiveAt: tx.now,
          legs: [
            { account: { code: 'stripe_balance' as const, currency: 'usd' }, amountMinor: amountOf(from + at) },
            {
              account: { code: 'author_payable' as const, ownerId: orgId, currency: 'usd' },
              amountMinor: -amountOf(from + at),
            },
          ],
        })),
      ),
    );
}

describe('Case 06: the processor answers 429 again and again', () => {
  it(`a run of ${PAYOUTS} payouts is made once by two workers and the real queue, and all senders keep the rate`, async () => {
    const authors = await manyAuthors(world.app.database.url, world.sandboxUrl, PAYOUTS);
    await earnAll(authors);
    const total = authors.reduce((sum, _, at) => sum + amountOf(at), 0n);
    await world.topUp(Number(total));
    const run = await world.approved();
    const settings = {
      ...workerSettings(),
      STRIPE_API_BASE: world.sandbox.url,
      STRIPE_CALLS_PER_SECOND: String(RATE),
    };
    for (let n = 0; n < 2; n++) workers.push(await WorkerProcess.start(world.app.database.url, settings));
    await world.fault('429', STORM.writes);
    await world.fault('429', STORM.reads, { method: 'GET' });
    const startedAt = performance.now();
    expect((await world.execute(run)).status).toBe(202);
    const state = async (): Promise<RunResult['state']> => {
      const [row] = await world.query<{ state: string }>('select state from payouts.payout_runs where id = $1', [
        run.id,
      ]);
      return row!.state;
    };
    await until(
      async () => (await state()) !== 'executing',
      () => workers.map((worker) => worker.printed).join('\n'),
      TEST_TIMEOUT_MS + PAYOUTS * 100,
    );
    const seconds = (performance.now() - startedAt) / 1_000;
    expect(await state()).toBe('settled');
    // Every fault was met: none is left for the next test.
    expect(await world.faultsLeft()).toEqual([]);

    const got = await received();
    expect(got.size).toBe(PAYOUTS);
    const wrong = authors.filter(({ accountId }, at) => {
      const one = got.get(accountId);
      return one?.times !== 1 || one.minor !== amountOf(at);
    });
    expect(wrong).toEqual([]);
    // One attempt each: a 429 costs no key.
    const attempts = await world.query<{ state: string; n: number; count: string }>(
      'select state, n, count(*)::text as count from payouts.payout_attempts group by 1, 2',
    );
    expect(attempts).toEqual([{ state: 'accepted', n: 1, count: String(PAYOUTS) }]);
    // The slots of transfers and refusals, of both workers together; the first ones are free. A slow machine only takes
    // longer.
    expect(seconds).toBeGreaterThan((PAYOUTS + STORM.writes - BURST) / RATE - 0.1);
    await world.expectBooksBalance();
  });

  it('nothing is sent before the time that the processor has named', async () => {
    const { payoutId, run } = await world.onePayout();
    await world.fault('429', 1, { delay_ms: 1_500 });
    const startedAt = performance.now();
    await world.send(payoutId);
    expect(performance.now() - startedAt).toBeGreaterThan(1_400);
    await world.expectPaidOnce(payoutId, run.id);
  });
});
