import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import { Database, type Tx } from '@portal/platform/database';
import { SYNCED_STATES } from '../listing/domain/drive-capabilities.js';
import type { KnownList } from './domain/subprocessor-list.js';
import { SubprocessorChangeEntity, type SubprocessorListEntity } from './evidence.entity.js';

export type DueList = Pick<SubprocessorListEntity, 'driveId' | 'url' | 'etag' | 'readAt'> & {
  orgId: string;
  name: string;
};

type ListChange = Pick<
  SubprocessorChangeEntity,
  'driveId' | 'url' | 'digestBefore' | 'digestAfter' | 'seenBeforeAt' | 'noticedAt' | 'outcome' | 'added' | 'removed'
>;

/** A list is read four times a day, spread by chance; sooner to follow a change, less often when it fails. */
const READ_EVERY = `interval '6 hours' * (0.75 + 0.25 * random())`;
const JUDGE_AFTER = `interval '1 hour 5 minutes'`;

/** The lists of subprocessors that live Drives point at, and how they changed. */
@Injectable()
export class SubprocessorListsRepository {
  constructor(
    private readonly ids: Ids,
    private readonly database: Database,
  ) {}

  /** Watches that address from now on, or none. A new address is a new list and starts without state. */
  async watch(tx: Tx, driveId: string, url: string | null): Promise<void> {
    if (url === null) {
      await tx.query('delete from listings.subprocessor_lists where drive_id = $1', [driveId]);
      return;
    }
    await tx.query(
      `insert into listings.subprocessor_lists (drive_id, url) values ($1, $2)
       on conflict (drive_id) do update set url = excluded.url, digest = null, confirmed_at = null, pending_digest = null, pending_since = null,
         entries = null, pending_entries = null, etag = null, read_at = null, failures = 0, next_read_at = clock_timestamp() where subprocessor_lists.url <> excluded.url`,
      [driveId, url],
    );
  }

  /** Takes lists that are to be read again, one of each author before a second of any, and plans their next reading. */
  takeDue(tx: Tx, limit: number): Promise<DueList[]> {
    return tx.query<DueList>(
      `update listings.subprocessor_lists w set next_read_at = clock_timestamp() + ${READ_EVERY}
       from listings.listings l
       where l.drive_id = w.drive_id and w.next_read_at <= clock_timestamp() and w.drive_id in (
         select due.drive_id from (select x.drive_id, x.next_read_at, row_number() over (partition by o.org_id order by x.next_read_at, x.drive_id) as rank
           from listings.subprocessor_lists x join listings.listings o on o.drive_id = x.drive_id
           where x.next_read_at <= clock_timestamp() and o.state = any($2)) due
         order by due.rank, due.next_read_at limit $1)
       returning w.drive_id as "driveId", l.org_id as "orgId", l.name, w.url, w.etag, w.read_at as "readAt"`,
      [limit, SYNCED_STATES],
    );
  }

  /** Locks the state; undefined when another address is watched by now. */
  async lock(tx: Tx, driveId: string, url: string): Promise<KnownList | undefined> {
    const [row] = await tx.query<KnownList & object>(
      `select digest, confirmed_at as "confirmedAt", pending_digest as "pendingDigest", pending_since as "pendingSince", entries, pending_entries as "pendingEntries"
       from listings.subprocessor_lists where drive_id = $1 and url = $2 for update`,
      [driveId, url],
    );
    return row;
  }

  /** Records the list as known, as of now. @param entries its lines; null: unchanged */
  async confirm(tx: Tx, driveId: string, digest: string, entries: readonly string[] | null): Promise<void> {
    await tx.query(
      `update listings.subprocessor_lists set digest = $2, confirmed_at = $3, pending_digest = null, pending_since = null, failures = 0,
         entries = coalesce($4::jsonb, case when pending_digest = $2 then pending_entries else entries end), pending_entries = null where drive_id = $1`,
      [driveId, digest, tx.now, entries && JSON.stringify(entries)],
    );
  }

  /** A changed list was read; it is checked again when the time to announce it is over. */
  async await(
    tx: Tx,
    driveId: string,
    { digest, entries, since }: { digest: string; entries: readonly string[] | null; since: Date },
  ): Promise<void> {
    await tx.query(
      `update listings.subprocessor_lists set pending_digest = $2, pending_since = $3, pending_entries = coalesce($4::jsonb, pending_entries), failures = 0, next_read_at = clock_timestamp() + ${JUDGE_AFTER} where drive_id = $1`,
      [driveId, digest, since, entries && JSON.stringify(entries)],
    );
  }

  /** The whole list was read; the ETag makes the next request conditional. */
  async readInFull(tx: Tx, driveId: string, etag: string | null): Promise<void> {
    await tx.query(
      'update listings.subprocessor_lists set etag = $2, read_at = clock_timestamp() where drive_id = $1',
      [driveId, etag],
    );
  }

  /** It could not be read. Returns how often in a row; undefined when another address is watched by now. */
  async failed(tx: Tx, driveId: string, url: string): Promise<number | undefined> {
    return tx.value<number>(
      `update listings.subprocessor_lists set failures = failures + 1, etag = null,
         next_read_at = clock_timestamp() + interval '10 minutes' * least(2 ^ least(failures, 10), 144)
       where drive_id = $1 and url = $2 returning failures`,
      [driveId, url],
    );
  }

  /** Returns its id. */
  async addChange(tx: Tx, change: ListChange): Promise<string> {
    const id = this.ids.next();
    await tx.manager.insert(SubprocessorChangeEntity, { ...change, id, judgedAt: tx.now });
    return id;
  }

  /** The state, outside a transaction. */
  async known(driveId: string): Promise<Pick<KnownList, 'confirmedAt'> | undefined> {
    const [row] = await this.database.query<Pick<KnownList, 'confirmedAt'> & Record<string, unknown>>(
      'select confirmed_at as "confirmedAt" from listings.subprocessor_lists where drive_id = $1',
      [driveId],
    );
    return row;
  }
}
