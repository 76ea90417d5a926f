import { createHash } from 'node:crypto';
import { book } from './balances.js';
import type { Tx } from './database.js';
import { noRequest, type Cause, updateAndEmit } from './events.js';
import {
  asApiObject,
  findObject,
  hash,
  insertObject,
  platformAccount,
  text,
  unixSeconds,
  type ApiObject,
} from './objects.js';
import type { JsonObject } from '../json.js';

const dayMs = 86_400_000;
const transitDays = 2;

export interface BankSettings {
  interval: 'daily' | 'manual';
  /** Whether a balance below zero is collected from the bank account. */
  debitsNegative: boolean;
}

export async function bankSettings(tx: Tx, account: string): Promise<BankSettings> {
  if (account === platformAccount) return { interval: 'manual', debitsNegative: false };
  const set = hash((await findObject(tx, 'v2.core.account', account))?.private.payouts);
  return {
    interval: set.interval === 'manual' ? 'manual' : 'daily',
    debitsNegative: set.debits_negative !== false,
  };
}

/** The bank account behind `account`: of the number that was given last, otherwise of one of its own. */
export function bankAccount(account: string, country: string, given: string | undefined): ApiObject {
  const digest = createHash('sha256')
    .update(given ?? account)
    .digest('hex');
  return {
    ...{ id: `ba_${digest.slice(0, 24)}`, object: 'bank_account', account, bank_name: 'STRIPE TEST BANK', country },
    ...{ currency: 'usd', default_for_currency: true, fingerprint: digest.slice(0, 16), status: 'new' },
    last4: (given ?? String(parseInt(digest.slice(0, 8), 16)).padStart(4, '0')).slice(-4),
  };
}

/** Makes a payout to the bank account of `account` (negative: collects from it) and takes the money from its balance. */
export async function makePayout(
  tx: Tx,
  cause: Cause,
  input: { account: string; currency: string; amount: number; automatic: boolean; more?: JsonObject },
): Promise<ApiObject> {
  const { account, currency, amount, automatic } = input;
  const made = await insertObject(tx, {
    prefix: 'po',
    kind: 'payout',
    account,
    data: {
      amount,
      application_fee: null,
      application_fee_amount: null,
      arrival_date: unixSeconds(new Date(midnightOf(tx.now).getTime() + transitDays * dayMs)),
      automatic,
      balance_transaction: null,
      currency,
      description: automatic ? 'STRIPE PAYOUT' : null,
      destination: null,
      failure_balance_transaction: null,
      failure_code: null,
      failure_message: null,
      metadata: {},
      method: 'standard',
      original_payout: null,
      reconciliation_status: automatic ? 'completed' : 'not_applicable',
      reversed_by: null,
      source_type: 'card',
      statement_descriptor: null,
      status: 'pending',
      trace_id: null,
      type: 'bank_account',
      ...input.more,
    },
  });
  const entry = await book(tx, { account, currency, amount: -amount, type: 'payout', source: made.id });
  return updateAndEmit(tx, cause, made.id, 'payout.created', { balance_transaction: entry.id }, account);
}

/**
 * Ends a payout badly: refused, or sent back after it had been paid. The money returns to the balance. Throws nothing
 * for a payout that failed already; it is returned as it is.
 */
export async function failPayout(tx: Tx, payout: ApiObject, account: string, code: string): Promise<ApiObject> {
  if (payout.status === 'failed' || payout.status === 'canceled') return payout;
  const entry = await book(tx, {
    account,
    currency: String(payout.currency),
    amount: Number(payout.amount),
    type: 'payout_failure',
    source: payout.id,
  });
  return updateAndEmit(
    tx,
    noRequest,
    payout.id,
    'payout.failed',
    {
      status: 'failed',
      failure_balance_transaction: entry.id,
      failure_code: code,
      failure_message: 'The bank account sent the money back.',
    },
    account,
  );
}

/** Lets a payout arrive. */
export async function payPayout(tx: Tx, payout: ApiObject, account: string): Promise<ApiObject> {
  if (payout.status !== 'pending' && payout.status !== 'in_transit') return payout;
  return updateAndEmit(
    tx,
    noRequest,
    payout.id,
    'payout.paid',
    {
      status: 'paid',
      trace_id: { status: 'supported', value: payout.id },
    },
    account,
  );
}

/** 00:00 UTC of a day. */
export function midnightOf(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
}

/** Reads a payout with its account, wherever it is; undefined when there is none. */
export async function findPayoutAnywhere(tx: Tx, id: string) {
  const rows = await tx.query<{ account: string; data: JsonObject }>(
    `select account, data from stripe_sandbox.objects where id = $1 and kind = 'payout' for update`,
    [id],
  );
  const row = rows[0];
  return row && { payout: asApiObject(row.data), account: text(row.account) ?? platformAccount };
}
