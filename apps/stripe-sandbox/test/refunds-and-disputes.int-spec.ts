import type Stripe from 'stripe';
import { available, charge, payer, refusal, Harness } from './harness.js';

const harness = Harness.forTests();

const total = async (): Promise<number> => {
  const funds = await available(harness.stripe);
  return funds.available + funds.pending;
};
const paid = async (amount: number, card?: string): Promise<Stripe.PaymentIntent> =>
  charge(harness.stripe, await payer(harness.stripe, card), amount);
const disputed = async (amount: number, more: object = {}): Promise<{ intent: Stripe.PaymentIntent; id: string }> => {
  const intent = await paid(amount);
  const made = await harness.control('/disputes', { payment_intent: intent.id, ...more });
  return { intent, id: made['id'] as string };
};
const eventsOf = async (id: string): Promise<string[]> => {
  const { data } = await harness.stripe.events.list({ limit: 100 });
  return data
    .filter((event) => (event.data.object as { id: string }).id === id)
    .map((event) => event.type)
    .reverse();
};

describe('a refund', () => {
  it('takes money from the balance in parts, and never more than was paid', async () => {
    const intent = await paid(4_900);
    const before = await total();
    const first = await harness.stripe.refunds.create({
      payment_intent: intent.id,
      amount: 900,
      metadata: { refund_id: 'r' },
    });
    expect(first).toMatchObject({ status: 'succeeded', amount: 900, metadata: { refund_id: 'r' } });
    const entry = await harness.stripe.balanceTransactions.retrieve(first.balance_transaction as string);
    expect(entry).toMatchObject({ type: 'refund', amount: -900, fee: 0, source: first.id });
    expect(await refusal(harness.stripe.refunds.create({ payment_intent: intent.id, amount: 4_001 }))).toMatchObject({
      param: 'amount',
      status: 400,
    });
    await harness.stripe.refunds.create({ payment_intent: intent.id });
    expect(await total()).toBe(before - 4_900);
    expect(await refusal(harness.stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      code: 'charge_already_refunded',
    });
    expect((await harness.stripe.refunds.list({ payment_intent: intent.id })).data.map((one) => one.amount)).toEqual([
      4_000, 900,
    ]);
    expect(await harness.stripe.charges.retrieve(intent.latest_charge as string)).toMatchObject({
      refunded: true,
      amount_refunded: 4_900,
    });
  });

  it('gives the money back when it is returned later, and can be made again', async () => {
    const intent = await paid(2_000);
    const before = await total();
    const made = await harness.stripe.refunds.create({ payment_intent: intent.id });
    await harness.control(`/refunds/${made.id}`, { status: 'failed' });
    const failed = await harness.stripe.refunds.retrieve(made.id, { expand: ['failure_balance_transaction'] });
    expect(failed).toMatchObject({ status: 'failed', failure_reason: 'lost_or_stolen_card' });
    expect(failed.failure_balance_transaction).toMatchObject({ type: 'refund_failure', amount: 2_000 });
    expect(await total()).toBe(before);
    expect(await eventsOf(made.id)).toEqual(['refund.created', 'refund.failed', 'charge.refund.updated']);
    expect((await harness.stripe.refunds.create({ payment_intent: intent.id })).status).toBe('succeeded');
  });

  it('is pending until a slow card is paid out', async () => {
    const intent = await paid(2_000, 'pm_card_pendingRefund');
    const made = await harness.stripe.refunds.create({ payment_intent: intent.id });
    expect(made.status).toBe('pending');
    await harness.control(`/refunds/${made.id}`, { status: 'succeeded' });
    expect((await harness.stripe.refunds.retrieve(made.id)).status).toBe('succeeded');
    await expect(harness.control(`/refunds/${made.id}`, { status: 'succeeded' })).rejects.toThrow('is succeeded');
  });

  it('requires a reason that the provider knows', async () => {
    const intent = await paid(2_000);
    const wrong = { payment_intent: intent.id, reason: 'service_failure' } as unknown as Stripe.RefundCreateParams;
    expect(await refusal(harness.stripe.refunds.create(wrong))).toMatchObject({ param: 'reason', status: 400 });
  });
});

describe('a dispute', () => {
  it('takes amount and fee, and gives back the amount but not the fee when it is won', async () => {
    const intent = await paid(4_900);
    const before = await total();
    const { id } = await harness.control('/disputes', { payment_intent: intent.id });
    const dispute = await harness.stripe.disputes.retrieve(id as string);
    expect(dispute).toMatchObject({ status: 'needs_response', amount: 4_900, payment_intent: intent.id });
    expect(dispute.evidence_details.due_by).toBeGreaterThan(dispute.created);
    expect(dispute.balance_transactions).toMatchObject([{ type: 'adjustment', amount: -4_900, fee: 1_500 }]);
    expect(await total()).toBe(before - 6_400);
    const won = await harness.stripe.disputes.update(dispute.id, {
      evidence: { uncategorized_text: 'winning_evidence' },
    });
    expect(won).toMatchObject({ status: 'won', evidence_details: { submission_count: 1, has_evidence: true } });
    expect(won.balance_transactions.map((entry) => entry.amount)).toEqual([-4_900, 4_900]);
    expect(await total()).toBe(before - 1_500);
    expect(await eventsOf(dispute.id)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ]);
  });

  it('prevents refunds while it is open, and once lost allows only the rest of the charge', async () => {
    const { intent, id } = await disputed(4_900, { amount: 1_000 });
    expect(await refusal(harness.stripe.refunds.create({ payment_intent: intent.id, amount: 1 }))).toMatchObject({
      code: 'charge_disputed',
    });
    expect((await harness.stripe.disputes.close(id)).status).toBe('lost');
    expect(await refusal(harness.stripe.refunds.create({ payment_intent: intent.id, amount: 3_901 }))).toMatchObject({
      param: 'amount',
    });
    expect((await harness.stripe.refunds.create({ payment_intent: intent.id })).amount).toBe(3_900);
  });

  it('accepts one answer per stage, and an appeal can reverse the loss', async () => {
    const { id } = await disputed(3_000);
    const before = await total();
    await harness.stripe.disputes.update(id, { evidence: { uncategorized_text: 'a draft' }, submit: false });
    expect((await harness.stripe.disputes.retrieve(id)).status).toBe('needs_response');
    await harness.stripe.disputes.update(id, { evidence: { uncategorized_text: 'final' } });
    expect(await refusal(harness.stripe.disputes.update(id, { submit: true }))).toMatchObject({ status: 400 });
    await harness.control(`/disputes/${id}`, { outcome: 'lost' });
    await harness.control(`/disputes/${id}`, { outcome: 'appeal' });
    expect((await harness.stripe.disputes.retrieve(id)).status).toBe('appeal_needs_response');
    await harness.stripe.disputes.update(id, { evidence: { uncategorized_text: 'once more' } });
    expect((await harness.stripe.disputes.retrieve(id)).status).toBe('appeal_under_review');
    await harness.control(`/disputes/${id}`, { outcome: 'appeal_won' });
    expect((await harness.stripe.disputes.retrieve(id)).status).toBe('won');
    expect(await total()).toBe(before + 3_000);
  });

  it('takes nothing while it is only an inquiry, and may then become a full dispute', async () => {
    const { id } = await disputed(3_000, { inquiry: true });
    const before = await total();
    expect(await harness.stripe.disputes.retrieve(id)).toMatchObject({
      status: 'warning_needs_response',
      balance_transactions: [],
      is_charge_refundable: true,
    });
    await harness.control(`/disputes/${id}`, { outcome: 'escalate' });
    expect(await total()).toBe(before - 4_500);
  });

  it('is opened automatically for the card that is made for it', async () => {
    const intent = await paid(2_500, 'pm_card_createDispute');
    const { data } = await harness.stripe.disputes.list({ payment_intent: intent.id });
    expect(data).toMatchObject([{ amount: 2_500, status: 'needs_response', reason: 'fraudulent' }]);
  });

  it.each([
    ['of a charge that does not exist', { charge: 'ch_none' }, 'No such charge'],
    ['of nothing', {}, 'either charge or payment_intent'],
  ])('%s cannot be opened', async (_name, body, words) => {
    await expect(harness.control('/disputes', body)).rejects.toThrow(words);
  });

  it('cannot exceed what was paid, and cannot change once it is decided', async () => {
    await expect(disputed(1_000, { amount: 1_001 })).rejects.toThrow('does not fit');
    const { id } = await disputed(1_000);
    await harness.control(`/disputes/${id}`, { outcome: 'won' });
    for (const outcome of ['won', 'lost', 'appeal', 'appeal_won', 'escalate', 'nonsense']) {
      await expect(harness.control(`/disputes/${id}`, { outcome })).rejects.toThrow(/cannot go on|must be one of/);
    }
  });
});
