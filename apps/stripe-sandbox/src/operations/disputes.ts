import { mergeMetadata } from '../catalogue/metadata.js';
import { invalid } from '../http/errors.js';
import type { JsonObject } from '../json.js';
import { book } from '../state/balances.js';
import type { Tx } from '../state/database.js';
import { emitEvent, type Cause, updateAndEmit } from '../state/events.js';
import { hash, insertObject, text, unixSeconds, updateObject, type ApiObject } from '../state/objects.js';
import { operation } from './operation.js';
import { listOperation, lockNamed, referenced, retrieveOperation } from './reading.js';

const dayMs = 86_400_000;
const answerDays = 9;
const appealDays = 30;

/** The provider's fee for every dispute that takes money, in minor units. */
const disputeFee = 1_500;

interface DisputeWish {
  charge: string;
  /** Defaults to the rest of the charge. */
  amount?: number;
  reason?: string;
  /** A question of the bank that takes no money yet. */
  inquiry?: boolean;
}

/** Next steps of a dispute. `escalate` turns an inquiry into a dispute; the `appeal` ones follow a lost one. */
export const disputeMoves = [
  'won',
  'lost',
  'escalate',
  'appeal',
  'appeal_won',
  'appeal_lost',
  'warning_closed',
] as const;
export type DisputeMove = (typeof disputeMoves)[number];

const open = ['warning_needs_response', 'warning_under_review', 'needs_response', 'under_review'];
const waitsForAnswer: Record<string, string> = {
  warning_needs_response: 'warning_under_review',
  needs_response: 'under_review',
  appeal_needs_response: 'appeal_under_review',
};

/** A bank takes a charge back, or asks about it. */
export async function openDispute(tx: Tx, cause: Cause, wish: DisputeWish): Promise<ApiObject> {
  const { data: charge } = await referenced(tx, 'charge', wish.charge, { lock: true });
  const amount = wish.amount ?? Number(charge.amount) - Number(charge.amount_refunded);
  if (charge.paid !== true) throw invalid(`Charge ${charge.id} has not been paid and cannot be disputed.`);
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > Number(charge.amount)) {
    throw invalid(`A dispute of ${amount} does not fit charge ${charge.id}.`, { param: 'amount' });
  }
  const made = await insertObject(tx, {
    prefix: 'du',
    kind: 'dispute',
    data: {
      amount,
      balance_transactions: [],
      charge: charge.id,
      currency: charge.currency ?? '',
      enhanced_eligibility_types: [],
      evidence: { uncategorized_text: null, appeal: null },
      evidence_details: details(tx, answerDays),
      intended_submission_method: null,
      is_charge_refundable: wish.inquiry === true,
      metadata: {},
      network_reason_code: '10.4',
      payment_intent: charge.payment_intent ?? null,
      reason: wish.reason ?? 'fraudulent',
      status: wish.inquiry ? 'warning_needs_response' : 'needs_response',
    },
  });
  await updateObject(tx, charge.id, { disputed: true });
  await emitEvent(tx, cause, 'charge.dispute.created', made);
  return wish.inquiry ? made : withdraw(tx, cause, made);
}

/** Moves a dispute on, as a bank would. */
export async function moveDispute(tx: Tx, cause: Cause, id: string, move: DisputeMove): Promise<ApiObject> {
  const { data: dispute } = await lockNamed({ tx, id }, 'dispute');
  const status = String(dispute.status);
  const isInquiry = status.startsWith('warning_');
  const isPossible: Record<DisputeMove, boolean> = {
    escalate: isInquiry && status !== 'warning_closed',
    warning_closed: isInquiry && status !== 'warning_closed',
    lost: open.includes(status) && !isInquiry,
    won: open.includes(status) && !isInquiry,
    appeal: status === 'lost',
    appeal_lost: status.startsWith('appeal_'),
    appeal_won: status.startsWith('appeal_'),
  };
  if (!isPossible[move]) throw invalid(`This dispute is ${status}: it cannot go on as ${move}.`);
  switch (move) {
    case 'escalate': {
      const evidence_details = details(tx, answerDays);
      const changed = await updateAndEmit(tx, cause, id, 'charge.dispute.updated', {
        status: 'needs_response',
        evidence_details,
        is_charge_refundable: false,
      });
      return withdraw(tx, cause, changed);
    }
    case 'warning_closed':
      return close(tx, cause, id, move);
    case 'lost':
    case 'appeal_lost':
      return close(tx, cause, id, 'lost');
    case 'won':
    case 'appeal_won':
      return reinstate(tx, cause, await close(tx, cause, id, 'won'));
    case 'appeal':
      return updateAndEmit(tx, cause, id, 'charge.dispute.updated', {
        status: 'appeal_needs_response',
        evidence_details: details(tx, appealDays),
      });
  }
}

function details(tx: Tx, days: number): JsonObject {
  return {
    due_by: unixSeconds(new Date(tx.now.getTime() + days * dayMs)),
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
  };
}

const withdraw = (tx: Tx, cause: Cause, dispute: ApiObject): Promise<ApiObject> =>
  bookFor(tx, cause, dispute, -Number(dispute.amount), 'charge.dispute.funds_withdrawn');
const reinstate = (tx: Tx, cause: Cause, dispute: ApiObject): Promise<ApiObject> =>
  bookFor(tx, cause, dispute, Number(dispute.amount), 'charge.dispute.funds_reinstated');

async function bookFor(tx: Tx, cause: Cause, dispute: ApiObject, amount: number, event: string): Promise<ApiObject> {
  const entry = await book(tx, {
    currency: String(dispute.currency),
    amount,
    fee: amount < 0 ? disputeFee : 0,
    type: 'adjustment',
    source: dispute.id,
    description: amount < 0 ? `Chargeback withdrawal for ${String(dispute.charge)}` : 'Chargeback reversal',
  });
  const before = Array.isArray(dispute.balance_transactions) ? dispute.balance_transactions : [];
  return updateAndEmit(tx, cause, dispute.id, event, { balance_transactions: [...before, entry] });
}

async function close(tx: Tx, cause: Cause, id: string, status: string): Promise<ApiObject> {
  return updateAndEmit(tx, cause, id, 'charge.dispute.closed', { status });
}

// The two texts with which evidence decides a test dispute at once.
const decides: Record<string, 'won' | 'lost'> = { winning_evidence: 'won', losing_evidence: 'lost' };

const update = operation(
  'POST /v1/disputes/:id',
  ['evidence', 'metadata', 'submit'],
  async ({ tx, id, parameters, cause }) => {
    const { data: dispute } = await lockNamed({ tx, id }, 'dispute');
    const next = waitsForAnswer[String(dispute.status)];
    const given = hash(parameters.evidence);
    const answers = Object.keys(given).length > 0 || parameters.submit === true;
    if (answers && next === undefined) throw invalid('This dispute is already closed or under review.');
    const submits = answers && parameters.submit !== false;
    const evidenceDetails = hash(dispute.evidence_details);
    const changed = await updateAndEmit(tx, cause, id, 'charge.dispute.updated', {
      evidence: { ...hash(dispute.evidence), ...given },
      metadata: mergeMetadata(hash(dispute.metadata), parameters.metadata),
      ...(answers
        ? {
            evidence_details: {
              ...evidenceDetails,
              has_evidence: true,
              submission_count: Number(evidenceDetails.submission_count) + (submits ? 1 : 0),
            },
          }
        : {}),
      ...(submits && next !== undefined ? { status: next } : {}),
    });
    const decided = submits ? decides[text(given.uncategorized_text) ?? ''] : undefined;
    if (decided === undefined || String(changed.status).startsWith('warning_')) return changed;
    const appeal = String(changed.status).startsWith('appeal_');
    return moveDispute(tx, cause, id, appeal ? `appeal_${decided}` : decided);
  },
);

const accept = operation('POST /v1/disputes/:id/close', [], async ({ tx, id, cause }) => {
  const { data: dispute } = await lockNamed({ tx, id }, 'dispute');
  const status = String(dispute.status);
  if (waitsForAnswer[status] === undefined && status !== 'under_review') {
    throw invalid('This dispute is already closed.');
  }
  if (status.startsWith('warning_')) return close(tx, cause, id, 'warning_closed');
  return close(tx, cause, id, 'lost');
});

export const disputeOperations = [
  retrieveOperation('GET /v1/disputes/:id', 'dispute'),
  listOperation('GET /v1/disputes', 'dispute', ['created', 'charge', 'payment_intent']),
  update,
  accept,
];
