import { DecidedTransfers } from '@portal/payouts';
import { openBlockers } from '@portal/reconciliation';
import { Database } from '@portal/platform/database';
import { BooksWorld } from '../support/money/books.js';

const world = BooksWorld.forTests();
beforeAll(async () => {
  await world.topUp(100_000);
  await world.reconcile();
});

const month = async () =>
  (
    await world.query<{ month: string }>(`select to_char(platform.portal_now() at time zone 'UTC', 'YYYY-MM') as month`)
  )[0]!.month;
const blocked = async () => (await openBlockers(world.get(Database), await month())).map((one) => one.code);

describe('Case 14: a transfer or a reversal made in the dashboard', () => {
  it('a transfer goes to suspense with an item that blocks, and the books still agree with the provider', async () => {
    const destination = await world.connectedAccount();
    const made = await world.stripe.transfers.create({ amount: 1_500, currency: 'usd', destination });
    expect(await world.reconcile()).toMatchObject({ holds: true, open: 1, blocking: 1 });
    const [item] = await world.items();
    expect(item).toMatchObject({
      kind: 'manual_transfer',
      amount_minor: '-1500',
      suspense_minor: '-1500',
      blocking: true,
      state: 'open',
    });
    expect(item!.facts).toContainEqual({ name: 'object', value: made.id });
    expect(await world.held('suspense')).toBe(-1_500n);
    expect(await blocked()).toEqual(['manual_transfer']);
  });

  it('a second comparison keeps it one item, which ages', async () => {
    await world.pass(3);
    expect(await world.reconcile()).toMatchObject({ open: 1 });
    const items = await world.items();
    expect(items.map((one) => [one.kind, one.age_days])).toEqual([['manual_transfer', 3]]);
    expect(await world.held('suspense')).toBe(-1_500n);
  });

  it('a reversal opens a second item and does not close the first', async () => {
    const [transfer] = (await world.stripe.transfers.list({ limit: 1 })).data;
    await world.stripe.transfers.createReversal(transfer!.id, { amount: 500 });
    expect(await world.reconcile()).toMatchObject({ holds: true, open: 2, blocking: 2 });
    const items = await world.items();
    expect(items.map((one) => [one.kind, one.suspense_minor])).toEqual([
      ['manual_transfer', '-1500'],
      ['manual_reversal', '500'],
    ]);
    expect(await world.held('suspense')).toBe(-1_000n);
  });

  it('two persons decide where each belongs; then nothing blocks and suspense is empty', async () => {
    for (const { id } of await world.items()) {
      const { data } = await world.proposeWriteOff(id, { account: 'bad_debt' });
      expect((await world.approveWriteOff(world.preparer, data)).error).toBe('approval_same_person');
      expect((await world.approveWriteOff(world.approver, data)).status).toBe(200);
    }
    expect(await world.reconcile()).toMatchObject({ holds: true, open: 0, blocking: 0 });
    expect(await blocked()).toEqual([]);
    expect(await world.held('suspense')).toBe(0n);
    expect(await world.held('bad_debt')).toBe(1_000n);
  });

  it('a payment that names no invoice goes to suspense too, net of its fee', async () => {
    const charge = await world.charge(2_000, { booked: false, ours: false });
    await world.reconcile();
    const [item] = await world.items();
    expect(item).toMatchObject({ kind: 'unknown_charge', amount_minor: '1912', suspense_minor: '1912' });
    expect(item!.facts).toContainEqual({ name: 'object', value: charge.id });
    await world.writeOff(item!.id, { account: 'platform_revenue' });
  });

  it('a foreign transfer that names our payout is not taken for it', async () => {
    const destination = await world.connectedAccount();
    const made = await world.stripe.transfers.create({
      amount: 700,
      currency: 'usd',
      destination,
      transfer_group: 'po_nobody',
      metadata: { payout_id: 'nobody' },
    });
    expect(await world.reconcile()).toMatchObject({ holds: true, open: 0 });
    await world.pass(1);
    expect(await world.reconcile()).toMatchObject({ open: 1, blocking: 1 });
    const [item] = await world.items();
    expect(item).toMatchObject({ kind: 'not_booked', amount_minor: '-700' });
    // It moved after every month that a run is for, and stops each of them: it may be missing from a restored backup.
    expect((await openBlockers(world.get(Database), '2020-01')).map((one) => one.code)).toEqual(['not_booked']);
    // Before two people have booked it, its author is not paid (case 26).
    const booked = async () => [...(await world.get(DecidedTransfers).booked([made.balance_transaction as string]))];
    expect(await booked()).toEqual([]);
    await world.writeOff(item!.id, { account: 'bad_debt' });
    expect(await booked()).toEqual([made.balance_transaction]);
    expect(await world.reconcile()).toMatchObject({ holds: true, open: 0 });
  });

  it('neither two concurrent reconciliations nor a crash in between book anything twice', async () => {
    const destination = await world.connectedAccount();
    await world.stripe.transfers.create({ amount: 111, currency: 'usd', destination });
    const before = await world.held('suspense');
    await Promise.all([world.reconcile(), world.reconcile(), world.reconcile()]);
    expect(await world.held('suspense')).toBe(before - 111n);
    expect((await world.items()).filter((one) => one.kind === 'manual_transfer')).toHaveLength(1);
  });
});
