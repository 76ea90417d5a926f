import { SyncDispute } from '../../../libs/billing/src/disputes/sync-dispute.js';
import type { AdjustmentScope } from '../../../libs/billing/src/refunds/domain/plan-adjustment.js';
import { SendRefund } from '../../../libs/billing/src/refunds/send-refund.js';
import { SyncRefund } from '../../../libs/billing/src/refunds/sync-refund.js';
import { RefundGateway } from '../../../libs/stripe-gateway/src/index.js';
import { creditByTwo, refundByTwo } from '../people/by-two.js';
import { FINANCE, SECOND } from './billing.js';

/** Billing and the emulated processor. */
interface Place {
  get<T>(token: string | (abstract new (...args: never[]) => T)): T;
  owner(): Promise<Parameters<typeof refundByTwo>[1]>;
  control(path: string, body: object): Promise<Record<string, unknown>>;
}

export const WHY = { reason: 'service_failure', note: 'It did not work.' } as const;

/** Of an amount, or of all that is left. */
export const scopeOf = (amountMinor?: bigint): AdjustmentScope =>
  amountMinor === undefined ? { kind: 'full' } : { kind: 'amount', amountMinor };

/** A refund that the processor has made, approved by a second person when it is large. */
export async function refund(place: Place, invoiceId: string, scope: AdjustmentScope) {
  const owner = await place.owner();
  const refundId = await refundByTwo(place, owner, [FINANCE, SECOND], { invoiceId, scope, ...WHY });
  await place.get(SendRefund).execute(refundId);
  const { rows } = await owner.query('select amount from billing.refunds where id = $1', [refundId]);
  return { refundId, amountMinor: BigInt((rows as [{ amount: string }])[0].amount) };
}

/** A credit note before the payment, approved by a second person when it is large. */
export async function credit(place: Place, invoiceId: string, scope: AdjustmentScope): Promise<void> {
  await creditByTwo(place, await place.owner(), [FINANCE, SECOND], { invoiceId, scope, ...WHY });
}

/** The processor's latest refund of a payment comes back. */
export async function refundFails(place: Place, paymentIntentId: string): Promise<void> {
  const [made] = await place.get(RefundGateway).findRefundsOfPayment(paymentIntentId);
  await place.control(`/refunds/${made!.refundId}`, { status: 'failed' });
  await place.get(SyncRefund).execute(made!.refundId);
}

/** A dispute of all or a part of a payment, with its outcomes one after the other. Returns its id at the processor. */
export async function dispute(
  place: Place,
  payment_intent: string,
  amountMinor?: bigint,
  outcomes: readonly string[] = [],
): Promise<string> {
  const amount = amountMinor === undefined ? {} : { amount: Number(amountMinor) };
  const { id } = (await place.control('/disputes', { payment_intent, ...amount })) as { id: string };
  await place.get(SyncDispute).execute(id);
  for (const outcome of outcomes) await disputeEnds(place, id, outcome);
  return id;
}

export async function disputeEnds(place: Place, id: string, outcome: string): Promise<void> {
  await place.control(`/disputes/${id}`, { outcome });
  await place.get(SyncDispute).execute(id);
}
