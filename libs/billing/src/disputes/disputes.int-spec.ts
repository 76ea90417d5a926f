import { DisputeGateway } from '@portal/stripe-gateway';
import { CollectingWorld, type IssuedInvoice, type WishedLine } from '../../../../test/support/money/collecting.js';
import { SyncDispute } from './sync-dispute.js';
import { ChargeInvoice } from '../collection/charge-invoice.js';

const FEE = 1_500n;
const TWO: readonly WishedLine[] = [{ amountMinor: 4_900n }, { amountMinor: 1_333n }];

const world = CollectingWorld.forTests();
afterEach(() => jest.restoreAllMocks());

type Paid = IssuedInvoice & { paymentIntentId: string };

const open = async (invoice: Paid, more: object = {}): Promise<string> => {
  const made = await world.control('/disputes', { payment_intent: invoice.paymentIntentId, ...more });
  return made['id'] as string;
};
const move = (id: string, outcome: string) => world.control(`/disputes/${id}`, { outcome });
const follow = (id: string) => world.get(SyncDispute).execute(id);
const row = async (id: string) => {
  const [found] = await world.billing.db.query<Record<string, unknown>>(
    `select status, phase, amount, withdrawn, covered, fee, version, evidence_due_at is not null as has_deadline, closed_at is not null as closed
     from billing.disputes where provider_dispute_id = $1`,
    [id],
  );
  return found;
};
const held = (invoice: IssuedInvoice) => world.balance('author_disputed', invoice.lines[0]!.orgId);
const payable = (invoice: IssuedInvoice) => world.balance('author_payable', invoice.lines[0]!.orgId);
const plus = (balances: Record<string, string>, change: Record<string, bigint>): Record<string, string> => {
  const sums = new Map(Object.entries(balances).map(([name, amount]) => [name, BigInt(amount)]));
  for (const [name, amount] of Object.entries(change)) sums.set(name, (sums.get(name) ?? 0n) + amount);
  return Object.fromEntries(
    [...sums].filter(([, amount]) => amount !== 0n).map(([name, amount]) => [name, amount.toString()]),
  );
};

describe('a dispute', () => {
  it('puts every author’s share and the amount at risk on hold, and returns all but the fee when it is won', async () => {
    const invoice = await world.paid(TWO);
    const before = await world.balances();
    const id = await open(invoice);
    await follow(id);
    expect(await row(id)).toMatchObject({
      status: 'needs_response',
      phase: 'opened',
      withdrawn: '6233',
      covered: '6233',
      fee: '1500',
      has_deadline: true,
      closed: false,
    });
    const [first, second] = invoice.lines;
    expect(await world.balances()).toEqual(
      plus(before, {
        'platform_at_risk:usd': 6_233n,
        'stripe_balance:usd': -6_233n - FEE,
        'dispute_fee:usd': FEE,
        [`author_payable:${first!.orgId}:usd`]: -first!.authorMinor,
        [`author_disputed:${first!.orgId}:usd`]: first!.authorMinor,
        [`author_payable:${second!.orgId}:usd`]: -second!.authorMinor,
        [`author_disputed:${second!.orgId}:usd`]: second!.authorMinor,
      }),
    );
    await move(id, 'won');
    await follow(id);
    expect(await row(id)).toMatchObject({ status: 'won', phase: 'won', closed: true });
    expect(await world.balances()).toEqual(plus(before, { 'stripe_balance:usd': -FEE, 'dispute_fee:usd': FEE }));
  });

  it('settles the payment first when it is reported before the payment is recorded', async () => {
    const invoice = await world.issued(TWO, 'pm_card_createDispute');
    await world.fault('drop-after', '/v1/payment_intents', 2);
    expect(await world.get(ChargeInvoice).execute(invoice.id)).toMatchObject({ kind: 'waiting' });
    const { rows } = await world.billing.owner.query<{ id: string }>(
      `select o.id from stripe_sandbox.objects o join stripe_sandbox.objects c on c.id = o.data->>'charge'
       where o.kind = 'dispute' and c.data->'metadata'->>'invoice_id' = $1`,
      [invoice.id],
    );
    await follow(rows[0]!.id);
    expect(await row(rows[0]!.id)).toMatchObject({ phase: 'opened', covered: '6233' });
    expect(await held(invoice)).toBe(invoice.lines[0]!.authorMinor);
    expect((await world.ledger.proof()).ok).toBe(true);
  });

  it('is ignored when its payment is not ours or does not exist', async () => {
    const before = await world.balances();
    await follow('du_unknown');
    expect(await world.balances()).toEqual(before);
  });
});

describe('events about a dispute', () => {
  it('reach the same state in any order, repeated and late', async () => {
    const [straight, shuffled, late] = [await world.paid(TWO), await world.paid(TWO), await world.paid(TWO)];
    const ids = [];
    for (const invoice of [straight, shuffled, late]) ids.push(await open(invoice));
    const [a, b, c] = ids as [string, string, string];
    await follow(a);
    await Promise.all([follow(b), follow(b), follow(b)]);
    for (const id of ids) await move(id, 'lost');
    await follow(a);
    await follow(a);
    await Promise.all([follow(b), follow(b)]);
    for (const id of ids) await move(id, 'appeal');
    await follow(a);
    await follow(b);
    for (const id of ids) await move(id, 'appeal_won');
    await Promise.all([follow(a), follow(a), follow(b), follow(c)]);
    for (const id of ids) expect(await row(id)).toMatchObject({ status: 'won', fee: '1500' });
    expect(await row(a)).toMatchObject({ phase: 'appeal_won' });
    expect(await row(c)).toMatchObject({ phase: 'won' });
    for (const invoice of [straight, shuffled, late]) {
      expect(await payable(invoice)).toBe(invoice.lines[0]!.authorMinor);
      expect(await held(invoice)).toBe(0n);
    }
  });

  it('never set the state back: an answer older than the recorded one is fetched again', async () => {
    const invoice = await world.paid(TWO);
    const id = await open(invoice);
    const gateway = world.get(DisputeGateway);
    const find = gateway.findDispute.bind(gateway);
    jest.spyOn(gateway, 'findDispute').mockImplementationOnce(async (asked) => {
      const old = await find(asked);
      await move(asked, 'lost');
      await follow(asked);
      return old;
    });
    await follow(id);
    expect(await row(id)).toMatchObject({ status: 'lost', phase: 'lost', version: 1 });
    const steps = await world.billing.db.query<{ status: string }>(
      `select s.status from billing.dispute_steps s join billing.disputes d on d.id = s.dispute_id where d.provider_dispute_id = $1`,
      [id],
    );
    expect(steps.map((step) => step.status)).toEqual(['lost']);
  });
});
