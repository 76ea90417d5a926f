import { RefundGateway as Gateway, type RefundGateway } from '@portal/stripe-gateway';
import { FINANCE } from '../../../../test/support/money/billing.js';
import { CollectingWorld, type IssuedInvoice } from '../../../../test/support/money/collecting.js';
import type { AdjustmentScope } from './domain/plan-adjustment.js';
import { SyncRefund } from './sync-refund.js';
import { IssueRefund } from './issue-refund.js';
import { RedriveRefunds } from './redrive-refunds.js';
import { SendRefund } from './send-refund.js';

const HOUR_MS = 3_600_000;
const ONE = [{ amountMinor: 4_900n }];

const world = CollectingWorld.forTests();
let gateway: RefundGateway;
beforeAll(async () => {
  gateway = world.get(Gateway);
});
afterEach(() => jest.restoreAllMocks());

type Paid = IssuedInvoice & { paymentIntentId: string };

const ask = async (invoice: { id: string }, scope: AdjustmentScope = { kind: 'full' }): Promise<string> => {
  const request = { invoiceId: invoice.id, scope, reason: 'service_failure' as const, note: 'It did not work.' };
  return (await world.get(IssueRefund).execute(FINANCE, request)).refundId;
};
const send = (refundId: string) => world.get(SendRefund).execute(refundId);
const refund = async (invoice: { id: string }, scope?: AdjustmentScope): Promise<string> => {
  const id = await ask(invoice, scope);
  expect(await send(id)).toEqual({ kind: 'settled' });
  return id;
};
interface Row {
  id: string;
  state: string;
  origin: string;
  amount: string;
  covered: string | null;
  provider_refund_id: string;
  problem: string | null;
}
const rows = (invoice: { id: string }) =>
  world.billing.db.query<Row>(
    'select id, state, origin, amount, covered, provider_refund_id, problem from billing.refunds where invoice_id = $1 order by created_at, id',
    [invoice.id],
  );
const notes = (invoice: { id: string }) =>
  world.billing.db.query<{ number: string; total: string; kind: string; countered: boolean }>(
    `select n.number, n.total, n.kind, exists (select from billing.credit_notes k where k.counters = n.id) as countered
     from billing.credit_notes n where n.invoice_id = $1 order by n.number_seq`,
    [invoice.id],
  );
const made = (invoice: Paid) => gateway.findRefundsOfPayment(invoice.paymentIntentId);
const payable = (invoice: IssuedInvoice, at = 0) => world.balance('author_payable', invoice.lines[at]!.orgId);
const refundOnce = async (invoice: Paid): Promise<void> => {
  expect(await rows(invoice)).toMatchObject([{ state: 'succeeded', covered: '4900' }]);
  expect(await made(invoice)).toHaveLength(1);
  expect(await payable(invoice)).toBe(0n);
  expect(await notes(invoice)).toMatchObject([{ total: '4900', kind: 'refund', countered: false }]);
  expect((await world.ledger.proof()).ok).toBe(true);
};
const later = (ms: number) => world.later(ms / 86_400_000);
const fault = (kind: string, times = 1) => world.fault(kind, '/v1/refunds', times);

describe('a refund', () => {
  it('notifies the other modules once, and records who requested it', async () => {
    const invoice = await world.paid(ONE);
    const id = await refund(invoice);
    const payload = { refund_id: id, invoice_id: invoice.id };
    expect((await world.billing.events('refund.succeeded')).filter((e) => e['refund_id'] === id)).toEqual([payload]);
    const audit = await world.billing.db.query<{ action: string; actor_name: string }>(
      `select action, actor_name from platform.audit_log where subject_id in ($1, $2) and action like 'refund.%' order by seq`,
      [id, invoice.id],
    );
    expect(audit).toEqual([
      { action: 'refund.requested', actor_name: FINANCE.name },
      { action: 'refund.succeeded', actor_name: 'Drive Portal' },
    ]);
  });
});

describe('is refused', () => {
  const request = (id: string, more: object = {}) => ({
    invoiceId: id,
    scope: { kind: 'full' as const },
    reason: 'other' as const,
    note: 'A test.',
    ...more,
  });
  const issue = (id: string, more: object = {}) => world.get(IssueRefund).execute(FINANCE, request(id, more));

  it('for an invoice that does not exist or is not paid', async () => {
    await expect(issue('0190a000-0000-7000-8000-000000000001')).rejects.toMatchObject({ code: 'invoice_not_found' });
    const open = await world.issued(ONE);
    await expect(issue(open.id)).rejects.toMatchObject({ code: 'invoice_not_paid', status: 409 });
  });

  it('above what is left, with another amount than was shown, and while the first one has no outcome', async () => {
    const invoice = await world.paid(ONE);
    await expect(issue(invoice.id, { scope: { kind: 'amount', amountMinor: 4_901n } })).rejects.toMatchObject({
      code: 'adjustment_too_large',
    });
    await expect(issue(invoice.id, { confirmMinor: 4_899n })).rejects.toMatchObject({ code: 'confirmation_mismatch' });
    const id = await ask(invoice, { kind: 'amount', amountMinor: 100n });
    await expect(issue(invoice.id, { scope: { kind: 'amount', amountMinor: 1n } })).rejects.toMatchObject({
      code: 'refund_in_progress',
    });
    await send(id);
    await expect(issue(invoice.id, { scope: { kind: 'amount', amountMinor: 4_801n } })).rejects.toMatchObject({
      code: 'adjustment_too_large',
    });
  });

  it('to one of two concurrent requests, so that no more than was paid is refunded', async () => {
    const invoice = await world.paid(ONE);
    const results = await Promise.allSettled([1, 2, 3].map(() => issue(invoice.id)));
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const one of results) {
      if (one.status === 'rejected')
        expect(['refund_in_progress', 'adjustment_too_large']).toContain((one.reason as { code: string }).code);
    }
    const [row] = await rows(invoice);
    await send(row!.id);
    await refundOnce(invoice);
  });

  it('by the processor: nothing is booked, and the reason is kept', async () => {
    const invoice = await world.paid(ONE);
    const id = await ask(invoice);
    await world.control('/disputes', { payment_intent: invoice.paymentIntentId });
    expect(await send(id)).toEqual({ kind: 'settled' });
    const [row] = await rows(invoice);
    expect(row).toMatchObject({ state: 'failed', covered: null });
    expect(row!.problem).toContain('charge_disputed');
    expect(await payable(invoice)).toBe(3_430n);
    expect(await notes(invoice)).toEqual([]);
  });
});

describe('sent through the real SDK', () => {
  it.each([
    ['cut after it was executed', 'drop-after', 2],
    ['cut before it was executed', 'drop-before', 2],
    ['refused for speed', '429', 1],
    ['refused because a twin is running', '409', 1],
  ])('is sent once with the same key when the request is %s', async (_name, kind, times) => {
    const invoice = await world.paid(ONE);
    const id = await ask(invoice);
    await fault(kind, times);
    expect(await send(id)).toMatchObject({ kind: 'waiting' });
    expect(await send(id)).toEqual({ kind: 'settled' });
    await refundOnce(invoice);
    const keys = await world.billing.db.query(
      'select idempotency_key from billing.refund_attempts where refund_id = $1',
      [id],
    );
    expect(keys).toEqual([{ idempotency_key: `rf_${id}_1` }]);
  });

  it('is adopted when its answer was a stored 500', async () => {
    const invoice = await world.paid(ONE);
    const id = await ask(invoice);
    await fault('500');
    expect(await send(id)).toEqual({ kind: 'settled' });
    await refundOnce(invoice);
  });

  it('is sent once when three workers send it concurrently', async () => {
    const invoice = await world.paid(ONE);
    const id = await ask(invoice);
    await Promise.all([send(id), send(id), send(id)]);
    await send(id);
    await refundOnce(invoice);
  });

  it('settles by the event alone when the answer was lost', async () => {
    const invoice = await world.paid(ONE);
    const id = await ask(invoice);
    const create = gateway.createRefund.bind(gateway);
    jest.spyOn(gateway, 'createRefund').mockImplementationOnce(async (input) => {
      await create(input);
      throw new Error('killed before the answer was read');
    });
    await expect(send(id)).rejects.toThrow('killed');
    const [there] = await made(invoice);
    await Promise.all([1, 2, 3].map(() => world.get(SyncRefund).execute(there!.refundId)));
    await refundOnce(invoice);
    expect(await send(id)).toEqual({ kind: 'settled' });
    await refundOnce(invoice);
  });

  it.each([
    ['found', 'drop-after'],
    ['not found', 'drop-before'],
  ])('is looked up after 23 hours without an outcome instead of sent again with its key: %s', async (name, kind) => {
    const invoice = await world.paid(ONE);
    const id = await ask(invoice);
    await fault(kind, 2);
    await send(id);
    await later(25 * HOUR_MS);
    const create = jest.spyOn(gateway, 'createRefund');
    const looked = await send(id);
    expect(create).not.toHaveBeenCalled();
    expect(looked.kind).toBe(name === 'found' ? 'settled' : 'waiting');
    if (name !== 'found') expect(await send(id)).toEqual({ kind: 'settled' });
    await refundOnce(invoice);
    const attempts = await world.billing.db.query<{ state: string }>(
      'select state from billing.refund_attempts where refund_id = $1 order by n',
      [id],
    );
    expect(attempts.map((one) => one.state)).toEqual(name === 'found' ? ['made'] : ['void', 'made']);
  });

  it.each(['found', 'not found'])(
    'stuck on a key that the processor knows for something else is looked up by the sweeper once that key expires: %s',
    async (name) => {
      const invoice = await world.paid(ONE);
      const id = await ask(invoice);
      const real = gateway.createRefund.bind(gateway);
      // The key was used with another body before: refused as too large, and stored under the key.
      const foreign = { paymentIntentId: invoice.paymentIntentId, amountMinor: 9_999n, metadata: {} };
      expect(await real({ ...foreign, idempotencyKey: `rf_${id}_1` })).toMatchObject({ kind: 'refused' });
      await send(id);
      const attempts = () =>
        world.billing.db.query<{ state: string; sends: number }>(
          'select state, sends from billing.refund_attempts where refund_id = $1 order by n',
          [id],
        );
      expect(await attempts()).toEqual([{ state: 'stuck', sends: 1 }]);
      if (name === 'found')
        await real({
          idempotencyKey: `late_${id}`,
          paymentIntentId: invoice.paymentIntentId,
          amountMinor: 4_900n,
          metadata: { refund_id: id, invoice_id: invoice.id, attempt: '1' },
        });
      const create = jest.spyOn(gateway, 'createRefund');
      await later(22 * HOUR_MS);
      await world.get(RedriveRefunds).execute();
      expect(await attempts()).toEqual([{ state: 'stuck', sends: 1 }]);
      await later(3 * HOUR_MS);
      await world.get(RedriveRefunds).execute();
      expect(create).not.toHaveBeenCalled();
      await world.get(RedriveRefunds).execute();
      await world.get(RedriveRefunds).execute();
      await refundOnce(invoice);
      expect((await attempts()).map((one) => one.state)).toEqual(name === 'found' ? ['made'] : ['void', 'made']);
    },
  );

  it('is sent by the sweeper when the queue lost it, and left alone while a worker sends it', async () => {
    const invoice = await world.paid(ONE);
    const id = await ask(invoice);
    await later(2 * 60_000);
    await fault('drop-after', 2);
    await world.get(RedriveRefunds).execute();
    const sends = () =>
      world.billing.db.query<{ sends: number }>('select sends from billing.refund_attempts where refund_id = $1', [id]);
    expect(await sends()).toEqual([{ sends: 1 }]);
    await world.get(RedriveRefunds).execute();
    expect(await sends()).toEqual([{ sends: 1 }]);
    await world.billing.owner.query(
      'update billing.refund_attempts set next_send_at = clock_timestamp() where refund_id = $1',
      [id],
    );
    await world.get(RedriveRefunds).execute();
    await refundOnce(invoice);
  });
});

describe('a refund made in the processor’s dashboard', () => {
  const dashboard = (invoice: Paid, amountMinor: bigint, key: string) =>
    gateway.createRefund({ idempotencyKey: key, paymentIntentId: invoice.paymentIntentId, amountMinor, metadata: {} });

  it('is recorded once, spread over the lines, and marked as made there', async () => {
    const invoice = await world.paid([{ amountMinor: 4_900n }, { amountMinor: 2_100n }]);
    const there = await dashboard(invoice, 3_500n, 'dash-1');
    if (there.kind !== 'made') throw new Error(there.kind);
    await world.get(SyncRefund).executeForCharge((await chargeOf(invoice))!);
    await Promise.all([1, 2].map(() => world.get(SyncRefund).execute(there.refundId)));
    expect(await rows(invoice)).toMatchObject([{ state: 'succeeded', origin: 'processor', covered: '3500' }]);
    const left = (await payable(invoice, 0)) + (await payable(invoice, 1));
    const shares = invoice.lines.reduce((sum, line) => sum + line.authorMinor, 0n);
    expect(left).toBe(shares / 2n);
    expect(await notes(invoice)).toMatchObject([{ total: '3500' }]);
  });

  it('of a double payment comes out of suspense and touches no author', async () => {
    const invoice = await world.paid(ONE);
    const suspense = await world.balance('suspense');
    await world.paidTwice(invoice, 'surplus');
    jest.spyOn(gateway, 'findRefund').mockResolvedValue({
      refundId: 're_surplus',
      paymentIntentId: 'pi_surplus',
      amountMinor: 4_900n,
      currency: 'usd',
      status: 'succeeded',
      balanceTransactionId: 'txn_re_surplus',
      failureTransactionId: null,
      failureReason: null,
      reason: null,
      metadata: {},
      createdAt: new Date(),
    });
    await world.get(SyncRefund).execute('re_surplus');
    expect(await payable(invoice)).toBe(3_430n);
    expect(await world.balance('suspense')).toBe(suspense - 4_900n);
    expect(await notes(invoice)).toEqual([]);
  });

  it('is ignored when its payment is not ours or does not exist', async () => {
    const before = await world.balances();
    await world.get(SyncRefund).execute('re_unknown');
    await world.get(SyncRefund).executeForCharge('ch_unknown');
    expect(await world.balances()).toEqual(before);
  });

  const chargeOf = async (invoice: Paid): Promise<string | undefined> => {
    const [row] = await world.billing.db.query<{ charge_id: string }>(
      'select charge_id from billing.payments where payment_intent_id = $1',
      [invoice.paymentIntentId],
    );
    return row?.charge_id;
  };
});

describe('a refund in a currency of whole steps', () => {
  it('is refused when the provider does not take its amount, whoever writes it', async () => {
    const invoice = await world.paid([{ amountMinor: 13_428n, currency: 'kwd' }]);
    await expect(ask(invoice, { kind: 'amount', amountMinor: 5n })).rejects.toMatchObject({
      code: 'adjustment_not_possible',
      status: 422,
      message: expect.stringContaining('Possible: 0.010 KWD.') as string,
    });
    await expect(ask(invoice, { kind: 'amount', amountMinor: 14_000n })).rejects.toMatchObject({
      code: 'adjustment_too_large',
      message: 'This invoice has 13.420 KWD left, not 14.000 KWD.',
    });
    await expect(
      world.billing.owner.query(
        `insert into billing.refunds (id, invoice_id, payment_id, origin, scope, reason, note, amount, currency, requested_by_name)
         select gen_random_uuid(), p.invoice_id, p.id, 'portal', 'amount', 'other', 'x', 5, p.currency, 'x' from billing.payments p where p.invoice_id = $1`,
        [invoice.id],
      ),
    ).rejects.toMatchObject({ constraint: 'refunds_whole_steps' });
    await refund(invoice, { kind: 'amount', amountMinor: 10n });
  });
});

describe('a refund with a late outcome', () => {
  it('that is returned is reversed by a transaction of its own, and can be made again', async () => {
    const invoice = await world.paid([{ amountMinor: 4_900n }, { amountMinor: 1_111n, orgId: null }]);
    const before = await world.balances();
    await refund(invoice, { kind: 'amount', amountMinor: 1_234n });
    const [there] = await made(invoice);
    await world.control(`/refunds/${there!.refundId}`, { status: 'failed' });
    await Promise.all([1, 2].map(() => world.get(SyncRefund).execute(there!.refundId)));
    expect(await world.balances()).toEqual(before);
    expect(await rows(invoice)).toMatchObject([{ state: 'failed', problem: 'lost_or_stolen_card' }]);
    const both = [
      { total: '1234', kind: 'refund', countered: true },
      { total: '1234', kind: 'counter', countered: false },
    ];
    expect(await notes(invoice)).toMatchObject(both);
    const reversals = await world.billing.db.query<{ kind: string; reverses: boolean }>(
      `select kind, reverses_tx_id is not null as reverses from ledger.ledger_tx where idempotency_key like $1 order by id`,
      [`refund:${there!.refundId}%`],
    );
    expect(reversals).toEqual([
      { kind: 'refund', reverses: false },
      { kind: 'refund_failed', reverses: true },
    ]);
    await refund(invoice);
    expect(await payable(invoice)).toBe(0n);
    expect((await notes(invoice)).map((note) => note.total)).toEqual(['1234', '1234', '6011']);
  });

  it('that is pending is booked when the money leaves, and succeeds when the bank has it', async () => {
    const invoice = await world.paid(ONE, 'pm_card_pendingRefund');
    await refund(invoice);
    expect(await rows(invoice)).toMatchObject([{ state: 'pending', covered: '4900' }]);
    expect(await payable(invoice)).toBe(0n);
    const [there] = await made(invoice);
    await world.control(`/refunds/${there!.refundId}`, { status: 'succeeded' });
    await world.get(SyncRefund).execute(there!.refundId);
    await refundOnce(invoice);
  });
});
