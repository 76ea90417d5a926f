import { invalid, notFound } from '../http/errors.js';
import type { JsonObject } from '../json.js';
import { accountKind, type CapabilityState } from '../operations/account-view.js';
import { setCapability } from '../operations/accounts.js';
import { finishPayment } from '../operations/confirm-intent.js';
import { moveDispute, openDispute, type DisputeMove } from '../operations/disputes.js';
import { operations } from '../operations/index.js';
import { lockNamed } from '../operations/reading.js';
import { endRefund } from '../operations/refunds.js';
import { finishSetup } from '../operations/setup-intents.js';
import { failPayout, findPayoutAnywhere, payPayout } from '../state/bank.js';
import type { SandboxDatabase, Tx } from '../state/database.js';
import { noRequest } from '../state/events.js';
import { platformAccount, setPrivate, updateObject } from '../state/objects.js';

/** What an action applies to, the words of its button, and what it does. */
export interface Action {
  readonly on: 'charge' | 'refund' | 'dispute' | 'intent' | 'transfer' | 'payout' | 'account';
  readonly label: string;
  readonly run: (tx: Tx, id: string) => Promise<JsonObject>;
}
const action = (on: Action['on'], label: string, run: Action['run']): Action => ({ on, label, run });
const disputed = (label: string, move: DisputeMove): Action =>
  action('dispute', label, (tx, id) => moveDispute(tx, noRequest, id, move));

/** Actions of a person or a test on an object, by their names. */
export const actions: Readonly<Record<string, Action>> = {
  refund: action('charge', 'Refund the rest', (tx, id) => run(tx, 'POST /v1/refunds', '', { charge: id })),
  dispute: action('charge', 'Dispute', (tx, id) => openDispute(tx, noRequest, { charge: id, inquiry: false })),
  inquiry: action('charge', 'Inquiry', (tx, id) => openDispute(tx, noRequest, { charge: id, inquiry: true })),
  'refund-succeeded': action('refund', 'Arrives', (tx, id) => endRefund(tx, noRequest, id, 'succeeded')),
  'refund-failed': action('refund', 'Comes back', (tx, id) => endRefund(tx, noRequest, id, 'failed')),
  'dispute-won': disputed('Won', 'won'),
  'dispute-lost': disputed('Lost', 'lost'),
  'dispute-escalate': disputed('Escalate', 'escalate'),
  'dispute-appeal': disputed('Appeal', 'appeal'),
  'dispute-appeal_won': disputed('Appeal won', 'appeal_won'),
  'dispute-appeal_lost': disputed('Appeal lost', 'appeal_lost'),
  authenticate: action('intent', 'Holder agrees', (tx, id) => authenticate(tx, id, true)),
  'authenticate-fail': action('intent', 'Holder refuses', (tx, id) => authenticate(tx, id, false)),
  reverse: action('transfer', 'Reverse the rest', (tx, id) => run(tx, 'POST /v1/transfers/:id/reversals', id, {})),
  'payout-paid': action('payout', 'Arrives', (tx, id) => settlePayout(tx, id, true)),
  'payout-failed': action('payout', 'Bank sends it back', (tx, id) => settlePayout(tx, id, false)),
  'bank-accept': action('account', 'Bank accepts', (tx, id) => setBank(tx, id, 'accept')),
  'bank-refuse': action('account', 'Bank refuses', (tx, id) => setBank(tx, id, 'refuse')),
  'bank-return': action('account', 'Bank returns', (tx, id) => setBank(tx, id, 'return')),
  'account-restrict': action('account', 'Restrict', (tx, id) => capability(tx, id, 'restricted')),
  'account-activate': action('account', 'Activate', (tx, id) => capability(tx, id, 'active')),
  'account-close': action('account', 'Close', async (tx, id) => {
    await existing(tx, id);
    return updateObject(tx, id, { closed: true });
  }),
};

/** Makes something happen to the object `id`. Throws the provider's refusal when that cannot be. */
export async function runAction(database: SandboxDatabase, what: string, id: string): Promise<JsonObject> {
  const found = Object.hasOwn(actions, what) ? actions[what] : undefined;
  if (!found) throw invalid(`There is no action called '${what}'.`, { param: 'do' });
  return database.transaction((tx) => found.run(tx, id));
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
  return (await lockNamed({ tx, id }, accountKind, { name: 'account' })).data;
}

async function capability(tx: Tx, id: string, status: CapabilityState): Promise<JsonObject> {
  await existing(tx, id);
  return setCapability(tx, noRequest, id, status);
}
