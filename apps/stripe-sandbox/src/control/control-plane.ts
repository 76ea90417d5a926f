import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerOf } from '../http/answer.js';
import { carriesKey } from '../http/authentication.js';
import { StripeApiError, invalid, unauthorized } from '../http/errors.js';
import { faultKinds, type Fault } from '../http/faults.js';
import { header, isLocal, type SandboxParts } from '../http/server.js';
import { isObject, type JsonObject } from '../json.js';
import { accountKind, capabilityStates } from '../operations/account-view.js';
import { setCapability } from '../operations/accounts.js';
import { currencyOf } from '../operations/amounts.js';
import { lockNamed } from '../operations/reading.js';
import { testCards } from '../operations/test-cards.js';
import type { SandboxDatabase } from '../state/database.js';
import { workThroughBankDays } from '../state/bank-days.js';
import { writeRules, type DeliveryRules } from '../state/endpoints.js';
import { emitThinEvent, noRequest } from '../state/events.js';
import { setPrivate, text, updateObject } from '../state/objects.js';
import { addSettlementCurrency, setRefundFee, settlementCurrencies } from '../state/settlement.js';
import { disputeFields, endRefundByControl, moveByControl, openByControl, refundFields } from './adjustments.js';
import { moveClock, readClock } from './clock.js';
import { runAction } from './actions.js';
import { readState } from './state.js';

/** Controls for a person or a test: clock, faults, state of accounts. Loopback or the secret key only. */
export function addControlPlane(server: FastifyInstance, parts: SandboxParts): void {
  const route = (method: 'GET' | 'POST', url: string, run: (request: FastifyRequest) => Promise<unknown>): void => {
    server.route({
      method,
      url: `/_sandbox${url}`,
      handler: async (request, reply) => {
        try {
          assertAllowed(request, parts.secretKey);
          const done = await run(request);
          if (method === 'POST') parts.afterWrite();
          await answer(reply, 200, done);
        } catch (caught) {
          if (!(caught instanceof StripeApiError)) throw caught;
          const refusal = answerOf(caught);
          await answer(reply, refusal.status, refusal.body);
        }
      },
    });
  };
  route('GET', '/state', () => readState(parts.database, parts.faults, parts.webhookUrl));
  route('GET', '/clock', () => readClock(parts.database));
  route('POST', '/clock', async (request) => {
    const body = bodyOf(request, ['offset_ms', 'advance_ms']);
    if (Object.keys(body).length !== 1) throw invalid('Give either offset_ms or advance_ms.');
    const clock = await moveClock(parts.database, {
      offsetMs: milliseconds(body, 'offset_ms', -Infinity),
      advanceMs: milliseconds(body, 'advance_ms'),
    });
    await workThroughBankDays(parts.database);
    return clock;
  });
  route('POST', '/faults', async (request) => {
    parts.faults.add(faultFrom(bodyOf(request, ['path', 'kind', 'times', 'method', 'delay_ms'])));
    return { faults: parts.faults.list() };
  });
  route('POST', '/faults/clear', async () => {
    parts.faults.clear();
    return { faults: [] };
  });
  route('GET', '/test_cards', async () => ({ test_cards: testCards }));
  route('POST', '/webhooks', async (request) => {
    const rules = rulesFrom(bodyOf(request, ['withhold', 'delay_ms', 'copies', 'newest_first']));
    await parts.database.transaction((tx) => writeRules(tx, rules));
    return { deliveries: rules };
  });
  route('POST', '/settlement', async (request) => {
    const { currencies } = bodyOf(request, ['currencies']);
    if (!Array.isArray(currencies)) throw invalid('currencies must be a list of currencies.', { param: 'currencies' });
    return parts.database.transaction(async (tx) => {
      for (const one of currencies) await addSettlementCurrency(tx, currencyOf({ currency: one }));
      return { currencies: await settlementCurrencies(tx) };
    });
  });
  route('POST', '/refund-fee', async (request) => {
    const amount = Number(bodyOf(request, ['amount']).amount ?? NaN);
    if (!Number.isSafeInteger(amount) || amount < 0)
      throw invalid('amount must be an integer of minor units, at least 0.', { param: 'amount' });
    await parts.database.transaction((tx) => setRefundFee(tx, amount));
    return { amount };
  });
  route('POST', '/play', async (request) => {
    const body = bodyOf(request, ['do', 'id']);
    return runAction(parts.database, text(body.do) ?? '', text(body.id) ?? '');
  });
  route('POST', '/accounts/:id', (request) => changeAccount(parts.database, request));
  route('POST', '/disputes', (request) => openByControl(parts.database, bodyOf(request, disputeFields)));
  route('POST', '/disputes/:id', (request) =>
    moveByControl(parts.database, idOf(request), bodyOf(request, ['outcome'])),
  );
  route('POST', '/refunds/:id', (request) =>
    endRefundByControl(parts.database, idOf(request), bodyOf(request, refundFields)),
  );
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}

async function changeAccount(database: SandboxDatabase, request: FastifyRequest): Promise<JsonObject> {
  const id = idOf(request);
  const body = bodyOf(request, ['capability', 'closed', 'settlement_currency', 'exchange_rate', 'account_number']);
  const status = capabilityStates.find((state) => state === body.capability);
  if (body.capability !== undefined && status === undefined) {
    throw invalid(`capability must be one of ${capabilityStates.join(', ')}`, { param: 'capability' });
  }
  const settles = settlementFrom(body);
  return database.transaction(async (tx) => {
    let { data: changed } = await lockNamed({ tx, id }, accountKind, { name: 'account' });
    // Of the bank account, at least four characters; two accounts with the same one have the same fingerprint.
    const number = text(body.account_number);
    if (number !== undefined) await setPrivate(tx, id, { account_number: number });
    if (number !== undefined) await emitThinEvent(tx, 'v2.core.account[identity].updated', id);
    if (settles !== undefined) await setPrivate(tx, id, { settles });
    if (typeof body.closed === 'boolean') changed = await updateObject(tx, id, { closed: body.closed });
    if (status !== undefined) changed = await setCapability(tx, noRequest, id, status);
    return changed;
  });
}

// An account with one currency: amounts in another one are multiplied by the rate, in minor units.
function settlementFrom(body: JsonObject): JsonObject | undefined {
  if (body.settlement_currency === undefined && body.exchange_rate === undefined) return undefined;
  const { exchange_rate: rate } = body;
  if (typeof rate !== 'number' || !(rate > 0)) {
    throw invalid('exchange_rate must be a number above 0.', { param: 'exchange_rate' });
  }
  return { currency: currencyOf({ currency: body.settlement_currency ?? '' }), rate };
}

// Everything that is left out is as usual.
function rulesFrom(body: JsonObject): DeliveryRules {
  const { withhold } = body;
  if (withhold !== undefined && !(Array.isArray(withhold) && withhold.every((one) => typeof one === 'string'))) {
    throw invalid('withhold must be a list of event types.', { param: 'withhold' });
  }
  const copies = milliseconds(body, 'copies') ?? 1;
  if (copies < 1 || copies > 5) throw invalid('copies must be 1 to 5.', { param: 'copies' });
  return {
    withhold: (withhold as string[] | undefined) ?? [],
    delay_ms: milliseconds(body, 'delay_ms') ?? 0,
    copies,
    newest_first: body.newest_first === true,
  };
}

// A page of somebody else in the same browser can reach this port: it can neither set this content type without being
// asked for permission first, nor speak under a loopback name.
function assertAllowed(request: FastifyRequest, secretKey: string): void {
  if (carriesKey(header(request, 'authorization'), secretKey)) return;
  if (!isLocal(request)) {
    throw unauthorized('The control plane answers on loopback, or to the secret key.');
  }
  if (request.method === 'POST' && !header(request, 'content-type')?.startsWith('application/json')) {
    throw invalid('The control plane reads application/json.');
  }
}

// The SDK can call this too (rawRequest), and then sends a form.
function decode(request: FastifyRequest): unknown {
  const sent = typeof request.body === 'string' ? request.body : '';
  if (header(request, 'content-type')?.startsWith('application/x-www-form-urlencoded')) {
    const form = [...new URLSearchParams(sent)];
    return Object.fromEntries(form.map(([name, value]) => [name, /^-?\d{1,15}$/.test(value) ? Number(value) : value]));
  }
  try {
    return JSON.parse(sent === '' ? '{}' : sent);
  } catch {
    throw invalid('Request body is not valid JSON.');
  }
}

function bodyOf(request: FastifyRequest, known: string[]): JsonObject {
  const body = decode(request);
  if (!isObject(body)) throw invalid('Request body must be a JSON object.');
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw invalid(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown });
  return body;
}

function milliseconds(body: JsonObject, name: string, least = 0): number | undefined {
  const value = body[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least) {
    throw invalid(`${name} must be a whole number of milliseconds${least === 0 ? ', 0 or more' : ''}.`, {
      param: name,
    });
  }
  return value;
}

function faultFrom(body: JsonObject): Fault {
  const kind = faultKinds.find((one) => one === body.kind);
  if (kind === undefined) throw invalid(`kind must be one of ${faultKinds.join(', ')}`, { param: 'kind' });
  const path = text(body.path);
  if (path === undefined || !path.startsWith('/')) throw invalid('path must start with a slash.', { param: 'path' });
  const times = body.times === undefined ? 1 : milliseconds(body, 'times');
  if (times === undefined || times < 1) throw invalid('times must be 1 or more.', { param: 'times' });
  const method = (text(body.method) ?? 'POST').toUpperCase();
  if (!['GET', 'POST'].includes(method)) throw invalid('method must be GET or POST.', { param: 'method' });
  return { kind, path, method, times, delayMs: milliseconds(body, 'delay_ms') ?? 1_000 };
}

async function answer(reply: FastifyReply, status: number, body: unknown): Promise<void> {
  await reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(JSON.stringify(body, null, 2));
}
