import { isObject, type Json, type JsonObject } from '../json.js';
import { findBalanceTransaction } from '../state/balances.js';
import type { Tx } from '../state/database.js';
import { findAnyObject, findObject, platformAccount } from '../state/objects.js';
import { invalid } from './errors.js';

// field → kind of the object it names, per kind of object
const expandable: Record<string, Record<string, string>> = {
  payment_intent: { latest_charge: 'charge', customer: 'customer', payment_method: 'payment_method' },
  setup_intent: { customer: 'customer', payment_method: 'payment_method' },
  'checkout.session': { customer: 'customer', setup_intent: 'setup_intent' },
  charge: { balance_transaction: 'balance_transaction', customer: 'customer', payment_intent: 'payment_intent' },
  payment_method: { customer: 'customer' },
  customer: { invoice_settings: 'hash' },
  'customer.invoice_settings': { default_payment_method: 'payment_method' },
  refund: {
    balance_transaction: 'balance_transaction',
    failure_balance_transaction: 'balance_transaction',
    charge: 'charge',
    payment_intent: 'payment_intent',
  },
  dispute: { charge: 'charge', payment_intent: 'payment_intent' },
  transfer: { balance_transaction: 'balance_transaction' },
  transfer_reversal: { balance_transaction: 'balance_transaction', transfer: 'transfer' },
  topup: { balance_transaction: 'balance_transaction' },
  payout: { balance_transaction: 'balance_transaction' },
  // Always present here; at the provider only on request.
  'tax.transaction': { line_items: 'list' },
  'tax.calculation': { line_items: 'list' },
  // Whatever kind of object is behind it.
  balance_transaction: { source: '*' },
};

const maxDepth = 4;

/** Replaces ids by the objects they name, for every path of the `expand` parameter. Throws 400 for a path it cannot follow. */
export async function expand(tx: Tx, answer: JsonObject, paths: Json | undefined): Promise<JsonObject> {
  if (!Array.isArray(paths)) return answer;
  for (const path of paths) {
    const steps = String(path).split('.');
    const real = answer.object === 'list' && steps[0] === 'data' ? steps.slice(1) : steps;
    if (real.length > maxDepth)
      throw invalid(`You cannot expand more than ${maxDepth} levels of a property (${String(path)}).`);
    const roots = answer.object === 'list' && Array.isArray(answer.data) ? answer.data : [answer];
    if (answer.object === 'list' && steps[0] !== 'data') throw cannot(String(path));
    for (const root of roots) if (isObject(root)) await follow(tx, root, real, String(path));
  }
  return answer;
}

async function follow(tx: Tx, object: JsonObject, steps: string[], path: string, name = object.object): Promise<void> {
  const [field, ...rest] = steps;
  const kind = field === undefined ? undefined : expandable[String(name)]?.[field];
  if (field === undefined || kind === undefined) throw cannot(path);
  const value = object[field];
  if (typeof value === 'string') {
    const found =
      kind === 'balance_transaction'
        ? await findBalanceTransaction(tx, platformAccount, value)
        : kind === '*'
          ? await findAnyObject(tx, value)
          : (await findObject(tx, kind, value))?.data;
    if (!found) return;
    object[field] = found;
    if (rest.length) await follow(tx, found, rest, path);
  } else if (isObject(value) && rest.length) {
    await follow(tx, value, rest, path, value.object ?? `${String(name)}.${field}`);
  }
}

function cannot(path: string): Error {
  return invalid(`This property cannot be expanded (${path}).`, { param: 'expand' });
}
