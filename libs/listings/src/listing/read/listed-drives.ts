import { Inject, Injectable, Optional } from '@nestjs/common';
import { decodeCursor, toPage, type Page } from '@portal/kernel';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { conformanceState } from '../../conformance/domain/conformance-state.js';
import type { ListingState } from '../domain/listing-state.js';
import { listingsErrors } from '../../errors.js';
import type { ListedDriveView } from '../listings.view.js';
import { InstallCounts } from '../install-counts.js';
import { DEPRECATION_OF, deprecationView } from './listing-status.js';

interface Row extends RowOf<Omit<ListedDriveView, 'installs' | 'conformance'>, 'listed_at' | 'last_synced_at'> {
  conformance_ok: boolean | null;
  verified_at: Date | null;
}

const SELECT = `select l.drive_id, l.slug, l.name, o.name as author, l.state, r.version, l.listed_at, l.conformance_ok, l.verified_at, l.last_synced_at, ${DEPRECATION_OF} as deprecation,
    coalesce((select jsonb_agg(jsonb_build_object('kind', n.kind, 'text', n.text, 'noticed_at', n.noticed_at) order by n.noticed_at desc)
      from listings.sync_notes n where n.drive_id = l.drive_id and n.resolved_at is null), '[]') as notes,
    coalesce((select jsonb_agg(jsonb_build_object('seen_before_at', c.seen_before_at, 'noticed_at', c.noticed_at, 'outcome', c.outcome,
        'digest_before', c.digest_before, 'digest_after', c.digest_after) order by c.noticed_at desc)
      from (select * from listings.subprocessor_changes x where x.drive_id = l.drive_id order by x.noticed_at desc limit 5) c), '[]') as subprocessor_changes,
    listings.removal_waits(l.drive_id) as removal_approval_id
  from listings.listings l join authors.organizations o on o.id = l.org_id join listings.revisions r on r.id = l.live_revision_id`;

/** failing: the newest run of the checks failed. noted: something prevents us from following its manifest. */
export const HEALTHS = ['failing', 'noted'] as const;
export type Health = (typeof HEALTHS)[number];

/** Every Drive that went live, in whatever state it is now. */
@Injectable()
export class ListedDrives {
  constructor(
    private readonly database: Database,
    @Optional() @Inject(InstallCounts) private readonly counts?: InstallCounts,
  ) {}

  /** By name. */
  async list(query: {
    limit: number;
    cursor?: string;
    q?: string;
    state?: ListingState;
    health?: Health;
  }): Promise<Page<ListedDriveView>> {
    const [name, slug] = query.cursor === undefined ? [null, null] : decodeCursor(query.cursor, 2);
    const rows = await this.database.query<Row>(
      `${SELECT} where ($1::text is null or l.state = $1) and ($2::text is null or strpos(lower(l.name), lower($2)) > 0 or strpos(l.slug, lower($2)) > 0)
         and ($3::text is null or (lower(l.name), l.slug) > ($3, $4))          and ($6::text is null or ($6 = 'failing' and l.conformance_ok = false) or ($6 = 'noted' and exists (select from listings.sync_notes n where n.drive_id = l.drive_id and n.resolved_at is null)))
       order by lower(l.name), l.slug limit $5`,
      [query.state ?? null, query.q?.trim() || null, name, slug, query.limit + 1, query.health ?? null],
    );
    const installs = await this.counts?.byDrive(rows.map((row) => row.drive_id));
    return toPage(
      rows,
      query.limit,
      (row) => [row.name.toLowerCase(), row.slug],
      (row) => view(row, installs),
    );
  }

  /** @throws AppError `listing_not_found` (404) */
  async one(driveId: string): Promise<ListedDriveView> {
    const [row] = await this.database.query<Row>(`${SELECT} where l.drive_id = $1`, [driveId]);
    if (!row) throw listingsErrors.listing_not_found();
    return view(row, await this.counts?.byDrive([driveId]));
  }
}

function view(row: Row, installs: ReadonlyMap<string, number> | undefined): ListedDriveView {
  const { conformance_ok, verified_at, ...listing } = row;
  return {
    ...isoDates(listing),
    installs: installs ? (installs.get(row.drive_id) ?? 0) : null,
    conformance: { state: conformanceState(conformance_ok), verified_at: verified_at?.toISOString() ?? null },
    notes: listing.notes.map((note) => ({ ...note, noticed_at: new Date(note.noticed_at).toISOString() })),
    subprocessor_changes: listing.subprocessor_changes.map((change) => ({
      ...change,
      seen_before_at: new Date(change.seen_before_at).toISOString(),
      noticed_at: new Date(change.noticed_at).toISOString(),
    })),
    deprecation: deprecationView(listing.deprecation),
  };
}
