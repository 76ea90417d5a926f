import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@portal/platform';
import type { KeyLife } from '../domain/rotation.js';
import type { KeyScope } from '../key-view.js';
import { SigningKeyEntity } from './signing-key.entity.js';

/** A valid key together with a timestamp that no other call of this key gets. */
export interface SignableRow {
  readonly id: string;
  readonly version: number;
  readonly sealed: string;
  /** Unix milliseconds by the wall clock of the database, one clock for all processes. */
  readonly timestampMs: number;
  readonly adopted: boolean;
  /** True when `last_used_at` is older than a minute. */
  readonly useIsStale: boolean;
}

export type NewKey = Pick<
  SigningKeyEntity,
  'id' | 'scope' | 'ownerId' | 'version' | 'sealed' | 'fingerprint' | 'notBefore'
>;

@Injectable()
export class SigningKeysRepository {
  constructor(private readonly database: Database) {}

  /**
   * Locks the owner's ring until the transaction ends and reads its keys. Two changes of one owner never overlap. `now`
   * is read behind the lock: the start of this transaction may lie before the change it waited for.
   */
  async lockRing(tx: Tx, scope: KeyScope, ownerId: string): Promise<{ keys: KeyLife[]; now: Date }> {
    await tx.query('insert into secrets.key_rings (scope, owner_id) values ($1, $2) on conflict do nothing', [
      scope,
      ownerId,
    ]);
    await tx.query('select 1 from secrets.key_rings where scope = $1 and owner_id = $2 for update', [scope, ownerId]);
    const [clock] = await tx.query<{ now: Date }>('select platform.portal_now() as now');
    return { keys: await tx.manager.find(SigningKeyEntity, { where: { scope, ownerId } }), now: clock!.now };
  }

  async add(tx: Tx, key: NewKey): Promise<void> {
    await tx.manager.insert(SigningKeyEntity, key);
    await tx.query('insert into secrets.signing_clocks (key_id) values ($1)', [key.id]);
  }

  async end(
    tx: Tx,
    owner: { scope: KeyScope; ownerId: string },
    ending: Pick<KeyLife, 'version' | 'notAfter' | 'revokedAt'>,
  ): Promise<void> {
    const { version, notAfter, revokedAt } = ending;
    await tx.manager.update(SigningKeyEntity, { ...owner, version }, { notAfter, revokedAt });
  }

  async ofOwner(scope: KeyScope, ownerId: string): Promise<SigningKeyEntity[]> {
    return this.database.query<SigningKeyEntity>(
      `select id, version, fingerprint, not_before as "notBefore", not_after as "notAfter", revoked_at as "revokedAt",
         last_used_at as "lastUsedAt", adopted_at as "adoptedAt", created_at as "createdAt"
       from secrets.signing_keys where scope = $1 and owner_id = $2 order by version desc`,
      [scope, ownerId],
    );
  }

  /**
   * The newest key that is valid now (below version `below`, when given), and `count` timestamps for it, of which
   * `timestampMs` is the first. One statement: validity is asked anew for every call, so that an ended key stops at
   * once, and the row update hands every process other timestamps, rising without end.
   */
  async reserve(
    scope: KeyScope,
    ownerId: string,
    { below = null, count = 1 }: { below?: number | null; count?: number } = {},
  ): Promise<SignableRow | undefined> {
    const [row] = await this.database.query<{
      id: string;
      version: number;
      sealed: string;
      first_ms: string;
      adopted: boolean;
      stale: boolean;
    }>(
      `with newest as (
         select k.id, k.version, k.sealed, k.adopted_at is not null as adopted,
           k.last_used_at is null or k.last_used_at < n.now - interval '1 minute' as stale
         from secrets.signing_keys k, (select platform.portal_now() as now) n
         where k.scope = $1 and k.owner_id = $2 and ($3::int is null or k.version < $3)
           and secrets.validity(k.not_before, k.not_after, k.revoked_at) @> n.now
         order by k.version desc limit 1),
       ticked as (
         update secrets.signing_clocks c
         set last_ms = greatest(c.last_ms, floor(extract(epoch from clock_timestamp()) * 1000)::bigint - 1) + $4
         from newest where c.key_id = newest.id returning c.last_ms - $4 + 1 as first_ms)
       select newest.*, ticked.first_ms from newest, ticked`,
      [scope, ownerId, below, count],
    );
    return (
      row && {
        id: row.id,
        version: row.version,
        sealed: row.sealed,
        timestampMs: Number(row.first_ms),
        adopted: row.adopted,
        useIsStale: row.stale,
      }
    );
  }

  /** Notes an accepted call, at most once a minute. */
  async noteUse(keyId: string): Promise<void> {
    await this.database.query(
      `update secrets.signing_keys k set last_used_at = n.now from (select platform.portal_now() as now) n
       where k.id = $1 and (k.last_used_at is null or k.last_used_at < n.now - interval '1 minute')`,
      [keyId],
    );
  }

  /** Marks the first accepted call; false when it had been marked before. */
  async adopt(tx: Tx, keyId: string): Promise<boolean> {
    const rows = await tx.query(
      'update secrets.signing_keys set adopted_at = $2, last_used_at = $2 where id = $1 and adopted_at is null returning 1 as adopted',
      [keyId, tx.now],
    );
    return rows.length > 0;
  }
}
