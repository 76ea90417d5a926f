import { invalid, notFound } from '../http/errors.js';
import type { JsonObject } from '../json.js';
import type { CapabilityState } from '../operations/account-view.js';
import { setCapability } from '../operations/accounts.js';
import { finishPayment } from '../operations/confirm-intent.js';
import { moveDispute, openDispute } from '../operations/disputes.js';
import { operations } from '../operations/index.js';
import { endRefund } from '../operations/refunds.js';
import { finishSetup } from '../operations/setup-intents.js';
import { failPayout, findPayoutAnywhere, payPayout } from '../state/bank.js';
import type { SandboxDatabase, Tx } from '../state/database.js';
import { noRequest } from '../state/events.js';
import { findObject, platformAccount, setPrivate, updateObject } from '../state/objects.js';

/** Actions of a person or a test on an object. */
const plays = {
  refund: (tx, id) => run(tx, 'POST /v1/refunds', '', { charge: id }),
  reverse: (tx, id) => run(tx, 'POST /v1/transfers/:id/reversals', id, {}),
  authenticate: (tx, id) => authenticate(tx, id, true),
  'authenticate-fail': (tx, id) => authenticate(tx, id, false),
  'refund-succeeded': (tx, id) => endRefund(tx, noRequest, id, 'succeeded'),
  'refund-failed': (tx, id) => endRefund(tx, noRequest, id, 'failed'),
  dispute: (tx, id) => openDispute(tx, noRequest, { charge: id, inquiry: false }),
  inquiry: (tx, id) => openDispute(tx, noRequest, { charge: id, inquiry: true }),
  'dispute-won': (tx, id) => moveDispute(tx, noRequest, id, 'won'),
  'dispute-lost': (tx, id) => moveDispute(tx, noRequest, id, 'lost'),
  'dispute-escalate': (tx, id) => moveDispute(tx, noRequest, id, 'escalate'),
  'dispute-appeal': (tx, id) => moveDispute(tx, noRequest, id, 'appeal'),
  'dispute-appeal_won': (tx, id) => moveDispute(tx, noRequest, id, 'appeal_won'),
  'dispute-appeal_lost': (tx, id) => moveDispute(tx, noRequest, id, 'appeal_lost'),
  'payout-paid': (tx, id) => settlePayout(tx, id, true),
  'payout-failed': (tx, id) => settlePayout(tx, id, false),
  'bank-accept': (tx, id) => setBank(tx, id, 'accept'),
  'bank-refuse': (tx, id) => setBank(tx, id, 'refuse'),
  'bank-return': (tx, id) => setBank(tx, id, 'return'),
  'account-restrict': (tx, id) => capability(tx, id, 'restricted'),
  'account-activate': (tx, id) => capability(tx, id, 'active'),
  'account-close': async (tx, id) => {
    await existing(tx, id);
    return updateObject(tx, id, { closed: true });
  },
} satisfies Record<string, (tx: Tx, id: string) => Promise<JsonObject>>;
export type Play = keyof typeof plays;

/** Makes something happen to the object `id`. Throws the provider's refusal when that cannot be. */
export async function play(database: SandboxDatabase, what: string, id: string): Promise<JsonObject> {
  if (!Object.hasOwn(plays, what)) throw invalid(`There is nothing called '${what}' to play here.`, { param: 'do' });
  return database.transaction((tx) => plays[what as Play](tx, id));
}

function authenticate(tx: Tx, id: string, passed: boolean): Promise<JsonObject> {
  const finish = id.startsWith('seti_') ? finishSetup : finishPayment;
  return finish({ tx, cause: noRequest }, id, passed);
}

async function setBank(tx: Tx, id: string, bank: string): Promise<JsonObject> {
  const account = await existing(tx, id);
  await setPrivate(tx, id, { bank });
  return account;
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
