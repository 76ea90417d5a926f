import { AuthorsModule } from '../../libs/authors/src/index.js';
import { SyncDispute } from '../../libs/billing/src/disputes/sync-dispute.js';
import { SyncRefund } from '../../libs/billing/src/refunds/sync-refund.js';
import { IssueRefund } from '../../libs/billing/src/refunds/issue-refund.js';
import { SendRefund } from '../../libs/billing/src/refunds/send-refund.js';
import { BillingModule } from '../../libs/billing/src/index.js';
import { IdentityModule } from '../../libs/identity/src/index.js';
import { PayoutsModule } from '../../libs/payouts/src/index.js';
import { SendPayout } from '../../libs/payouts/src/transfers/send-payout.js';
import { RefundGateway, StripeGatewayModule, TransferGateway } from '../../libs/stripe-gateway/src/index.js';
import { FINANCE } from '../support/money/billing.js';
import { CollectingWorld, type IssuedInvoice } from '../support/money/collecting.js';
import { TestApp, type Answer } from '../support/http/http-app.js';
import { approvedAuthor, openPayoutAccount } from '../support/people/approved-author.js';

const PRICE = 10_000n;
const SHARE = 7_000n;
/** `sent`: the processor has made the transfer, and it is not recorded yet. */
const STAGES = ['computed', 'approved', 'executing', 'sent', 'settled'] as const;
type Stage = (typeof STAGES)[number];

const world = CollectingWorld.forTests();
let app: TestApp;
let preparer: string;
let approver: string;
let reviewer: string;
beforeAll(async () => {
  app = await TestApp.start([IdentityModule, AuthorsModule, StripeGatewayModule, BillingModule, PayoutsModule], {
    DATABASE_URL: world.billing.database.url,
    STRIPE_API_BASE: world.sandbox.url,
  });
  preparer = await app.demo('finance-preparer');
  approver = await app.demo('finance-approver');
  reviewer = await app.demo('reviewer');
});
afterAll(async () => {
  await app.close();
});

const post = <T>(as: string, url: string, body: object = {}): Promise<Answer<T>> =>
  app.call<T>({ method: 'POST', url: `/api/v1${url}`, body, as });

let serial = 0;
/** An author whose account can be paid to. */
async function author(): Promise<string> {
  const made = await approvedAuthor(app, reviewer, `Case ten ${++serial}`);
  await world.control(`/accounts/${await openPayoutAccount(app, made)}`, { capability: 'active' });
  await post(made.session, '/author/payout-account/refresh');
  return made.orgId;
}

interface Run {
  id: string;
  state: string;
  input_hash: string;
  payouts: { id: string; org_id: string; state: string; amount_minor: string; transfer_id: string | null }[];
}

type Paid = IssuedInvoice & { paymentIntentId: string };

/** A reversal and its later course. Returns by how much less is due to the author in the end. */
const events: Record<string, (invoice: Paid) => Promise<() => Promise<void>>> = {
  'a refund': async (invoice) => {
    await refund(invoice, 5_000n);
    return () => Promise.resolve();
  },
  'a dispute that is lost later': async (invoice) => {
    const { id } = (await world.control('/disputes', { payment_intent: invoice.paymentIntentId, amount: 5_000 })) as {
      id: string;
    };
    await world.get(SyncDispute).execute(id);
    return async () => {
      await world.control(`/disputes/${id}`, { outcome: 'lost' });
      await world.get(SyncDispute).execute(id);
    };
  },
  'a dispute that is won later': async (invoice) => {
    const { id } = (await world.control('/disputes', { payment_intent: invoice.paymentIntentId, amount: 5_000 })) as {
      id: string;
    };
    await world.get(SyncDispute).execute(id);
    return async () => {
      await world.control(`/disputes/${id}`, { outcome: 'won' });
      await world.get(SyncDispute).execute(id);
    };
  },
  'a refund that comes back later': async (invoice) => {
    await refund(invoice, 5_000n);
    return async () => {
      const [made] = await world.get(RefundGateway).findRefundsOfPayment(invoice.paymentIntentId);
      await world.control(`/refunds/${made!.refundId}`, { status: 'failed' });
      await world.get(SyncRefund).execute(made!.refundId);
    };
  },
};

async function refund(invoice: Paid, amountMinor: bigint): Promise<void> {
  const scope = { kind: 'amount' as const, amountMinor };
  const request = { invoiceId: invoice.id, scope, reason: 'other' as const, note: 'A test.' };
  const { refundId } = await world.get(IssueRefund).execute(FINANCE, request);
  await world.get(SendRefund).execute(refundId);
}

const payable = (orgId: string) => world.balance('author_payable', orgId);
const runOf = async (id: string): Promise<Run> =>
  (await app.call<Run>({ method: 'GET', url: `/api/v1/finance/payout-runs/${id}`, as: preparer })).data;

/**
 * Takes a month's run through its stages; `at` is called when a stage is reached. Returns the amount paid to the
 * author.
 */
async function runMonth(
  month: string,
  orgId: string,
  at: (stage: Stage) => Promise<void>,
): Promise<{ prepared: bigint; transferred: bigint }> {
  const prepared = await post<Run>(preparer, '/finance/payout-runs', { month });
  expect([prepared.status, prepared.error]).toEqual([201, undefined]);
  const { id, input_hash } = prepared.data;
  const mine = prepared.data.payouts.find((payout) => payout.org_id === orgId)!;
  await at('computed');
  expect((await post<Run>(approver, `/finance/payout-runs/${id}/approve`, { input_hash })).data.state).toBe('approved');
  await at('approved');
  const executed = await post<Run>(preparer, `/finance/payout-runs/${id}/execute`);
  expect([executed.status, executed.error]).toEqual([202, undefined]);
  await at('executing');
  const gateway = app.get(TransferGateway);
  const create = gateway.createTransfer.bind(gateway);
  const watched = jest.spyOn(gateway, 'createTransfer').mockImplementation(async (input) => {
    const outcome = await create(input);
    if (input.transferGroup === `po_${mine.id}`) await at('sent');
    return outcome;
  });
  for (const payout of (await runOf(id)).payouts) await app.get(SendPayout).execute(payout.id);
  watched.mockRestore();
  const after = (await runOf(id)).payouts.find((payout) => payout.org_id === orgId)!;
  expect(after.amount_minor).toBe(mine.amount_minor);
  const made = await app.get(TransferGateway).findTransfersByGroup(`po_${mine.id}`);
  await at('settled');
  return {
    prepared: BigInt(mine.amount_minor),
    transferred: made.reduce((sum, one) => sum + one.amountMinor, 0n),
  };
}

describe('Case 10: refund, dispute and reversal between compute, approval, execution and settlement', () => {
  it.each(Object.keys(events).flatMap((what) => STAGES.map((stage) => [what, stage] as const)))(
    '%s when the run is %s changes nothing of what was prepared, and is included in the next run',
    async (what, stage) => {
      const orgId = await author();
      const first = await world.paid([{ amountMinor: PRICE, orgId }]);
      // The processor's balance covers fees of disputes too.
      await world.paid([{ amountMinor: 50_000n, orgId: null }]);
      expect(await payable(orgId)).toBe(SHARE);
      const feesBefore = await world.balance('dispute_fee');
      let goOn: () => Promise<void> = () => Promise.resolve();
      const paidOut = await runMonth(first.month, orgId, async (reached) => {
        if (reached === stage) goOn = await events[what]!(first);
      });
      expect(paidOut).toEqual({ prepared: SHARE, transferred: SHARE });
      expect(await payable(orgId)).toBe(-3_500n);
      const fees = await world.balance('dispute_fee');
      await goOn();
      // The bank's fee for a dispute was booked when it was opened, once, and is the platform's, won or lost.
      expect([await world.balance('dispute_fee'), fees > feesBefore]).toEqual([fees, what.includes('dispute')]);
      const comesBack = what.includes('comes back') || what.includes('won');
      const taken = comesBack ? 0n : 3_500n;
      expect(await payable(orgId)).toBe(-taken);

      const second = await world.paid([{ amountMinor: PRICE, orgId }]);
      expect(await payable(orgId)).toBe(SHARE - taken);
      const next = await runMonth(second.month, orgId, () => Promise.resolve());
      expect(next).toEqual({ prepared: SHARE - taken, transferred: SHARE - taken });
      expect(await payable(orgId)).toBe(0n);
      expect(await world.balance('author_disputed', orgId)).toBe(0n);
      expect(await world.balance('platform_at_risk')).toBe(0n);
      expect(await world.balance('payout_clearing')).toBe(0n);
      expect((await world.ledger.proof()).ok).toBe(true);
    },
  );

  it('a transfer that is reversed by hand before it is recorded is settled once, as it was made', async () => {
    const orgId = await author();
    const { month } = await world.paid([{ amountMinor: PRICE, orgId }]);
    const paidOut = await runMonth(month, orgId, async (reached) => {
      if (reached !== 'sent') return;
      const [row] = await world.billing.owner
        .query<{ id: string }>(`select p.id from payouts.payouts p where p.org_id = $1 and p.state = 'sending'`, [
          orgId,
        ])
        .then(({ rows }) => rows);
      const [made] = await app.get(TransferGateway).findTransfersByGroup(`po_${row!.id}`);
      const answer = await fetch(`${world.sandbox.url}/v1/transfers/${made!.transferId}/reversals`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk_test_sandbox', 'content-type': 'application/x-www-form-urlencoded' },
        body: 'amount=3000',
      });
      expect(answer.status).toBe(200);
    });
    expect(paidOut).toEqual({ prepared: SHARE, transferred: SHARE });
    // The returned amount waits in suspense for two people (case 14): the author was paid, and nothing is resent
    // automatically.
    expect(await payable(orgId)).toBe(0n);
    expect(await world.balance('payout_clearing')).toBe(0n);
    const second = await world.paid([{ amountMinor: PRICE, orgId }]);
    expect(await runMonth(second.month, orgId, () => Promise.resolve())).toEqual({
      prepared: SHARE,
      transferred: SHARE,
    });
    expect((await world.ledger.proof()).ok).toBe(true);
  });

  it('everything refunded before the run is prepared pays nothing, and gives the reason', async () => {
    const orgId = await author();
    const invoice = await world.paid([{ amountMinor: PRICE, orgId }]);
    await refund(invoice, PRICE);
    const { data } = await post<Run>(preparer, '/finance/payout-runs', { month: invoice.month });
    expect(data.payouts.filter((payout) => payout.org_id === orgId && payout.amount_minor !== '0')).toEqual([]);
    expect(await payable(orgId)).toBe(0n);
  });
});
