import { mergeMetadata } from '../catalogue/metadata.js';
import type { JsonObject } from '../json.js';
import { emitEvent } from '../state/events.js';
import { hash, insertObject, text, updateObject } from '../state/objects.js';
import { operation, type Call } from './operation.js';
import { asGiven, listOperation, lockNamed, referenced, retrieveOperation } from './reading.js';

const stored = ['description', 'email', 'name', 'phone'] as const;
const emulates = [...stored, 'metadata', 'invoice_settings'];

async function settingsFrom(call: Call, before: JsonObject): Promise<JsonObject> {
  const method = text(hash(call.parameters.invoice_settings).default_payment_method);
  if (method === undefined) return before;
  const param = 'invoice_settings[default_payment_method]';
  await referenced(call.tx, 'payment_method', method, { name: 'PaymentMethod', param });
  return { ...before, default_payment_method: method };
}

const create = operation('POST /v1/customers', emulates, async (call) => {
  const { tx, parameters } = call;
  const customer = await insertObject(tx, {
    prefix: 'cus',
    kind: 'customer',
    data: {
      address: null,
      balance: 0,
      currency: null,
      default_source: null,
      delinquent: false,
      invoice_settings: await settingsFrom(call, { default_payment_method: null }),
      shipping: null,
      ...asGiven(parameters, ...stored),
    },
  });
  await emitEvent(tx, call.cause, 'customer.created', customer);
  return customer;
});

const update = operation('POST /v1/customers/:id', emulates, async (call) => {
  const { tx, id, parameters } = call;
  const found = await lockNamed(call, 'customer');
  const change: JsonObject = {
    metadata: mergeMetadata(hash(found.data.metadata), parameters.metadata),
    invoice_settings: await settingsFrom(call, hash(found.data.invoice_settings)),
  };
  for (const name of stored) {
    const value = parameters[name];
    if (value !== undefined) change[name] = value;
  }
  const customer = await updateObject(tx, id, change);
  await emitEvent(tx, call.cause, 'customer.updated', customer);
  return customer;
});

export const customerOperations = [
  create,
  update,
  retrieveOperation('GET /v1/customers/:id', 'customer'),
  listOperation('GET /v1/customers', 'customer', ['created', 'email']),
];
