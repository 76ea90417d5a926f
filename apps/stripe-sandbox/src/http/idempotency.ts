import { createHash } from 'node:crypto';
import { isObject, type Json, type JsonObject } from '../json.js';
import type { Tx } from '../state/database.js';
import type { Answer } from './answer.js';
import { invalid, keyConflict, keyInUse } from './errors.js';

const keyHours = 24;

/** One keyed request, as it is compared with the first one under the key. */
interface KeyedRequest {
  key: string;
  /** Method and full path, with ids. */
  operation: string;
  parametersHash: string;
  requestId: string;
}

/** A fingerprint of parameters that does not depend on their order. */
export function hashParameters(parameters: JsonObject, account: string): string {
  return createHash('sha256')
    .update(`${account}\n${canonical(parameters)}`)
    .digest('hex');
}

function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name] ?? null)}`).join(',')}}`;
}

export function assertKey(key: string): void {
  if (key.length > 255) throw invalid('Idempotency key length is more than 255 characters', {});
}

/**
 * Takes the key for this transaction: 409 while the same request runs, the stored answer when the key was used before, 400
 * when it was used for something else, undefined when this request is the first (or the key is older than 24 h).
 */
export async function claimKey(tx: Tx, request: KeyedRequest): Promise<Answer | undefined> {
  const lock = await tx.query<{ taken: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('stripe_sandbox.key:' || $1, 0)) as taken`,
    [request.key],
  );
  if (!lock[0]?.taken) throw keyInUse();
  await tx.query(`delete from stripe_sandbox.idempotency_keys where key = $1 and created_at <= $2`, [
    request.key,
    new Date(tx.now.getTime() - keyHours * 3_600_000),
  ]);
  const rows = await tx.query<{
    operation: string;
    parameters_hash: string;
    status: number;
    body: JsonObject;
    request_id: string;
  }>(
    `select operation, parameters_hash, status, body, request_id from stripe_sandbox.idempotency_keys where key = $1`,
    [request.key],
  );
  const first = rows[0];
  if (!first) return undefined;
  if (first.operation !== request.operation) {
    throw keyConflict(
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${request.operation}' vs '${first.operation}'). Try using a key other than '${request.key}' if you meant to execute a different request.`,
    );
  }
  if (first.parameters_hash !== request.parametersHash) {
    throw keyConflict(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${request.key}' if you meant to execute a different request.`,
    );
  }
  return {
    status: first.status,
    body: first.body,
    headers: { 'idempotent-replayed': 'true', 'original-request': first.request_id },
  };
}

/** Keeps the answer of an executed request, whatever its status, in the same transaction as its effects. */
export async function storeAnswer(tx: Tx, request: KeyedRequest, answer: Answer): Promise<void> {
  await tx.query(
    `insert into stripe_sandbox.idempotency_keys (key, operation, parameters_hash, status, body, request_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      request.key,
      request.operation,
      request.parametersHash,
      answer.status,
      JSON.stringify(answer.body),
      request.requestId,
      tx.now,
    ],
  );
}
