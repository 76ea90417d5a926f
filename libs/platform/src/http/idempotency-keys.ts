import { Injectable } from '@nestjs/common';
import { Secret } from '@portal/kernel';
import { SealedBox, type SealContext } from '../crypto/sealed-box.js';
import { bypassRowSecurity } from '../database/data-scope.js';
import { Database } from '../database/database.js';

/** A key in the name of whoever sent it. */
export interface TakenKey {
  readonly scope: string;
  readonly key: string;
}

interface KnownRequest {
  readonly requestHash: string;
  /** Absent while the first request has not answered. */
  readonly answer?: { readonly status: number; readonly data: unknown };
}

/** Ends a request early with the answer that its key had before; the error filter sends it. */
export class Replay extends Error {
  constructor(
    readonly status: number,
    readonly data: unknown,
  ) {
    super('answered before');
  }
}

/** A first request that has not answered by now has died with its process. */
const ABANDONED_AFTER = "interval '60 seconds'";

/** `platform.idempotency_keys`: answers are sealed, because one may hold a secret that is shown once. */
@Injectable()
export class IdempotencyKeys {
  constructor(
    private readonly database: Database,
    private readonly box: SealedBox,
  ) {}

  /** Takes the key for a request with this hash, or returns what is known about it. */
  async take({ scope, key }: TakenKey, hash: string): Promise<KnownRequest | undefined> {
    const taken = await this.query(
      `insert into platform.idempotency_keys (scope, key, request_hash) values ($1, $2, $3)
       on conflict (scope, key) do update set created_at = clock_timestamp(), request_hash = excluded.request_hash, status = null, body = null
         where idempotency_keys.created_at < clock_timestamp() - interval '24 hours'
            or (idempotency_keys.status is null and idempotency_keys.created_at < clock_timestamp() - ${ABANDONED_AFTER} and idempotency_keys.request_hash = excluded.request_hash)
       returning 1 as taken`,
      [scope, key, hash],
    );
    if (taken.length > 0) return undefined;
    const [row] = await this.query<{ request_hash: string; status: number | null; body: string | null }>(
      'select request_hash, status, body from platform.idempotency_keys where scope = $1 and key = $2',
      [scope, key],
    );
    if (!row) return { requestHash: hash };
    const requestHash = row.request_hash;
    if (row.status === null || row.body === null) return { requestHash };
    const data = JSON.parse(this.box.open(row.body, sealOf({ scope, key })).reveal()) as unknown;
    return { requestHash, answer: { status: row.status, data } };
  }

  /** Keeps the answer of the request that took the key. */
  async keep(taken: TakenKey, status: number, data: unknown): Promise<void> {
    const body = this.box.seal(new Secret(JSON.stringify(data)), sealOf(taken));
    await this.query('update platform.idempotency_keys set status = $3, body = $4 where scope = $1 and key = $2', [
      taken.scope,
      taken.key,
      status,
      body,
    ]);
  }

  /** The request was refused: its key may be used again. */
  async release({ scope, key }: TakenKey): Promise<void> {
    await this.query('delete from platform.idempotency_keys where scope = $1 and key = $2 and status is null', [
      scope,
      key,
    ]);
  }

  /** Nobody else may touch a key, not even who sent it: its answer may hold a secret that is shown once. */
  private query<R>(sql: string, params: unknown[]): Promise<R[]> {
    return bypassRowSecurity(() => this.database.query<R>(sql, params));
  }
}

/** Where the answer of a key is sealed to. */
export function sealOf({ scope, key }: TakenKey): SealContext {
  return { table: 'platform.idempotency_keys', rowId: `${scope}:${key}`, purpose: 'response' };
}
