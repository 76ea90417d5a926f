import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Database, type Tx } from '@portal/platform/database';
import type { KeyLife } from './domain/rotation.js';
import { secretsErrors } from '../errors.js';
import type { KeyScope } from './key-view.js';
import type { Ring } from './rings.repository.js';
import { SigningKeyEntity } from './signing-key.entity.js';

/** A valid key together with a timestamp that no other call of this key to the Drive gets. */
export interface SignableRow {
  readonly id: string;
  readonly scope: KeyScope;
  readonly ownerId: string;
  readonly version: number;
  readonly sealed: string;
  /** The Drive that is called: the timestamp is of no other call of this key there. */
  readonly driveId: string;
  /** Unix milliseconds by the wall clock of the database, one clock for all processes. */
  readonly timestampMs: number;
  readonly adopted: boolean;
  /** True when `last_used_at` is older than a minute. */
  readonly useIsStale: boolean;
}

type NewKey = Pick<SigningKeyEntity, 'id' | 'scope' | 'ownerId' | 'version' | 'sealed' | 'fingerprint' | 'notBefore'>;

/** What its owner may know of a key, with business time at the reading. */
type KeyAtReading = Omit<SigningKeyEntity, 'scope' | 'ownerId' | 'sealed'> & { now: Date };

/** The wall clock of the database in Unix ms: one clock for all processes. */
const WALL_MS = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint';
/** Of the clock of a key that signs at one Drive. */
const NO_DRIVE = `'00000000-0000-0000-0000-000000000000'::uuid`;
/** A Drive takes timestamps up to five minutes ahead of its own clock; the rest of that is left for its clock to be slow. */
const MAX_LEAD_MS = 60_000;

@Injectable()
export class SigningKeysRepository {
  constructor(private readonly database: Database) {}

  /**
   * Locks the owner's ring until the transaction ends and reads its keys. Two changes of one owner never overlap. `now`
   * is read behind the lock: the start of this transaction may lie before the change it waited for.
   */
  async lockRing(
    tx: Tx,
    { scope, ownerId }: Pick<Ring, 'scope' | 'ownerId'>,
  ): Promise<{ keys: SigningKeyEntity[]; now: Date }> {
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
    { scope, ownerId }: Pick<Ring, 'scope' | 'ownerId'>,
    ending: Pick<KeyLife, 'version' | 'notAfter' | 'revokedAt'>,
  ): Promise<void> {
    const { version, notAfter, revokedAt } = ending;
    await tx.manager.update(SigningKeyEntity, { scope, ownerId, version }, { notAfter, revokedAt });
  }

  /** Newest first, each with business time at the reading. */
  async ofOwner(scope: KeyScope, ownerId: string): Promise<KeyAtReading[]> {
    return this.database.query<KeyAtReading>(
      `select platform.portal_now() as now, id, version, fingerprint, not_before as "notBefore", not_after as "notAfter", revoked_at as "revokedAt",
         last_used_at as "lastUsedAt", adopted_at as "adoptedAt", created_at as "createdAt"
       from secrets.signing_keys where scope = $1 and owner_id = $2 order by version desc`,
      [scope, ownerId],
    );
  }

  /**
   * The newest key that is valid now and signs for `of` (below version `below`, or other than version `except`, when
   * given), and `count` timestamps for it, of which `timestampMs` is the first. One statement: validity is asked anew
   * for every call, so that an ended key stops at once, and the row update hands every process other timestamps, rising
   * without end. A fleet key has a clock per Drive, which begins where its first one stands.
   * @throws AppError `signing_clock_ahead` (503) when the timestamps would run more than a minute ahead of the clock.
   */
  async reserve(
    of: { driveId: string; tenantId?: string } | (Pick<Ring, 'scope' | 'ownerId'> & { driveId: string }),
    { below = null, except = null, count = 1 }: { below?: number | null; except?: number | null; count?: number } = {},
  ): Promise<SignableRow | undefined> {
    const [ring, first, second] =
      'scope' in of
        ? ['select $1::text as scope, $2::uuid as owner_id', of.scope, of.ownerId]
        : ['select scope, owner_id from secrets.ring_of($1::uuid, $2::uuid)', of.driveId, of.tenantId ?? null];
    const [row] = await this.database.query<{
      id: string;
      scope: KeyScope;
      owner_id: string;
      version: number;
      sealed: string;
      first_ms: string | null;
      adopted: boolean;
      stale: boolean;
    }>(
      `with ring as (${ring}),
       newest as (
         select k.id, k.scope, k.owner_id, k.version, k.sealed, k.adopted_at is not null as adopted,
           k.last_used_at is null or k.last_used_at < n.now - interval '1 minute' as stale
         from ring r join secrets.signing_keys k on k.scope = r.scope and k.owner_id = r.owner_id,
           (select platform.portal_now() as now) n
         where ($3::int is null or k.version < $3) and ($5::int is null or k.version <> $5)
           and secrets.validity(k.not_before, k.not_after, k.revoked_at) @> n.now
         order by k.version desc limit 1),
       ticked as (
         insert into secrets.signing_clocks as c (key_id, drive_id, last_ms)
         select id, case when scope = 'fleet' then $6::uuid else ${NO_DRIVE} end, greatest(${WALL_MS} - 1,
           (select f.last_ms from secrets.signing_clocks f where f.key_id = newest.id and f.drive_id = ${NO_DRIVE})) + $4
         from newest
         on conflict (key_id, drive_id) do update set last_ms = greatest(c.last_ms, ${WALL_MS} - 1) + $4
           where c.last_ms < ${WALL_MS} + ${MAX_LEAD_MS}
         returning c.last_ms - $4 + 1 as first_ms)
       select newest.*, ticked.first_ms from newest left join ticked on true`,
      [first, second, below, count, except, of.driveId],
    );
    if (!row) return undefined;
    if (row.first_ms === null) throw new AppError(secretsErrors.signing_clock_ahead);
    return {
      id: row.id,
      scope: row.scope,
      ownerId: row.owner_id,
      version: row.version,
      driveId: of.driveId,
      sealed: row.sealed,
      timestampMs: Number(row.first_ms),
      adopted: row.adopted,
      useIsStale: row.stale,
    };
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
