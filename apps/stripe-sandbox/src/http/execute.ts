import { setTimeout as wait } from 'node:timers/promises';
import { checkParameters, type Wire } from '../catalogue/check-parameters.js';
import { fieldsOf } from '../catalogue/catalogue.js';
import type { JsonObject } from '../json.js';
import type { Call, Operation } from '../operations/operation.js';
import type { SandboxDatabase, Tx } from '../state/database.js';
import { answerOf, type Answer } from './answer.js';
import { StripeApiError, notEmulated, refused, serverError } from './errors.js';
import { expand } from './expand.js';
import type { Fault } from './faults.js';
import { assertKey, claimKey, hashParameters, storeAnswer } from './idempotency.js';

/** A request after authentication, before its parameters are read. */
interface Incoming {
  operation: Operation;
  id: string;
  /** Decoded body or query. */
  given: unknown;
  wire: Wire;
  account: string;
  requestId: string;
  /** Method and path, with ids. */
  address: string;
  idempotencyKey: string | undefined;
  baseUrl: string;
  fault: Fault | undefined;
}

/**
 * Executes one request the way the provider does. Parameter refusals are answered without being stored; whatever is
 * executed is stored under the key together with its effects, so a second request with the key gets the same answer.
 */
export async function execute(database: SandboxDatabase, incoming: Incoming): Promise<Answer> {
  const { operation } = incoming;
  const parameters = checkParameters(fieldsOf(operation.route), incoming.given, incoming.wire);
  for (const name of Object.keys(parameters)) {
    if (name !== 'expand' && !operation.emulates.includes(name)) throw notEmulated(name);
  }
  const key = incoming.address.startsWith('POST ') ? incoming.idempotencyKey : undefined;
  if (key === undefined) return database.transaction((tx) => perform(tx, incoming, parameters));
  assertKey(key);
  const request = {
    key,
    operation: incoming.address,
    parametersHash: hashParameters(parameters, incoming.account),
    requestId: incoming.requestId,
  };
  return database.transaction(async (tx) => {
    const stored = await claimKey(tx, request);
    if (stored) return stored;
    const answer = await perform(tx, incoming, parameters);
    await storeAnswer(tx, request, answer);
    return answer;
  });
}

async function perform(tx: Tx, incoming: Incoming, parameters: JsonObject): Promise<Answer> {
  const { fault } = incoming;
  if (fault?.kind === 'delay') await wait(fault.delayMs);
  if (fault?.kind === '500-empty') return answerOf(serverError());
  if (fault?.kind === '400' || fault?.kind === '404') return answerOf(refused(Number(fault.kind) as 400 | 404));
  const call: Call = {
    tx,
    id: incoming.id,
    parameters,
    account: incoming.account,
    cause: {
      requestId: incoming.requestId,
      idempotencyKey: incoming.idempotencyKey ?? null,
    },
    baseUrl: incoming.baseUrl,
  };
  await tx.query('savepoint operation');
  let answer: Answer;
  try {
    const made = await incoming.operation.run(call);
    answer = { status: 200, body: await expand(tx, { ...made }, parameters.expand) };
  } catch (caught) {
    if (!(caught instanceof StripeApiError)) throw caught;
    if (!caught.options.keepsEffects) await tx.query('rollback to savepoint operation');
    answer = answerOf(caught);
  }
  return fault?.kind === '500' ? answerOf(serverError()) : answer;
}
