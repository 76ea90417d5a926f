import { randomUUID } from 'node:crypto';
import { PayoutsModule } from '@portal/payouts';
import type Stripe from 'stripe';
import type { RunReconciliationView } from '../../libs/reconciliation/src/http/reconciliation.view.js';
import { BooksWorld } from '../support/money/books.js';
import type { RunResult } from '../support/money/finance-world.js';

// Reconciliation and payouts as the api puts them together: no money leaves unless the books were compared lately and
// nothing blocking was found.

describe('books before payouts', () => {
  const world = BooksWorld.forTests([PayoutsModule]);
  let run: RunResult;
  let unbooked: Stripe.Charge;

  beforeAll(async () => {
    await world.earn((await world.author()).orgId, 7_000);
    // At the provider, and not in our books: found when they are compared.
    unbooked = await world.charge(400, { booked: false });
    const month = new Date().toISOString().slice(0, 7);
    await world.pass(32);
    run = await world.prepare(await world.closedMonth(month));
  });

  const approve = () => world.approve(run);
  const execute = () => world.execute(run);
  const state = async () => (await world.run(run.id)).state;

  it('a run can be prepared before any comparison, but not approved, and the refusal says what to do', async () => {
    expect(await state()).toBe('computed');
    const refused = await approve();
    expect(refused).toMatchObject({ status: 409, error: 'payout_run_blocked' });
    expect(JSON.stringify(refused)).toContain('never been reconciled');
    expect(await state()).toBe('computed');
  });

  it('a comparison that found something blocking lets no run be approved', async () => {
    expect((await world.reconcile()).blocking).toBeGreaterThan(0);
    expect(await approve()).toMatchObject({ status: 409, error: 'payout_run_blocked' });
  });

  it('an item of the worklist is assigned to a third person, who must be of finance', async () => {
    const [item] = await world.items();
    const people = (
      await world.read<{ items: { id: string; name: string }[] }>(world.preparer, '/finance/exceptions/people')
    ).data.items;
    const third = people.find((person) => person.name !== item!.owner_name)!;
    const given = await world.act(item!.id, 'assign', { to: third.id });
    expect(given.data.owner_name).toBe(third.name);
    expect(given.data.history.at(-1)).toMatchObject({ what: 'assigned', text: `to ${third.name}` });
    expect(await world.act(item!.id, 'assign', { to: randomUUID() })).toMatchObject({
      status: 422,
      error: 'exception_assignee_invalid',
    });
    expect((await world.item(item!.id)).owner_name).toBe(third.name);
  });

  it('a fresh comparison without blocking items lets a run be approved; after a day it lets none be executed', async () => {
    await world.bookCharge(unbooked);
    expect(await world.reconcile()).toMatchObject({ blocking: 0, holds: true });
    expect(await approve()).toMatchObject({ status: 200 });
    await world.pass(2);
    const late = await execute();
    expect(late).toMatchObject({ status: 409, error: 'payout_run_blocked' });
    expect(JSON.stringify(late)).toContain('2 days ago, but at most 26 hours');
    expect(await state()).toBe('approved');
    await world.reconcile();
    expect(await execute()).toMatchObject({ status: 202 });
    expect(await state()).toBe('executing');
  });

  it('a run is reconciled when the comparison after its end finds every transfer, and nothing blocking is open', async () => {
    const step = async () =>
      (await world.read<RunReconciliationView>(world.preparer, `/finance/reconciliation/payout-runs/${run.id}`)).data;
    expect(await step()).toMatchObject({ state: 'not_ended', transfers: 0 });
    const [payout] = await world.query<{ id: string }>('select id from payouts.payouts where run_id = $1', [run.id]);
    await world.send(payout!.id);
    expect(await state()).toBe('settled');
    const [sent] = await world.query<{ transfer_id: string }>(
      `select transfer_id from payouts.payout_attempts where payout_id = $1 and state = 'accepted'`,
      [payout!.id],
    );
    const unmatched = [{ payout_id: payout!.id, amount_minor: '7000', transfer_id: sent!.transfer_id }];
    // The last comparison was before the run: it does not cover its transfer.
    expect(await step()).toMatchObject({ state: 'to_compare', transfers: 1, matched: 0, unmatched });
    await world.pass(1);
    await world.reconcile();
    expect(await step()).toMatchObject({ state: 'done', transfers: 1, matched: 1, unmatched: [], exceptions: [] });
    // A difference of sums holds back every run, so this one is not through with it either.
    await world.query(
      `insert into reconciliation.items (id, ref, kind, currency, amount, detail, facts, occurred_at, blocking)
       values (gen_random_uuid(), 'by hand', 'equality_balance', 'usd', 1, 'Something', '{}', platform.portal_now(), true)`,
    );
    const open = await step();
    expect(open).toMatchObject({ state: 'open', exceptions: [{ blocking: true, amount_minor: '1' }] });
    const none = await world.read(world.preparer, `/finance/reconciliation/payout-runs/${randomUUID()}`);
    expect(none).toMatchObject({ status: 404, error: 'payout_run_not_found' });
  });
});
