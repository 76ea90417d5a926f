import { invalid, missingReference, notFound } from '../http/errors.js';
import { isObject, type Json, type JsonObject } from '../json.js';
import { mergeMetadata } from '../catalogue/metadata.js';
import { wholeList } from '../http/list.js';
import type { Tx } from '../state/database.js';
import { findObject, hash, insertObject, text, unixSeconds, type ApiObject } from '../state/objects.js';
import { makeId } from '../system.js';
import { currencyOf } from './amounts.js';
import { operation } from './operation.js';
import { pageParameters, referenced } from './reading.js';

const validDays = 90;

// Standard rates in hundredths of a percent, enough to distinguish countries; everywhere else nothing is collected.
// prettier-ignore
const rates: Record<string, number> = {
  at: 2000, au: 1000, be: 2100, ca: 500, ch: 810, de: 1900, dk: 2500, es: 2100, fi: 2550, fr: 2000, gb: 2000,
  ie: 2300, it: 2200, jp: 1000, nl: 2100, no: 2500, nz: 1500, pl: 2300, pt: 2300, se: 2500, sg: 900,
};

interface Taxed {
  item: JsonObject;
  tax: number;
  base: number;
}

/** Half up, in whole minor units. */
function part(amount: number, numerator: number, denominator: number): number {
  const scaled = BigInt(Math.abs(amount)) * BigInt(numerator);
  const rounded = Number((scaled * 2n + BigInt(denominator)) / (2n * BigInt(denominator)));
  return amount < 0 ? -rounded : rounded;
}

function breakdown(country: string, rate: number, reason: string, base: number, tax: number): JsonObject {
  return {
    amount: tax,
    inclusive: false,
    tax_rate_details: {
      country: country.toUpperCase(),
      flat_amount: null,
      percentage_decimal: (rate / 100).toFixed(2),
      rate_type: 'percentage',
      state: null,
      tax_type: 'vat',
    },
    taxability_reason: reason,
    taxable_amount: reason === 'standard_rated' ? base : 0,
  };
}

const calculate = operation(
  'POST /v1/tax/calculations',
  ['currency', 'line_items', 'customer_details', 'tax_date'],
  async ({ tx, parameters }) => {
    const currency = currencyOf(parameters);
    const details = hash(parameters.customer_details);
    const address = hash(details.address);
    const country = (text(address.country) ?? '').toLowerCase();
    if (!/^[a-z]{2}$/.test(country)) {
      throw invalid('Country must be a valid two-letter code.', {
        code: 'customer_tax_location_invalid',
        param: 'customer_details[address][country]',
      });
    }
    const registered = Array.isArray(details.tax_ids) && details.tax_ids.length > 0;
    const exempt = text(details.taxability_override);
    const reverse = exempt === 'reverse_charge' || (registered && exempt === undefined);
    const rate = reverse || exempt === 'customer_exempt' ? 0 : (rates[country] ?? 0);
    const reason = reverse
      ? 'reverse_charge'
      : exempt === 'customer_exempt'
        ? 'customer_exempt'
        : rate === 0
          ? 'not_collecting'
          : 'standard_rated';
    const given = Array.isArray(parameters.line_items) ? parameters.line_items.filter(isObject) : [];
    if (given.length === 0) throw invalid('You must pass at least one line item.', { param: 'line_items' });
    const references = given.map((one, at) => text(one.reference) ?? `L${at + 1}`);
    if (new Set(references).size !== references.length) {
      throw invalid('Line item references must be unique.', { param: 'line_items' });
    }
    const taxed = given.map((one, at): Taxed => {
      const amount = Number(one.amount);
      const inclusive = one.tax_behavior === 'inclusive';
      const tax = inclusive ? part(amount, rate, 10_000 + rate) : part(amount, rate, 10_000);
      return {
        tax,
        base: inclusive ? amount - tax : amount,
        item: {
          id: makeId('tax_li'),
          object: 'tax.calculation_line_item',
          amount,
          amount_tax: tax,
          livemode: false,
          metadata: one.metadata ?? null,
          product: null,
          quantity: one.quantity ?? 1,
          reference: references[at] ?? '',
          tax_behavior: inclusive ? 'inclusive' : 'exclusive',
          tax_code: one.tax_code ?? 'txcd_10000000',
        },
      };
    });
    const sum = (value: (one: Taxed) => number): number => taxed.reduce((total, one) => total + value(one), 0);
    const base = sum((one) => one.base);
    const tax = sum((one) => one.tax);
    const made = await insertObject(tx, {
      prefix: 'taxcalc',
      kind: 'tax.calculation',
      data: {
        amount_total: base + tax,
        currency,
        customer: null,
        customer_details: {
          address,
          address_source: details.address_source ?? 'billing',
          ip_address: null,
          tax_ids: details.tax_ids ?? [],
          taxability_override: exempt ?? 'none',
        },
        expires_at: unixSeconds(tx.now) + validDays * 86_400,
        ship_from_details: null,
        shipping_cost: null,
        tax_amount_exclusive: sum((one) => (one.item.tax_behavior === 'exclusive' ? one.tax : 0)),
        tax_amount_inclusive: sum((one) => (one.item.tax_behavior === 'inclusive' ? one.tax : 0)),
        tax_breakdown: [breakdown(country, rate, reason, base, tax)],
        tax_date: parameters.tax_date ?? unixSeconds(tx.now),
      },
      private: { items: taxed.map((one) => one.item) },
    });
    return withItems(
      made,
      taxed.map((one) => one.item),
    );
  },
);

function withItems(object: ApiObject, items: Json[]): JsonObject {
  const url = `/v1/${object.object.replace('.', '/')}s/${object.id}/line_items`;
  return { ...object, line_items: wholeList(url, items) };
}

async function findWithItems(tx: Tx, kind: string, id: string): Promise<{ data: ApiObject; items: JsonObject[] }> {
  const found = await findObject(tx, kind, id);
  if (!found) throw notFound(kind.replace('.', ' '), id);
  const items = Array.isArray(found.private.items) ? found.private.items.filter(isObject) : [];
  return { data: found.data, items };
}

const listItems = operation(
  'GET /v1/tax/calculations/:id/line_items',
  pageParameters,
  async ({ tx, id, parameters }) => {
    const { items } = await findWithItems(tx, 'tax.calculation', id);
    const limit = Number(parameters.limit ?? 10);
    const after = text(parameters.starting_after);
    const from = after === undefined ? 0 : items.findIndex((item) => item.id === after) + 1;
    return {
      object: 'list',
      data: items.slice(from, from + limit),
      has_more: items.length > from + limit,
      url: `/v1/tax/calculations/${id}/line_items`,
    };
  },
);

const commit = operation(
  'POST /v1/tax/transactions/create_from_calculation',
  ['calculation', 'reference', 'metadata', 'posted_at'],
  async ({ tx, parameters }) => {
    const id = text(parameters.calculation) ?? '';
    const found = await referenced(tx, 'tax.calculation', id, {
      name: 'tax calculation',
      param: 'calculation',
      lock: true,
    });
    if (Number(found.data.expires_at) <= unixSeconds(tx.now)) {
      throw invalid('This calculation has expired.', { code: 'tax_calculation_expired', param: 'calculation' });
    }
    await assertReferenceFree(tx, text(parameters.reference) ?? '');
    const { items } = await findWithItems(tx, 'tax.calculation', id);
    return insertTransaction(
      tx,
      parameters,
      found.data,
      'transaction',
      items.map((item) => ({
        ...item,
        id: makeId('tax_li'),
        object: 'tax.transaction_line_item',
        type: 'transaction',
        reversal: null,
      })),
    );
  },
);

async function assertReferenceFree(tx: Tx, reference: string): Promise<void> {
  const rows = await tx.query(
    `select 1 from stripe_sandbox.objects where kind = 'tax.transaction' and data->>'reference' = $1`,
    [reference],
  );
  if (rows.length) {
    throw invalid(`The reference '${reference}' was used for another transaction.`, { param: 'reference' });
  }
}

async function insertTransaction(
  tx: Tx,
  parameters: JsonObject,
  from: JsonObject,
  type: 'transaction' | 'reversal',
  items: JsonObject[],
): Promise<JsonObject> {
  const made = await insertObject(tx, {
    prefix: 'tax',
    kind: 'tax.transaction',
    data: {
      currency: from.currency ?? '',
      customer: null,
      customer_details: from.customer_details ?? {},
      metadata: mergeMetadata({}, parameters.metadata),
      posted_at: parameters.posted_at ?? unixSeconds(tx.now),
      reference: parameters.reference ?? '',
      reversal: type === 'reversal' ? { original_transaction: parameters.original_transaction ?? '' } : null,
      ship_from_details: null,
      shipping_cost: null,
      tax_date: from.tax_date ?? unixSeconds(tx.now),
      type,
    },
    private: { items },
  });
  return withItems(made, items);
}

const reverse = operation(
  'POST /v1/tax/transactions/create_reversal',
  ['mode', 'original_transaction', 'reference', 'flat_amount', 'line_items', 'metadata'],
  async ({ tx, parameters }) => {
    const id = text(parameters.original_transaction) ?? '';
    const found = await findObject(tx, 'tax.transaction', id, { lock: true });
    if (!found || found.data.type !== 'transaction') {
      throw missingReference('tax transaction', id, 'original_transaction');
    }
    await assertReferenceFree(tx, text(parameters.reference) ?? '');
    const { items } = await findWithItems(tx, 'tax.transaction', id);
    return insertTransaction(tx, parameters, found.data, 'reversal', reversedItems(parameters, items));
  },
);

function reversedItems(parameters: JsonObject, items: JsonObject[]): JsonObject[] {
  const of = (item: JsonObject, amount: number, tax: number, reference: unknown): JsonObject => ({
    ...item,
    id: makeId('tax_li'),
    amount,
    amount_tax: tax,
    reference: String(reference),
    reversal: { original_line_item: item.id ?? '' },
    type: 'reversal',
  });
  if (parameters.mode === 'full') {
    return items.map((item) => of(item, -Number(item.amount), -Number(item.amount_tax), item.reference));
  }
  const flat = parameters.flat_amount;
  if (typeof flat === 'number') {
    const total = items.reduce((sum, item) => sum + Number(item.amount) + Number(item.amount_tax), 0);
    if (flat >= 0 || -flat > total) throw invalid('Invalid flat_amount.', { param: 'flat_amount' });
    return items.map((item) =>
      of(
        item,
        part(Number(item.amount), -flat, total) * -1,
        part(Number(item.amount_tax), -flat, total) * -1,
        item.reference,
      ),
    );
  }
  const given = Array.isArray(parameters.line_items) ? parameters.line_items.filter(isObject) : [];
  if (given.length === 0) {
    throw invalid('A partial reversal needs line_items or flat_amount.', {
      code: 'parameter_missing',
      param: 'line_items',
    });
  }
  return given.map((one) => {
    const item = items.find((other) => other.id === one.original_line_item);
    if (!item) throw missingReference('tax transaction line item', String(one.original_line_item), 'line_items');
    if (Number(one.amount) > 0 || Number(one.amount_tax) > 0) {
      throw invalid('Reversed amounts are negative.', { param: 'line_items' });
    }
    return of(item, Number(one.amount), Number(one.amount_tax), one.reference);
  });
}

const retrieveTransaction = operation('GET /v1/tax/transactions/:id', [], async ({ tx, id }) => {
  const { data, items } = await findWithItems(tx, 'tax.transaction', id);
  return withItems(data, items);
});

export const taxOperations = [calculate, listItems, commit, reverse, retrieveTransaction];
