import { randomUUID } from 'node:crypto';
import { AuthorsModule } from '@portal/authors';
import { PayoutsModule } from '@portal/payouts';
import type Stripe from 'stripe';
import { SendPayout } from '../../libs/payouts/src/transfers/send-payout.js';
import type { RunReconciliationView } from '../../libs/reconciliation/src/http/reconciliation.view.js';
import { BooksWorld } from '../support/money/books.js';

// Reconciliation and payouts as the api puts them together: no money leaves unless the books were compared lately and
// nothing blocking was found.

interface Run {
  id: string;
  state: string;
  input_hash: string;
}

describe('books before payouts', () => {
  let world: BooksWorld;
  let run: Run;
  let unbooked: Stripe.Charge;

  beforeAll(async () => {
    world = await BooksWorld.start([AuthorsModule, PayoutsModule]);
    const account = await world.author();
    const orgId = randomUUID();
    await world.query(
      `insert into payouts.payout_accounts (id, org_id, country, provider_account_id, state) values ($1, $2, 'US', $3, 'ready')`,
      [randomUUID(), orgId, account],
    );
    const charge = await world.charge(10_000);
    await world.post({
      idempotencyKey: `share:${charge.id}`,
      legs: [
        { account: { code: 'platform_revenue', currency: 'usd' }, amountMinor: 7_000n },
        { account: { code: 'author_payable', ownerId: orgId, currency: 'usd' }, amountMinor: -7_000n },
      ],
    });
    // At the provider, and not in our books: found when they are compared.
    unbooked = await world.charge(400, { booked: false });
    const month = new Date().toISOString().slice(0, 7);
    await world.pass(32);
    await world.query(`insert into billing.periods (month, state) values ($1, 'open')`, [`${month}-01`]);
    await world.query(
      `update billing.periods set state = 'closing', closing_at = platform.portal_now(), frozen_at = platform.portal_now(),
         lines_written_at = platform.portal_now()`,
    );
    await world.query(`update billing.periods set state = 'closed', closed_at = platform.portal_now()`);
    run = (await world.call<Run>('POST', '/api/v1/finance/payout-runs', { month })).data;
  });
  afterAll(() => world.close());

  const approve = (as = world.approver) =>
    world.call('POST', `/api/v1/finance/payout-runs/${run.id}/approve`, { input_hash: run.input_hash }, as);
  const execute = () => world.call('POST', `/api/v1/finance/payout-runs/${run.id}/execute`, {});
  const state = async () => (await world.call<Run>('GET', `/api/v1/finance/payout-runs/${run.id}`)).data.state;

  it('a run can be prepared before any comparison, but not approved, and the refusal says what to do', async () => {
    expect(await state()).toBe('computed');
    const refused = await approve();
    expect(refused).toMatchObject({ status: 409, error: 'payout_run_blocked' });
    expect(JSON.stringify(refused)).toContain('never been reconciled');
    expect(await state()).toBe('computed');
  });

  it('a comparison that found something blocking is not enough', async () => {
    expect((await world.reconcile()).blocking).toBeGreaterThan(0);
    expect(await approve()).toMatchObject({ status: 409, error: 'payout_run_blocked' });
  });

  it('an item of the worklist is assigned to a third person, who must be of finance', async () => {
    const [item] = await world.items();
    const people = (
      await world.call<{ items: { id: string; name: string }[] }>('GET', '/api/v1/finance/exceptions/people')
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

  it('a fresh one without blocking items lets the run be approved; a day and more later it is not executed', async () => {
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
      (await world.call<RunReconciliationView>('GET', `/api/v1/finance/reconciliation/payout-runs/${run.id}`)).data;
    expect(await step()).toMatchObject({ state: 'not_ended', transfers: 0 });
    const [payout] = await world.query<{ id: string }>('select id from payouts.payouts where run_id = $1', [run.id]);
    await world.app.get(SendPayout).execute(payout!.id);
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
    const none = await world.call('GET', `/api/v1/finance/reconciliation/payout-runs/${randomUUID()}`);
    expect(none).toMatchObject({ status: 404, error: 'payout_run_not_found' });
  });
});
