import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@portal/platform/database';
import { OVERLAP_MS, type KeyLife } from './domain/rotation.js';
import { secretsErrors } from '../errors.js';
import type { KeyScope } from './key-view.js';
import { FLEET, type Ring } from './rings.repository.js';
import { SigningClockEntity, SigningKeyEntity } from './signing-key.entity.js';

/** A valid key with a timestamp that no other call of this key to the Drive gets. */
export interface SignableRow {
  readonly id: string;
  readonly scope: KeyScope;
  readonly ownerId: string;
  readonly version: number;
  readonly sealed: string;
  /** The called Drive, for which the timestamp is unique. */
  readonly driveId: string;
  /** Unix milliseconds by the wall clock of the database, one clock for all processes. */
  readonly timestampMs: number;
  readonly adopted: boolean;
  /** True when `last_used_at` is older than a minute. */
  readonly useIsStale: boolean;
}

type NewKey = Pick<SigningKeyEntity, 'id' | 'scope' | 'ownerId' | 'version' | 'sealed' | 'fingerprint' | 'notBefore'>;

/** A key without its secret, with the business time of the read. */
type KeyAtReading = Omit<SigningKeyEntity, 'scope' | 'ownerId' | 'sealed'> & { now: Date };

/** The wall clock of the database in Unix ms: one clock for all processes. */
const WALL_MS = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint';
/** `drive_id` of the clock of a key that signs at one Drive only. */
const NO_DRIVE = `'00000000-0000-0000-0000-000000000000'::uuid`;
/** A Drive accepts timestamps up to five minutes ahead of its own clock. The rest is a margin for slow clocks. */
const MAX_LEAD_MS = 60_000;

/** Who is called, and in whose name. */
export interface Signs {
  readonly driveId: string;
  readonly tenantId?: string;
}
type RingOf = Pick<Ring, 'scope' | 'ownerId'> & { readonly driveId: string };
type ReservedRow = Omit<SignableRow, 'driveId' | 'timestampMs'> & {
  /** Place among those that were asked for, from 1. */
  n: number;
  firstMs: string | null;
};
interface Choice {
  readonly below?: number | null;
  readonly except?: number | null;
}

@Injectable()
export class SigningKeysRepository {
  constructor(private readonly database: Database) {}

  /**
   * Locks the owner's ring until the transaction ends and reads its keys, so that changes of one owner never overlap.
   * `now` is read after the lock, because the transaction may have started before the change it waited for.
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
    await tx.manager.insert(SigningClockEntity, { keyId: key.id });
  }

  async end(
    tx: Tx,
    { scope, ownerId }: Pick<Ring, 'scope' | 'ownerId'>,
    ending: Pick<KeyLife, 'version' | 'notAfter' | 'revokedAt'>,
  ): Promise<void> {
    const { version, notAfter, revokedAt } = ending;
    await tx.manager.update(SigningKeyEntity, { scope, ownerId, version }, { notAfter, revokedAt });
  }

  /** Newest first, each with the business time of the read. */
  async ofOwner(scope: KeyScope, ownerId: string): Promise<KeyAtReading[]> {
    return this.database.query<KeyAtReading>(
      `select platform.portal_now() as now, id, version, fingerprint, not_before as "notBefore", not_after as "notAfter", revoked_at as "revokedAt",
         last_used_at as "lastUsedAt", adopted_at as "adoptedAt", created_at as "createdAt"
       from secrets.signing_keys where scope = $1 and owner_id = $2 order by version desc`,
      [scope, ownerId],
    );
  }

  /** How many of these Drives ever had a key of their own. */
  async drivesWithKeys(driveIds: readonly string[]): Promise<number> {
    const [row] = await this.database.query<{ drives: number }>(
      `select count(distinct owner_id)::int as drives from secrets.signing_keys where scope = 'drive' and owner_id = any($1::uuid[])`,
      [driveIds],
    );
    return row!.drives;
  }

  /** As `reserveEach`, for one call or several of one kind. @throws AppError `signing_clock_ahead` (503) */
  async reserve(of: Signs | RingOf, options: Choice & { count?: number } = {}): Promise<SignableRow | undefined> {
    const { count = 1, ...choice } = options;
    const [row] = await this.reserveEach([{ of, count, ...choice }]);
    if (row === 'clock_ahead') throw secretsErrors.signing_clock_ahead();
    return row;
  }

  /** As `reserve`, of the ring that signed before the fleet's or after it; undefined once a rotation's overlap is over. */
  async reserveBefore({ driveId, tenantId }: Signs, count = 1): Promise<SignableRow | undefined> {
    const [ring] = await this.database.query<Pick<Ring, 'scope' | 'ownerId'>>(
      `select case when t.owner_id is not null then 'tenant' when s.previous = 'fleet' then 'fleet' else 'drive' end as scope,
         coalesce(t.owner_id, case when s.previous = 'fleet' then $3 else $1 end) as "ownerId"
       from secrets.drive_signing s left join secrets.tenant_rings t on t.drive_id = $1 and t.tenant_id = $2
         and t.handed_over_at is not null and s.previous = 'tenant'
       where s.drive_id = $1 and 'fleet' in (s.scope, s.previous) and s.changed_at > (select platform.portal_now()) - $4 * interval '1 millisecond'`,
      [driveId, tenantId ?? null, FLEET.ownerId, OVERLAP_MS],
    );
    return ring && this.reserve({ ...ring, driveId }, { count });
  }

  /**
   * For each of `asked` the newest key that is valid now and signs for `of` (below version `below`, or other than version
   * `except`, when given), and `count` timestamps for it, of which `timestampMs` is the first; undefined without such a key,
   * `clock_ahead` when the timestamps would run more than a minute ahead of the clock. One statement: validity is asked
   * again for every call, so that an ended key stops at once, and the row update gives every process other timestamps,
   * rising without end. Clocks move in one order, so that processes wait for each other. A fleet key has a clock per
   * Drive, which begins at its first one.
   */
  async reserveEach(
    asked: readonly ({ of: Signs | RingOf; count: number } & Choice)[],
  ): Promise<(SignableRow | 'clock_ahead' | undefined)[]> {
    const column = <T>(value: (one: (typeof asked)[number]) => T | undefined): (T | null)[] =>
      asked.map((one) => value(one) ?? null);
    const rows = await this.database.prepared<ReservedRow>(
      'secrets_reserve_each',
      `
  with asked as (
    select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::int[], $6::int[], $7::int[])
      with ordinality as a(drive_id, tenant_id, scope, owner_id, below, other_than, calls, n)),
  newest as (
    select a.n::int, a.calls, k.*, case when k.scope = 'fleet' then a.drive_id else ${NO_DRIVE} end as clock
    from (select platform.portal_now() as now) t cross join asked a
    cross join lateral (
      select a.scope, a.owner_id where a.scope is not null
      union all select r.scope, r.owner_id from secrets.ring_of(a.drive_id, a.tenant_id) r where a.scope is null) ring
    cross join lateral (
      select s.id, s.scope, s.owner_id, s.version, s.sealed, s.adopted_at is not null as adopted,
        s.last_used_at is null or s.last_used_at < t.now - interval '1 minute' as stale
      from secrets.signing_keys s
      where s.scope = ring.scope and s.owner_id = ring.owner_id and (a.below is null or s.version < a.below)
        and (a.other_than is null or s.version <> a.other_than)
        and secrets.validity(s.not_before, s.not_after, s.revoked_at) @> t.now
      order by s.version desc limit 1) k),
  wanted as (select id, clock, sum(calls)::bigint as calls from newest group by id, clock),
  ticked as (
    insert into secrets.signing_clocks as c (key_id, drive_id, last_ms)
    select w.id, w.clock, greatest(${WALL_MS} - 1,
      (select f.last_ms from secrets.signing_clocks f where f.key_id = w.id and f.drive_id = ${NO_DRIVE})) + w.calls
    from wanted w order by w.id, w.clock
    on conflict (key_id, drive_id) do update set last_ms = greatest(c.last_ms, ${WALL_MS} - 1)
        + (select w.calls from wanted w where w.id = c.key_id and w.clock = c.drive_id)
      where c.last_ms < ${WALL_MS} + ${MAX_LEAD_MS}
    returning c.key_id, c.drive_id, c.last_ms)
  select k.n, k.id, k.scope, k.owner_id as "ownerId", k.version, k.sealed, k.adopted, k.stale as "useIsStale",
    t.last_ms - w.calls + 1 + sum(k.calls) over (partition by k.id, k.clock order by k.n) - k.calls as "firstMs"
  from newest k join wanted w on w.id = k.id and w.clock = k.clock
  left join ticked t on t.key_id = k.id and t.drive_id = k.clock`,
      [
        column(({ of }) => of.driveId),
        column(({ of }) => ('scope' in of ? undefined : of.tenantId)),
        column(({ of }) => ('scope' in of ? of.scope : undefined)),
        column(({ of }) => ('scope' in of ? of.ownerId : undefined)),
        column(({ below }) => below),
        column(({ except }) => except),
        column(({ count }) => count),
      ],
    );
    const byPlace = new Map(rows.map((row) => [row.n - 1, row]));
    return asked.map(({ of }, place) => {
      const row = byPlace.get(place);
      if (!row) return undefined;
      const { n: _place, firstMs, ...key } = row;
      return firstMs === null ? 'clock_ahead' : { ...key, driveId: of.driveId, timestampMs: Number(firstMs) };
    });
  }

  /** Records accepted calls of these keys, of each at most once a minute; locked in one order, so that processes cannot deadlock. */
  async noteUses(keyIds: readonly string[], q: Pick<Tx, 'query'> = this.database): Promise<void> {
    await q.query(
      `update secrets.signing_keys k set last_used_at = s.now from (
         select o.id, n.now from secrets.signing_keys o, (select platform.portal_now() as now) n
         where o.id = any($1::uuid[]) and (o.last_used_at is null or o.last_used_at < n.now - interval '1 minute')
         order by o.id for no key update of o) s
       where k.id = s.id`,
      [keyIds],
    );
  }

  /** Marks the first accepted call; false when it was marked before. */
  adopt(tx: Tx, keyId: string): Promise<boolean> {
    return tx.matched(
      'update secrets.signing_keys set adopted_at = $2, last_used_at = $2 where id = $1 and adopted_at is null returning 1 as adopted',
      [keyId, tx.now],
    );
  }
}
