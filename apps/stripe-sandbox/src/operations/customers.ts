import { mergeMetadata } from '../catalogue/metadata.js';
import { missingReference } from '../http/errors.js';
import type { JsonObject } from '../json.js';
import { emitEvent } from '../state/events.js';
import { findObject, hash, insertObject, text, updateObject } from '../state/objects.js';
import type { Call, Operation } from './operation.js';
import { listOperation, lockNamed, retrieveOperation } from './reading.js';

const stored = ['description', 'email', 'name', 'phone'] as const;
const emulates = [...stored, 'metadata', 'invoice_settings', 'expand'];

async function settingsFrom(call: Call, before: JsonObject): Promise<JsonObject> {
  const method = text(hash(call.parameters.invoice_settings).default_payment_method);
  if (method === undefined) return before;
  if (!(await findObject(call.tx, 'payment_method', method))) {
    throw missingReference('PaymentMethod', method, 'invoice_settings[default_payment_method]');
  }
  return { ...before, default_payment_method: method };
}

const create: Operation = {
  route: 'POST /v1/customers',
  emulates,
  async run(call) {
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
        description: parameters.description ?? null,
        email: parameters.email ?? null,
        invoice_settings: await settingsFrom(call, { default_payment_method: null }),
        metadata: mergeMetadata({}, parameters.metadata),
        name: parameters.name ?? null,
        phone: parameters.phone ?? null,
        shipping: null,
      },
    });
    await emitEvent(tx, call.cause, 'customer.created', customer);
    return customer;
  },
};

const update: Operation = {
  route: 'POST /v1/customers/:id',
  emulates,
  async run(call) {
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
  },
};

export const customerOperations = [
  create,
  update,
  retrieveOperation('GET /v1/customers/:id', 'customer'),
  listOperation('/v1/customers', 'customer', ['created', 'email']),
];
