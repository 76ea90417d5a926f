import { Injectable } from '@nestjs/common';
import { Listings } from '@portal/listings';
import type { Tx } from '@portal/platform/database';
import type { InstallState } from '../install/domain/install-state.js';
import type { InstallRow } from '../install/installs.repository.js';
import { CREATED_MS, type EventBounds } from './drive-events.repository.js';
import { IS_CALLED } from '../install/called-sql.js';
import type { ReadEndpoint } from './domain/reading.js';
import type { LoadedInstall } from './read-install.js';

/** An install as far as reading it needs it. */
export type ReadableInstall = Pick<
  InstallRow,
  | 'id'
  | 'tenantId'
  | 'ventureId'
  | 'driveId'
  | 'revisionId'
  | 'priceId'
  | 'driveInstallId'
  | 'seenIds'
  | 'scopedToken'
  | 'tokenRefusedAt'
  | 'pausedAt'
  | 'eventsCursorMs'
  | 'pollEveryS'
>;

/** How the last reading of an endpoint went. */
interface KnownReading {
  /** It was due to be read when the install was looked up. */
  readonly due: boolean;
  /** In a row, 0 after a good answer. */
  readonly failures: number;
  readonly behind: boolean;
}

/** A running install with how reading it went so far. */
export interface ReadableRow {
  readonly install: ReadableInstall;
  readonly known: ReadonlyMap<ReadEndpoint, KnownReading>;
  /** As of when the install was looked up. */
  readonly bounds: EventBounds;
  /** That time by the clock of `performance.now`. */
  readonly lookedUpMs: number;
}

type FoundRow = ReadableInstall & {
  readonly known: [endpoint: ReadEndpoint, reading: KnownReading][];
  readonly nowMs: string;
  readonly createdMs: string;
  readonly early: boolean;
};

const COLUMNS = `i.id, i.tenant_id as "tenantId", i.venture_id as "ventureId", i.drive_id as "driveId", i.revision_id as "revisionId",
  i.price_id as "priceId", i.drive_install_id as "driveInstallId", i.seen_ids as "seenIds", i.scoped_token as "scopedToken",
  i.token_refused_at as "tokenRefusedAt", i.paused_at as "pausedAt", i.events_cursor_ms as "eventsCursorMs", i.poll_every_s as "pollEveryS",
  coalesce((select json_agg(json_build_array(r.endpoint, json_build_object('due', r.due_at <= $1::timestamptz, 'failures', r.failures, 'behind', r.behind)))
    from installs.readings r where r.install_id = i.id), '[]') as known,
  floor(extract(epoch from clock_timestamp()) * 1000)::bigint as "nowMs", ${CREATED_MS} as "createdMs",
  exists (select from installs.rejected_events e where e.install_id = i.id and e.reason = 'in_future') as early`;

/** Running installs with all that reading them needs, each by one statement. */
@Injectable()
export class ReadableInstallsRepository {
  constructor(private readonly listings: Listings) {}

  /** Installs of a Drive that are due to be read, longest waiting first. */
  async due(tx: Tx, driveId: string, limit: number): Promise<ReadableRow[]> {
    return rowsOf(
      await tx.query<FoundRow>(
        `select ${COLUMNS} from installs.installs i where i.drive_id = $2 and i.next_poll_at <= $1::timestamptz and ${IS_CALLED}
         order by i.next_poll_at, i.id limit $3`,
        [tx.now, driveId, limit],
      ),
    );
  }

  async find(tx: Tx, id: string, state: InstallState = 'active'): Promise<ReadableRow | undefined> {
    const query = `select ${COLUMNS} from installs.installs i where i.id = $2 and i.state = $3`;
    return rowsOf(await tx.query<FoundRow>(query, [tx.now, id, state]))[0];
  }

  /** With where their Drives are called, in the order of `rows`; those that cannot be called are absent. */
  async load(rows: readonly ReadableRow[]): Promise<LoadedInstall[]> {
    const revisionIds = [...new Set(rows.map(({ install }) => install.revisionId))];
    const drives = new Map(
      await Promise.all(revisionIds.map(async (id) => [id, await this.listings.callable(id)] as const)),
    );
    return rows.flatMap((row) => {
      const drive = drives.get(row.install.revisionId);
      return drive && row.install.scopedToken !== null ? [{ ...row, drive }] : [];
    });
  }
}

function rowsOf(found: readonly FoundRow[]): ReadableRow[] {
  const lookedUpMs = performance.now();
  return found.map(({ known, nowMs, createdMs, early, ...install }) => {
    const readings = new Map(known);
    const behind = readings.get('events')?.behind ?? false;
    return {
      install,
      known: readings,
      bounds: { nowMs: Number(nowMs), createdMs: Number(createdMs), behind, early },
      lookedUpMs,
    };
  });
}

/** The bounds now, by the database's clock. */
export const boundsNow = ({ bounds, lookedUpMs }: Pick<ReadableRow, 'bounds' | 'lookedUpMs'>): EventBounds => ({
  ...bounds,
  nowMs: bounds.nowMs + Math.floor(performance.now() - lookedUpMs),
});
