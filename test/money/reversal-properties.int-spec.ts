import fc from 'fast-check';
import type { AdjustmentScope } from '../../libs/billing/src/refunds/domain/plan-adjustment.js';
import { SyncRefund } from '../../libs/billing/src/refunds/sync-refund.js';
import { RefundGateway } from '../../libs/stripe-gateway/src/index.js';
import { CollectingWorld, type PaidInvoice } from '../support/money/collecting.js';
import * as back from '../support/money/going-back.js';

const world = CollectingWorld.forTests();

const STRIPE_FEES = ['processor_fee:usd', 'dispute_fee:usd', 'stripe_balance:usd'];
const available = async (invoice: PaidInvoice): Promise<bigint> => {
  const [row] = await world.billing.db.query<{ left: string }>(
    `select (p.amount - coalesce((select sum(covered) from billing.refunds r where r.payment_id = p.id and r.state <> 'failed'), 0)
       - coalesce((select sum(covered) from billing.disputes d where d.payment_id = p.id and d.phase in ('opened', 'lost')), 0))::bigint as left
     from billing.payments p where p.payment_intent_id = $1`,
    [invoice.paymentIntentId],
  );
  return BigInt(row!.left);
};
const refund = (invoice: PaidInvoice, scope: AdjustmentScope) => back.refund(world, invoice.id, scope);
const dashboard = async (invoice: PaidInvoice, amountMinor: bigint): Promise<void> => {
  const made = await world.get(RefundGateway).createRefund({
    idempotencyKey: `dash:${invoice.id}:${amountMinor}:${await available(invoice)}`,
    paymentIntentId: invoice.paymentIntentId,
    amountMinor,
    metadata: {},
  });
  if (made.kind !== 'made') throw new Error(made.kind);
  await world.get(SyncRefund).execute(made.refundId);
};
const dispute = (invoice: PaidInvoice, amount: bigint, outcomes: readonly string[]) =>
  back.dispute(world, invoice.paymentIntentId, amount, outcomes);

/** One step back: how, and which part of the rest (in thousandths). */
const WAYS = ['amount', 'line', 'dashboard', 'won', 'appeal_won', 'lost', 'comes_back'];
const steps = fc.array(fc.record({ how: fc.constantFrom(...WAYS), part: fc.integer({ min: 1, max: 999 }) }), {
  maxLength: 5,
});
const lines = fc.array(fc.record({ amountMinor: fc.bigInt({ min: 50n, max: 30_000n }), firstParty: fc.boolean() }), {
  minLength: 1,
  maxLength: 4,
});

async function reverse(invoice: PaidInvoice, how: string, part: number): Promise<unknown> {
  const left = await available(invoice);
  const amountMinor = (left * BigInt(part)) / 1000n;
  if (amountMinor === 0n) return undefined;
  switch (how) {
    case 'amount':
      return refund(invoice, { kind: 'amount', amountMinor });
    case 'line': {
      const rows = await world.billing.db.query<{ id: string; left: string }>(
        `select l.id, (l.gross - coalesce((select sum(a.gross) from billing.line_adjustments a where a.line_id = l.id), 0))::bigint as left
         from billing.invoice_lines l where l.invoice_id = $1 order by l.install_id`,
        [invoice.id],
      );
      const chosen = rows.filter((row) => row.left !== '0')[part % rows.filter((row) => row.left !== '0').length]!;
      return refund(invoice, { kind: 'lines', lines: [{ lineId: chosen.id }] });
    }
    case 'dashboard':
      return dashboard(invoice, amountMinor);
    case 'won':
      return dispute(invoice, amountMinor, ['won']);
    case 'appeal_won':
      return dispute(invoice, amountMinor, ['lost', 'appeal', 'appeal_won']);
    case 'lost':
      return dispute(invoice, amountMinor, ['lost']);
    default: {
      await refund(invoice, { kind: 'amount', amountMinor });
      return back.refundFails(world, invoice.paymentIntentId);
    }
  }
}

describe('any charge that is reversed in full, in any number and kind of steps,', () => {
  it('leaves nothing on any account but the fees of the processor', async () => {
    const before = await world.balances();
    const fees = (balances: Record<string, string>, name: string): bigint => BigInt(balances[name] ?? '0');
    await fc.assert(
      fc.asyncProperty(lines, steps, fc.boolean(), async (wished, moves, endsInDispute) => {
        const invoice = await world.paid(
          wished.map(({ amountMinor, firstParty }) => (firstParty ? { amountMinor, orgId: null } : { amountMinor })),
        );
        for (const { how, part } of moves) await reverse(invoice, how, part);
        const rest = await available(invoice);
        if (rest > 0n && endsInDispute) await dispute(invoice, rest, ['lost']);
        else if (rest > 0n) await refund(invoice, { kind: 'full' });
        expect(await available(invoice)).toBe(0n);

        const after = await world.balances();
        for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
          if (!STRIPE_FEES.includes(name)) expect([name, after[name] ?? '0']).toEqual([name, before[name] ?? '0']);
        }
        const spent = ['processor_fee:usd', 'dispute_fee:usd'].reduce((sum, name) => sum + fees(after, name), 0n);
        expect(fees(after, 'stripe_balance:usd') + spent).toBe(0n);
      }),
      {
        numRuns: 4,
        endOnFailure: true,
        // Every way back at least once, and either end.
        examples: [true, false].map((endsInDispute) => [
          [
            { amountMinor: 9_999n, firstParty: false },
            { amountMinor: 501n, firstParty: true },
          ],
          WAYS.map((how) => ({ how, part: 333 })),
          endsInDispute,
        ]),
      },
    );
    expect((await world.ledger.proof()).ok).toBe(true);
  });

  it('reaches the same result for every author whatever the order of the same refunds', async () => {
    const amounts = [1n, 333n, 1_250n, 2_000n];
    const orders = [amounts, [...amounts].reverse(), [2_000n, 1n, 1_250n, 333n]];
    const left: bigint[] = [];
    for (const order of orders) {
      const invoice = await world.paid([{ amountMinor: 4_900n }]);
      for (const amountMinor of order) await refund(invoice, { kind: 'amount', amountMinor });
      left.push(await world.balance('author_payable', invoice.lines[0]!.orgId));
    }
    expect(new Set(left)).toEqual(new Set([921n]));
  });
});
