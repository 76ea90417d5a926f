import { invalid } from '../http/errors.js';
import type { JsonObject } from '../json.js';
import { disputeMoves, moveDispute, openDispute } from '../operations/disputes.js';
import { endRefund, latestChargeOf } from '../operations/refunds.js';
import type { SandboxDatabase } from '../state/database.js';
import { noRequest } from '../state/events.js';
import { integer, text } from '../state/objects.js';

/** Body fields of the two calls below. */
export const disputeFields = ['charge', 'payment_intent', 'amount', 'reason', 'inquiry'];
export const refundFields = ['status', 'failure_reason'];

/** Opens a dispute: `{charge | payment_intent, amount?, reason?, inquiry?}`. */
export async function openByControl(database: SandboxDatabase, body: JsonObject): Promise<JsonObject> {
  const charge = text(body.charge);
  const intent = text(body.payment_intent);
  if ((charge === undefined) === (intent === undefined)) throw invalid('Give either charge or payment_intent.');
  const [amount, reason] = [integer(body.amount), text(body.reason)];
  return database.transaction(async (tx) =>
    openDispute(tx, noRequest, {
      charge: charge ?? (await latestChargeOf(tx, intent ?? '')),
      ...(amount === undefined ? {} : { amount }),
      ...(reason === undefined ? {} : { reason }),
      inquiry: body.inquiry === true,
    }),
  );
}

/** Moves a dispute on: `{outcome}`. */
export async function moveByControl(database: SandboxDatabase, id: string, body: JsonObject): Promise<JsonObject> {
  const move = disputeMoves.find((one) => one === body.outcome);
  if (move === undefined) throw invalid(`outcome must be one of ${disputeMoves.join(', ')}`, { param: 'outcome' });
  return database.transaction((tx) => moveDispute(tx, noRequest, id, move));
}

/** Pays out a pending refund, or lets a refund come back: `{status: succeeded | failed, failure_reason?}`. */
export async function endRefundByControl(database: SandboxDatabase, id: string, body: JsonObject): Promise<JsonObject> {
  const { status } = body;
  if (status !== 'succeeded' && status !== 'failed') {
    throw invalid('status must be one of succeeded, failed', { param: 'status' });
  }
  return database.transaction((tx) => endRefund(tx, noRequest, id, status, text(body.failure_reason)));
}
