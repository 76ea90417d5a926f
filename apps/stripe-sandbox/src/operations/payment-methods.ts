import { cardError, invalid, missingParameter } from '../http/errors.js';
import type { JsonObject } from '../json.js';
import type { Tx } from '../state/database.js';
import { updateAndEmit } from '../state/events.js';
import { insertObject, text, type ApiObject } from '../state/objects.js';
import { operation, type Call } from './operation.js';
import { listOperation, referenced, retrieveOperation } from './reading.js';
import { testCards, viewCard, type TestCard } from './test-cards.js';

export interface StoredMethod {
  data: ApiObject;
  card: TestCard;
}

/** The payment method a parameter names. A published test id makes a new one, as the real API does. */
export async function resolveMethod(tx: Tx, id: string, param: string): Promise<StoredMethod> {
  const test = Object.hasOwn(testCards, id) ? testCards[id] : undefined;
  if (test) {
    const data = await insertObject(tx, {
      prefix: 'pm',
      kind: 'payment_method',
      data: {
        allow_redisplay: 'unspecified',
        billing_details: { address: null, email: null, name: null, phone: null },
        card: viewCard(test, tx.now.getUTCFullYear()),
        customer: null,
        metadata: {},
        type: 'card',
      },
      private: { card: test as unknown as JsonObject },
    });
    return { data, card: test };
  }
  const found = await referenced(tx, 'payment_method', id, { name: 'PaymentMethod', param, lock: true });
  return { data: found.data, card: found.private.card as unknown as TestCard };
}

/** Ties a method to a customer; refuses a card that cannot be saved and a method of somebody else. */
export async function attachMethod(call: Pick<Call, 'tx' | 'cause'>, method: StoredMethod, customer: string) {
  const holder = text(method.data.customer);
  if (holder === customer) return method.data;
  if (holder !== undefined) {
    throw invalid('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
      param: 'payment_method',
    });
  }
  if (method.card.refusesAttach) throw cardError(method.card.refusesAttach, {}, false);
  return updateAndEmit(call.tx, call.cause, method.data.id, 'payment_method.attached', { customer });
}

const attach = operation('POST /v1/payment_methods/:id/attach', ['customer'], async (call) => {
  const customer = text(call.parameters.customer);
  if (customer === undefined) throw missingParameter('customer');
  await referenced(call.tx, 'customer', customer);
  return attachMethod(call, await resolveMethod(call.tx, call.id, 'payment_method'), customer);
});

const named = { name: 'PaymentMethod', param: 'payment_method' };
const ofCustomer = { parent: 'customer', param: 'customer' };

export const paymentMethodOperations = [
  retrieveOperation('GET /v1/payment_methods/:id', 'payment_method', named),
  attach,
  listOperation('GET /v1/customers/:id/payment_methods', 'payment_method', ['type'], ofCustomer),
];
