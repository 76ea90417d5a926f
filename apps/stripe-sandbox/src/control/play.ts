import { invalid, notFound } from '../http/errors.js';
import type { JsonObject } from '../json.js';
import type { CapabilityState } from '../operations/account-view.js';
import { setCapability } from '../operations/accounts.js';
import { finishPayment } from '../operations/confirm-intent.js';
import { moveDispute, openDispute, type DisputeMove } from '../operations/disputes.js';
import { operations } from '../operations/index.js';
import { endRefund } from '../operations/refunds.js';
import { finishSetup } from '../operations/setup-intents.js';
import { failPayout, findPayoutAnywhere, payPayout } from '../state/bank.js';
import type { SandboxDatabase, Tx } from '../state/database.js';
import { noRequest } from '../state/events.js';
import { findObject, platformAccount, setPrivate, updateObject } from '../state/objects.js';

/** Actions of a person or a test on an object. */
export type Play =
  | 'refund'
  | 'reverse'
  | 'authenticate'
  | 'authenticate-fail'
  | 'refund-succeeded'
  | 'refund-failed'
  | 'dispute'
  | 'inquiry'
  | 'dispute-won'
  | 'dispute-lost'
  | 'dispute-escalate'
  | 'dispute-appeal'
  | 'dispute-appeal_won'
  | 'dispute-appeal_lost'
  | 'payout-paid'
  | 'payout-failed'
  | 'bank-accept'
  | 'bank-refuse'
  | 'bank-return'
  | 'account-restrict'
  | 'account-activate'
  | 'account-close';

/** Makes something happen to the object `id`. Throws the provider's refusal when that cannot be. */
export async function play(database: SandboxDatabase, what: string, id: string): Promise<JsonObject> {
  return database.transaction(async (tx) => {
    switch (what) {
      case 'refund':
        return run(tx, 'POST /v1/refunds', '', { charge: id });
      case 'refund-succeeded':
      case 'refund-failed':
        return endRefund(tx, noRequest, id, what === 'refund-failed' ? 'failed' : 'succeeded');
      case 'dispute':
      case 'inquiry':
        return openDispute(tx, noRequest, { charge: id, inquiry: what === 'inquiry' });
      case 'dispute-won':
      case 'dispute-lost':
      case 'dispute-escalate':
      case 'dispute-appeal':
      case 'dispute-appeal_won':
      case 'dispute-appeal_lost':
        return moveDispute(tx, noRequest, id, what.slice('dispute-'.length) as DisputeMove);
      case 'reverse':
        return run(tx, 'POST /v1/transfers/:id/reversals', id, {});
      case 'authenticate':
      case 'authenticate-fail': {
        const finish = id.startsWith('seti_') ? finishSetup : finishPayment;
        return finish({ tx, cause: noRequest }, id, what === 'authenticate');
      }
      case 'payout-paid':
      case 'payout-failed':
        return settlePayout(tx, id, what === 'payout-paid');
      case 'bank-accept':
      case 'bank-refuse':
      case 'bank-return':
        await existing(tx, id);
        await setPrivate(tx, id, { bank: what.slice('bank-'.length) });
        return existing(tx, id);
      case 'account-restrict':
        return capability(tx, id, 'restricted');
      case 'account-activate':
        return capability(tx, id, 'active');
      case 'account-close':
        await existing(tx, id);
        return updateObject(tx, id, { closed: true });
      default:
        throw invalid(`There is nothing called '${what}' to play here.`, { param: 'do' });
    }
  });
}

async function run(tx: Tx, route: string, id: string, parameters: JsonObject): Promise<JsonObject> {
  const operation = operations.find((one) => one.route === route);
  if (!operation) throw invalid(`The sandbox does not emulate ${route}.`);
  return operation.run({ tx, id, parameters, account: platformAccount, cause: noRequest, baseUrl: '' });
}

async function settlePayout(tx: Tx, id: string, paid: boolean): Promise<JsonObject> {
  const found = await findPayoutAnywhere(tx, id);
  if (!found) throw notFound('payout', id, 'payout');
  return paid
    ? payPayout(tx, found.payout, found.account)
    : failPayout(tx, found.payout, found.account, 'account_closed');
}

async function existing(tx: Tx, id: string): Promise<JsonObject> {
  const found = await findObject(tx, 'v2.core.account', id, { lock: true });
  if (!found) throw notFound('account', id);
  return found.data;
}

async function capability(tx: Tx, id: string, status: CapabilityState): Promise<JsonObject> {
  await existing(tx, id);
  return setCapability(tx, noRequest, id, status);
}
