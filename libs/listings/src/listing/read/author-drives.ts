import { Inject, Injectable, Optional } from '@nestjs/common';
import { type Actor, scopeIds } from '@portal/platform/access';
import { Database, isoDates, type RowOf } from '@portal/platform/database';
import { driveState, type ListingState } from '../domain/listing-state.js';
import type { DriveView } from '../listings.view.js';
import { InstallCounts } from '../install-counts.js';
import { AuthorizedDrives } from '../authorized-drives.js';
import { ListingAppeals } from '../../appeals/listing-appeals.js';
import { listingStatusSql, listingStatusView, DEPRECATION_OF, deprecationView, NOTES_OF } from './listing-status.js';

interface Row extends RowOf<Omit<DriveView, 'state' | 'installs' | 'appeal' | 'may_appeal_until'>, 'last_checked_at'> {
  listing: ListingState | null;
  submission_state: string | null;
}

/** An author's own Drives, from the reservation on. */
@Injectable()
export class AuthorDrives {
  constructor(
    private readonly database: Database,
    private readonly authorized: AuthorizedDrives,
    private readonly appeals: ListingAppeals,
    @Optional() @Inject(InstallCounts) private readonly counts?: InstallCounts,
  ) {}

  /** Oldest first; an author has few. */
  async list(actor: Actor): Promise<DriveView[]> {
    return this.views('d.org_id = any($1::uuid[])', scopeIds(actor, 'author'));
  }

  /** @throws AppError `drive_not_found` (404) */
  async one(actor: Actor, driveId: string): Promise<DriveView> {
    const drive = await this.authorized.of(actor, driveId);
    const [view] = await this.views('d.id = any($1::uuid[])', [drive.driveId]);
    return view!;
  }

  private async views(condition: string, ids: string[]): Promise<DriveView[]> {
    const rows = await this.database.query<Row>(
      `select d.id, d.slug, coalesce(l.name, d.name) as name, l.state as listing, r.version as live_version, r.digest as live_digest,
         s.id as latest_submission_id, s.state as submission_state, sr.version as submitted_version,
         greatest(s.validated_at, l.last_synced_at) as last_checked_at,
         ${NOTES_OF}, ${DEPRECATION_OF} as deprecation, ${listingStatusSql('d.id')} as listing_status
       from authors.drive_reservations d
       left join listings.listings l on l.drive_id = d.id
       left join listings.revisions r on r.id = l.live_revision_id
       left join lateral (select * from listings.submissions x where x.drive_id = d.id order by x.created_at desc, x.id desc limit 1) s on true
       left join listings.revisions sr on sr.id = s.revision_id
       where ${condition} order by d.created_at, d.id`,
      [ids],
    );
    const installs = await this.counts?.byDrive(rows.map((row) => row.id));
    const refusing = await this.counts?.refusing(rows.map((row) => row.id));
    const appeals = await this.appeals.ofRemovals(rows.map((row) => row.id));
    return rows.map(({ listing, submission_state, ...row }) => ({
      ...isoDates(row),
      state: driveState(
        listing,
        submission_state,
        refusing?.has(row.id)
          ? 'refusing'
          : row.notes.some(({ kind }) => kind === 'unreachable' || kind === 'origin_changed') && 'unreachable',
      ),
      installs: installs ? (installs.get(row.id) ?? 0) : null,
      notes: row.notes.map((note) => ({ ...note, noticed_at: new Date(note.noticed_at).toISOString() })),
      deprecation: deprecationView(row.deprecation),
      listing_status: listingStatusView(row.listing_status),
      appeal: appeals.get(row.id)?.appeal ?? null,
      may_appeal_until: appeals.get(row.id)?.may_appeal_until ?? null,
    }));
  }
}
