import { Injectable } from '@nestjs/common';
import { switchedOff } from '@portal/approvals';
import { Ids } from '@portal/kernel';
import { Database, type Tx } from '@portal/platform/database';
import { DRIVE_SQL } from './domain/drive-capabilities.js';
import type { ListingState } from './domain/listing-state.js';
import { listingsErrors } from '../errors.js';
import type { Queryable } from '../pricing/prices.js';
import { ListingEntity, type PublicationEntity } from './listing.entity.js';

type ListingSeed = Pick<ListingEntity, 'driveId' | 'orgId' | 'slug' | 'name'>;
type Card = Pick<ListingEntity, 'name' | 'tagline' | 'category' | 'motion' | 'tier'> & { digest: string };
type Publication = Pick<PublicationEntity, 'driveId' | 'revisionId' | 'submissionId' | 'prompts'>;

/**
 * Between two polls of one Drive, by the wall clock: three to four minutes, so that Drives that were listed together do
 * not stay together. With a poll every minute a change is found within five. A Drive that fails is left alone for
 * longer and longer, up to half an hour; "publish now" reads it at once all the same.
 */
const POLL_EVERY = `(interval '4 minutes' * (0.75 + 0.25 * random()) * least(2 ^ greatest(sync_failures - 1, 0), 8))`;
/** A sync that was requested and has not begun within this time may be requested again: the request may be lost. */
const REQUEST_LASTS = "interval '2 minutes'";

@Injectable()
export class ListingsRepository {
  constructor(
    private readonly ids: Ids,
    private readonly database: Database,
  ) {}

  find(driveId: string): Promise<ListingEntity | undefined> {
    return this.database.query<ListingEntity>(`${SELECT} where drive_id = $1`, [driveId]).then((rows) => rows[0]);
  }

  /** Creates the listing of a reserved Drive when it is not there yet, and locks it until the transaction ends. */
  async open(tx: Tx, seed: ListingSeed): Promise<ListingEntity> {
    await tx.query(
      'insert into listings.listings (drive_id, org_id, slug, name) values ($1, $2, $3, $4) on conflict do nothing',
      [seed.driveId, seed.orgId, seed.slug, seed.name],
    );
    return (await this.lock(tx, seed.driveId))!;
  }

  /** Locks the listing. Everything that publishes or opens a submission of a Drive queues up here. */
  async lock(tx: Tx, driveId: string): Promise<ListingEntity | undefined> {
    const [row] = await tx.query<ListingEntity>(`${SELECT} where drive_id = $1 for update`, [driveId]);
    return row;
  }

  /** As `lock`. @throws AppError `listing_not_found` (404), `listing_not_live` (409) while it has no live version */
  async lockLive(tx: Tx, driveId: string): Promise<ListingEntity> {
    const listing = await this.lock(tx, driveId);
    if (!listing) throw listingsErrors.listing_not_found();
    if (listing.state === 'unlisted') throw listingsErrors.listing_not_live();
    return listing;
  }

  /** Names of other authors' Drives that are listed, or may be listed again. */
  async namesOfOthers(q: Queryable, orgId: string): Promise<string[]> {
    const rows = await q.query<{ name: string }>(
      `select distinct name from listings.listings where org_id <> $1 and live_revision_id is not null and state <> 'retired'`,
      [orgId],
    );
    return rows.map(({ name }) => name);
  }

  /**
   * Which of the namespaces belong to another Drive: they are its id, which is never given again, or it is live with pages
   * in them.
   * @param namespaces in lower case.
   */
  async namespacesOfOthers(q: Queryable, driveId: string, namespaces: readonly string[]): Promise<string[]> {
    if (namespaces.length === 0) return [];
    const rows = await q.query<{ namespace: string }>(
      `select namespace from unnest($2::text[]) wanted(namespace)
       where exists (select from listings.listings l where l.drive_id <> $1 and l.slug = namespace)
         or exists (select from listings.listings l join listings.revisions r on r.id = l.live_revision_id
           cross join jsonb_array_elements(r.manifest->'routesExposed') route
           where l.drive_id <> $1 and l.state <> 'retired' and lower((regexp_split_to_array(route->>'path', '[/?#]'))[2]) = namespace)
       order by namespace`,
      [driveId, namespaces],
    );
    return rows.map(({ namespace }) => namespace);
  }

  /** Points the listing at a revision; an unlisted Drive becomes listed. */
  async publish(
    tx: Tx,
    { driveId, revisionId, from, submissionId, prompts }: Publication & { from: string | null },
    { name, tagline, category, motion, tier, digest }: Card,
  ): Promise<void> {
    // The current content of the icon's address was not reviewed, so the approved picture stays.
    if (submissionId === null)
      await tx.query(
        `insert into listings.revision_icons (revision_id, digest, problem, fetched_at)
           select $2, digest, problem, fetched_at from listings.revision_icons where revision_id = $1
         on conflict (revision_id) do update set digest = excluded.digest, problem = excluded.problem, fetched_at = excluded.fetched_at`,
        [from, revisionId],
      );
    await tx.query(
      `update listings.listings set live_revision_id = $2, name = $3, tagline = $4, category = $5, motion = $6, tier = $7, last_seen_digest = $8,
         state = case state when 'unlisted' then 'listed' else state end, listed_at = coalesce(listed_at, $9),
         next_sync_at = coalesce(next_sync_at, clock_timestamp() + ${POLL_EVERY}),
         -- A submission may have another address, whose server knows nothing of the tag that the old one gave.
         manifest_etag = case when $10::uuid is null then manifest_etag end
       where drive_id = $1`,
      [driveId, revisionId, name, tagline, category, motion, tier, digest, tx.now, submissionId],
    );
    await tx.query(
      `insert into listings.publications (id, drive_id, revision_id, from_revision_id, submission_id, prompts, published_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [this.ids.next(), driveId, revisionId, from, submissionId, prompts, tx.now],
    );
  }

  /**
   * Claims up to `limit` Drives whose manifest is to be read again, and plans the next time. Authors are served in
   * rotation: the first Drive of each, then the second of each, so that one with a thousand Drives does not delay the
   * others. With each goes the number of the reading that begins.
   */
  async takeDue(tx: Tx, limit: number): Promise<{ driveId: string; orgId: string; reading: number }[]> {
    return tx.query(
      // More than are claimed, so that enough are left after skipping those that other workers are claiming.
      `with due as (
         select drive_id, rank, next_sync_at from (select drive_id, next_sync_at, row_number() over (partition by org_id order by next_sync_at, drive_id) as rank
           from listings.listings where next_sync_at <= clock_timestamp() and state in (${DRIVE_SQL.sync})
             and not ${switchedOff('drive', 'sync', 'drive_id')}) due
         order by due.rank, due.next_sync_at limit 8 * $1),
       free as (select l.drive_id from listings.listings l join due on due.drive_id = l.drive_id
         where l.next_sync_at <= clock_timestamp() order by due.rank, due.next_sync_at limit $1 for update of l skip locked)
       update listings.listings l set next_sync_at = clock_timestamp() + ${POLL_EVERY}, readings = readings + 1
       from free where l.drive_id = free.drive_id
       returning l.drive_id as "driveId", l.org_id as "orgId", l.readings as reading`,
      [limit],
    );
  }

  /** Records a request for a sync; false when one is already requested and has not begun. */
  async requestSync(tx: Tx, driveId: string): Promise<boolean> {
    return tx.matched(
      `update listings.listings set sync_requested_at = clock_timestamp() where drive_id = $1
         and (sync_requested_at is null or sync_requested_at < clock_timestamp() - ${REQUEST_LASTS}) returning 1 as noted`,
      [driveId],
    );
  }

  /** The requested sync begins: requests from now on need another one. Answers the number of its reading. */
  async syncBegins(tx: Tx, driveId: string): Promise<number> {
    return (await tx.value<number>(
      'update listings.listings set sync_requested_at = null, readings = readings + 1 where drive_id = $1 returning readings as reading',
      [driveId],
    ))!;
  }

  /** The whole manifest was read, with the ETag that makes the next request conditional. */
  async manifestRead(tx: Tx, driveId: string, etag: string | null): Promise<void> {
    await tx.query(
      'update listings.listings set manifest_etag = $2, manifest_read_at = clock_timestamp() where drive_id = $1',
      [driveId, etag],
    );
  }

  /**
   * The Drive answered with a readable manifest; `digest` was dealt with. False, and nothing changes, when a later reading
   * has reported its result.
   */
  async synced(tx: Tx, driveId: string, reading: number, digest: string | null): Promise<boolean> {
    return tx.matched(
      `update listings.listings set last_synced_at = $2, sync_failures = 0, last_seen_digest = coalesce($3, last_seen_digest), followed_reading = $4
       where drive_id = $1 and followed_reading < $4 returning 1 as followed`,
      [driveId, tx.now, digest, reading],
    );
  }

  /** Nothing changes when a later reading has reported its result. */
  async syncFailed(tx: Tx, driveId: string, reading: number): Promise<void> {
    const rows = await tx.query(
      `update listings.listings set last_synced_at = $2, sync_failures = sync_failures + 1, manifest_etag = null, followed_reading = $3
       where drive_id = $1 and followed_reading < $3 returning 1 as followed`,
      [driveId, tx.now, reading],
    );
    if (rows.length === 0) return;
    await tx.query(
      `update listings.listings set next_sync_at = clock_timestamp() + ${POLL_EVERY} where drive_id = $1 and next_sync_at is not null`,
      [driveId],
    );
  }

  /** Compare and set. */
  async move(tx: Tx, driveId: string, from: ListingState, to: ListingState): Promise<boolean> {
    return tx.matched(
      'update listings.listings set state = $3 where drive_id = $1 and state = $2 returning 1 as moved',
      [driveId, from, to],
    );
  }
}

const SELECT = `select drive_id as "driveId", org_id as "orgId", slug, state, live_revision_id as "liveRevisionId", name, tagline, category, motion, tier,
  listed_at as "listedAt", created_at as "createdAt", last_seen_digest as "lastSeenDigest", last_synced_at as "lastSyncedAt",
  sync_failures as "syncFailures", next_sync_at as "nextSyncAt", manifest_etag as "manifestEtag", manifest_read_at as "manifestReadAt",
  sync_requested_at as "syncRequestedAt", conformance_ok as "conformanceOk", verified_at as "verifiedAt", checked_at as "checkedAt", handshake_at as "handshakeAt", checks,
  readings, followed_reading as "followedReading" from listings.listings`;
