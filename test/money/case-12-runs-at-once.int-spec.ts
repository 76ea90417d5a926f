import { Transactor } from '@portal/platform/database';
import { RunBlockers, RunBlockerSource, type RunBlocker } from '../../libs/payouts/src/index.js';
import { PayoutWorld, type RunResult } from '../support/money/payout-world.js';

const world = PayoutWorld.forTests();

const prepare = (month: string) => world.post<RunResult>(world.preparer, '/finance/payout-runs', { month });
const cancel = (run: { id: string }) =>
  world.post<RunResult>(world.preparer, `/finance/payout-runs/${run.id}/cancel`, { reason: 'a line was wrong' });

describe('Case 12: several concurrent runs, cancelled, computed twice, or too early', () => {
  it('of two concurrent preparations of a month one succeeds', async () => {
    const month = await world.closedMonth();
    const both = await Promise.all([prepare(month), prepare(month)]);
    expect(both.map((a) => a.status).sort()).toEqual([201, 409]);
    await cancel(both.find((a) => a.status === 201)!.data);
  });

  it('two months’ runs cannot both count the same balance: the second waits for the first', async () => {
    const author = await world.author();
    await world.earn(author.orgId, 3_000n);
    const run = await world.prepared();
    const other = await world.closedMonth();
    expect((await prepare(other)).error).toBe('payout_run_open');
    await world.approve(run);
    expect((await prepare(other)).error).toBe('payout_run_open');
    await world.execute(run);
    const second = await prepare(other);
    expect(second.status).toBe(201);
    expect(second.data.payouts.filter((p) => p.org_id === author.orgId)).toEqual([]);
    await cancel(second.data);
    await world.send(world.payoutOf(run, author).id);
    await world.expectPaidOnce(world.payoutOf(run, author).id, run.id);
  });

  it('a run computed twice has the same balances and amounts, and nothing of the first remains', async () => {
    const author = await world.author();
    await world.earn(author.orgId, 3_300n);
    const run = await world.prepared();
    await world.earn(author.orgId, 100n);
    const again = await world.post<RunResult>(world.preparer, `/finance/payout-runs/${run.id}/recompute`);
    expect(again.data.input_hash).not.toBe(run.input_hash);
    expect(world.payoutOf(again.data, author).amount_minor).toBe('3400');
    expect(again.data.payouts).toHaveLength(1);
    await cancel(run);
  });

  it('a run cancelled after approval releases the amounts, and the month is prepared again', async () => {
    const author = await world.author();
    await world.earn(author.orgId, 3_500n);
    const first = await world.approved();
    const owed = 3_500n;
    expect(await world.balance(author.orgId)).toBe(0n);
    const both = await Promise.all([cancel(first), cancel(first)]);
    expect(both.map((a) => a.status).sort()).toEqual([200, 409]);
    expect(await world.balance(author.orgId)).toBe(owed);
    const second = await prepare(first.month);
    expect(second.status).toBe(201);
    await world.approve(second.data);
    await world.execute(second.data);
    expect((await cancel(second.data)).error).toBe('invalid_transition');
    for (const payout of second.data.payouts.filter((p) => p.amount_minor !== '0')) await world.send(payout.id);
    await world.expectPaidOnce(world.payoutOf(second.data, author).id, second.data.id);
    await world.expectBooksBalance();
  });

  it('a month that is not closed has no run', async () => {
    expect((await prepare('2031-12')).error).toBe('period_not_closed');
  });

  it('a computation that was killed half-way is resumed', async () => {
    const run = await world.prepared();
    for (const state of ['draft', 'computing'])
      await world.query(`update payouts.payout_runs set state = $2 where id = $1`, [run.id, state]);
    expect((await world.run(run.id)).state).toBe('computing');
    const again = await world.post<RunResult>(world.preparer, `/finance/payout-runs/${run.id}/recompute`);
    expect(again.data.state).toBe('computed');
    await cancel(run);
  });

  it('open items of the finance worklist stop the preparation and are named', async () => {
    const open: RunBlocker[] = [{ code: 'unmatched_transfer', text: 'tr_1 is not in the ledger' }];
    class Source extends RunBlockerSource {
      open = (): Promise<RunBlocker[]> => Promise.resolve(open);
    }
    world.get(RunBlockers).add(new Source());
    const month = await world.closedMonth();
    const refused = await prepare(month);
    expect(refused.error).toBe('payout_run_blocked');
    expect(refused.body).toContain('tr_1 is not in the ledger');
    expect(
      await world.get(Transactor).run((tx) => tx.query('select 1 from payouts.payout_runs where month = $1', [month])),
    ).toEqual([]);
    open.pop();
    const made = await prepare(month);
    expect(made.status).toBe(201);
    await cancel(made.data);
  });
});
