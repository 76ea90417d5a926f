import { PayoutsModule } from '@portal/payouts';
import type { ApprovalDetailView } from '@portal/approvals';
import { KnownTransfers } from '../../libs/payouts/src/transfers/known-transfers.js';
import { ItemsRepository } from '../../libs/reconciliation/src/persistence/items.repository.js';
import { BooksWorld } from '../support/money/books.js';
import type { PaidAuthor } from '../support/money/finance-world.js';

const world = BooksWorld.forTests([PayoutsModule]);
let author: PaidAuthor;
beforeAll(async () => {
  await world.topUp(100_000);
  author = await world.author();
  await world.reconcile();
});

/** Whom the exceptions keep out of payout runs. */
const blocked = async () => (await world.leftOut()).map(({ kind, org_id }) => [kind, org_id]);

describe('Case 14: a transfer or a reversal made in the dashboard', () => {
  it('a transfer goes to suspense with an item that leaves out its author, and the books still agree', async () => {
    const destination = author.accountId!;
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
    expect(await blocked()).toEqual([['manual_transfer', author.orgId]]);
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
    expect(await blocked()).toEqual(['manual_transfer', 'manual_reversal'].map((kind) => [kind, author.orgId]));
  });

  it('no other author gets the money of one: neither by the service nor by the database', async () => {
    const other = await world.author({ account: 'none' });
    const [, reversal] = await world.items();
    const toOther = { account: 'author_payable', org_id: other.orgId };
    expect(await world.proposeWriteOff(reversal!.id, toOther)).toMatchObject({
      status: 409,
      error: 'write_off_other_author',
    });
    // As if the service had not asked.
    const items = world.get(ItemsRepository);
    const asked = jest.spyOn(items, 'author').mockResolvedValue({ name: 'Other', concerned: true });
    const { data } = await world.proposeWriteOff(reversal!.id, toOther);
    const approved = await world.approveWriteOff(world.approver, data);
    asked.mockRestore();
    expect(approved.status).toBeGreaterThanOrEqual(400);
    expect(await world.held('author_payable', 'usd', other.orgId)).toBe(0n);
    expect((await world.item(reversal!.id)).state).toBe('open');
    await world.post(world.preparer, `/approvals/${data.id}/withdraw`, {});
  });

  it('both persons see whose balances change, from what to what', async () => {
    const [, reversal] = await world.items();
    const { data } = await world.proposeWriteOff(reversal!.id, { account: 'author_payable', org_id: author.orgId });
    expect(data.title).toBe(`Write off 5.00 USD to ${author.name} (amount due): manual reversal`);
    const seen = await world.read<ApprovalDetailView>(world.approver, `/approvals/${data.id}`);
    for (const { effects, balances } of [data, seen.data]) {
      expect(effects).toEqual([`5.00 USD moves to ${author.name} (amount due), and the exception is closed.`]);
      expect(balances).toEqual([
        { account: 'suspense', currency: 'usd', before_minor: '-1000', after_minor: '-1500' },
        { account: `${author.name} (amount due)`, currency: 'usd', before_minor: '0', after_minor: '500' },
      ]);
    }
    expect((await world.post(world.preparer, `/approvals/${data.id}/withdraw`, {})).status).toBe(200);
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
    // Nobody's account, but it names a payout: it may be missing from a restored backup, and could be anybody's.
    expect(await blocked()).toEqual([['not_booked', null]]);
    // Before two people have booked it, its author is not paid (case 26).
    const stranger = async () => {
      const known = world.get(KnownTransfers);
      return (await known.strangerAmong(await known.to(destination)))?.transferId;
    };
    expect(await stranger()).toBe(made.id);
    await world.writeOff(item!.id, { account: 'bad_debt' });
    expect(await stranger()).toBeUndefined();
    expect(await world.reconcile()).toMatchObject({ holds: true, open: 0 });
  });

  it('neither two concurrent reconciliations nor a crash in between book anything twice', async () => {
    const destination = await world.connectedAccount();
    await world.stripe.transfers.create({ amount: 111, currency: 'usd', destination });
    const before = await world.held('suspense');
    await Promise.all([world.reconcile(), world.reconcile(), world.reconcile()]);
    expect(await world.held('suspense')).toBe(before - 111n);
    expect((await world.items()).filter((one) => one.kind === 'manual_transfer')).toHaveLength(1);
    // The account of nobody here: it keeps nobody out.
    expect(await blocked()).toEqual([]);
  });
});
