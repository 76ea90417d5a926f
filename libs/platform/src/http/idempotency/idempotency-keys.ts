import { Injectable } from '@nestjs/common';
import { AppError, commonErrors, Secret } from '@portal/kernel';
import { SealedBox, sha256Hex, type SealContext } from '../../crypto/sealed-box.js';
import { bypassRowSecurity } from '../../database/scope/data-scope.js';
import { Database } from '../../database/database.js';
import type { KeyedRequest } from '../../database/transaction/keyed-request.js';
import { heldWhileAway, sqlState, violatedConstraint } from '../../database/statements/database-errors.js';
import type { Tx } from '../../database/transaction/tx.js';
import { fromJson, hasSecret, toJson } from './step-results.js';

/** An idempotency key with its caller. */
interface TakenKey {
  readonly scope: string;
  readonly key: string;
}

interface KeyRow {
  readonly request_hash: string;
  /** Null until the first request is answered; `body` then contains the results of its transactions. */
  readonly status: number | null;
  /** Null with a status: the response contained a secret that was already shown. */
  readonly body: string | null;
}

/** Results of the request's transactions by step, as written by `toJson`. */
type Results = Record<string, unknown>;

/** Ends a request early with the stored response; the error filter sends it. */
export class Replay extends Error {
  constructor(
    readonly status: number,
    readonly data: unknown,
  ) {
    super('answered before');
  }
}

/** How long a key is stored. */
const KEPT = "interval '24 hours'";
const CANCELLED = '57014';
/** Columns with this name prevent a second row with the same key, even after the key was deleted. */
const ONE_PER_KEY = /_request_key$/;

/**
 * `platform.idempotency_keys`, decision 11. Everything in it is encrypted, because it may contain a secret that is
 * shown only once.
 */
@Injectable()
export class IdempotencyKeys {
  constructor(
    private readonly database: Database,
    private readonly box: SealedBox,
  ) {}

  /**
   * Registers or finds the request with this hash under the key.
   * @throws Replay when it was answered; AppError `idempotency_key_reused`, `idempotency_answer_shown` (409)
   */
  async begin(taken: TakenKey, hash: string): Promise<RequestUnderKey> {
    const [row] = await this.query<KeyRow>(
      `with forgotten as (
         delete from platform.idempotency_keys where scope = $1 and key = $2 and created_at < clock_timestamp() - ${KEPT})
       select request_hash, status, body from platform.idempotency_keys
       where scope = $1 and key = $2 and created_at >= clock_timestamp() - ${KEPT}`,
      [taken.scope, taken.key],
    );
    if (row) this.resultsOf(taken, hash, row);
    return new RequestUnderKey(this, taken, hash);
  }

  /**
   * The first statement of a transaction of the request. Locks the key until the transaction ends. Returns the results
   * of earlier transactions.
   */
  async enter(tx: Tx, taken: TakenKey, hash: string): Promise<Results> {
    try {
      const [row] = await tx.query<KeyRow & { request_key: string }>(
        `insert into platform.idempotency_keys (scope, key, request_hash) values ($1, $2, $3)
         on conflict (scope, key) do update set scope = excluded.scope
         returning request_hash, status, body, set_config('portal.request_key', $4, true) as request_key`,
        [taken.scope, taken.key, hash, `${taken.scope}:${taken.key}`],
      );
      return this.resultsOf(taken, hash, row!);
    } catch (error) {
      if (sqlState(error) !== CANCELLED) throw error;
      throw new AppError(commonErrors.idempotency_in_progress, { cause: error, retryAfterMs: 1_000 });
    }
  }

  /** The last statement of a transaction of the request. */
  async leave(tx: Tx, { scope, key }: TakenKey, results: Results): Promise<void> {
    await tx.query('update platform.idempotency_keys set body = $3 where scope = $1 and key = $2', [
      scope,
      key,
      this.seal({ scope, key }, results),
    ]);
  }

  /** Stores the response and deletes the transactions' results. */
  async answer(taken: TakenKey, hash: string, status: number, data: unknown): Promise<void> {
    await this.query(
      `insert into platform.idempotency_keys (scope, key, request_hash, status, body) values ($1, $2, $3, $4, $5)
       on conflict (scope, key) do update set status = excluded.status, body = excluded.body
         where idempotency_keys.status is null and idempotency_keys.request_hash = excluded.request_hash`,
      [taken.scope, taken.key, hash, status, this.seal(taken, data)],
    );
  }

  /** Deletes a secret that was shown. Results of a refused request are kept, and its repeat continues after them. */
  async deleteAnswer({ scope, key }: TakenKey): Promise<void> {
    await this.query(
      'update platform.idempotency_keys set body = null where scope = $1 and key = $2 and status is not null',
      [scope, key],
    );
  }

  private resultsOf(taken: TakenKey, hash: string, row: KeyRow): Results {
    if (row.request_hash !== hash) throw new AppError(commonErrors.idempotency_key_reused);
    if (row.body === null) {
      if (row.status === null) return {};
      throw new AppError(commonErrors.idempotency_answer_shown);
    }
    const kept = JSON.parse(this.box.open(row.body, sealOf(taken)).reveal()) as unknown;
    if (row.status !== null) throw new Replay(row.status, kept);
    return kept as Results;
  }

  private seal(taken: TakenKey, data: unknown): string {
    return this.box.seal(new Secret(JSON.stringify(data)), sealOf(taken));
  }

  /**
   * Rows are not accessible to any caller, not even to the sender, because a response may contain a secret that is
   * shown only once. All of these statements may be carried out twice.
   */
  private query<R>(sql: string, params: unknown[]): Promise<R[]> {
    return bypassRowSecurity(() => heldWhileAway(() => this.database.query<R>(sql, params)));
  }
}

/** One execution of a request. A repeat is another execution that finds what this one has committed. */
export class RequestUnderKey implements KeyedRequest {
  private readonly passed = new Map<string, number>();
  private over = false;
  private showsSecret = false;

  constructor(
    private readonly keys: IdempotencyKeys,
    private readonly taken: TakenKey,
    private readonly hash: string,
  ) {}

  onceOnly<T>(work: (tx: Tx) => Promise<T>): (tx: Tx) => Promise<T> {
    if (this.over) return work;
    const step = this.stepOf(work);
    return async (tx) => {
      const results = await tx.bypassRowSecurity(() => this.keys.enter(tx, this.taken, this.hash));
      if (step in results) return fromJson(this.note(results[step])) as T;
      const result = await refusingSecond(() => work(tx));
      results[step] = this.note(toJson(result));
      await tx.bypassRowSecurity(() => this.keys.leave(tx, this.taken, results));
      return result;
    };
  }

  /**
   * The request was answered; later work no longer belongs to it. Refusals are not stored, but their committed results
   * are.
   */
  async end(status: number, data: unknown): Promise<void> {
    this.over = true;
    if (status < 400) await this.keys.answer(this.taken, this.hash, status, data);
  }

  /** The response was sent completely; a secret in it is deleted. */
  async sent(): Promise<void> {
    if (this.over && this.showsSecret) await this.keys.deleteAnswer(this.taken);
  }

  /** A transaction is identified by its text, which is the same in a repeat; repeated ones are counted. */
  private stepOf(work: (tx: Tx) => Promise<unknown>): string {
    const text = sha256Hex(work.toString()).slice(0, 16);
    const nth = (this.passed.get(text) ?? 0) + 1;
    this.passed.set(text, nth);
    return `${text}.${nth}`;
  }

  private note(result: unknown): unknown {
    this.showsSecret ||= hasSecret(result);
    return result;
  }
}

async function refusingSecond<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!ONE_PER_KEY.test(violatedConstraint(error) ?? '')) throw error;
    throw new AppError(commonErrors.idempotency_key_reused, { cause: error });
  }
}

/** The row to which the encrypted data of a key is bound. */
export function sealOf({ scope, key }: TakenKey): SealContext {
  return { table: 'platform.idempotency_keys', rowId: `${scope}:${key}`, purpose: 'response' };
}
