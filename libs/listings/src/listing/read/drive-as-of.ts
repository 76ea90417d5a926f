import { Inject, Injectable, Optional } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import { Database } from '@portal/platform/database';
import { listingsErrors } from '../../errors.js';
import type { DriveAsOfView, ListingStatusView } from '../listings.view.js';
import { InstallCounts } from '../install-counts.js';
import { AuthorizedDrives } from '../authorized-drives.js';
import { DRIVE_AT } from '../../catalogue/catalogue-sql.js';
import { entryThen, entryView, type EntryThen } from '../../catalogue/entry-view.js';
import { Prices } from '../../pricing/prices.js';
import { listingStatusSql, listingStatusView } from './listing-status.js';

/** A Drive as of an instant, in whatever state it is now: for its author, reviewers and admins. */
@Injectable()
export class DriveAsOf {
  constructor(
    private readonly database: Database,
    private readonly drives: AuthorizedDrives,
    private readonly prices: Prices,
    @Optional() @Inject(InstallCounts) private readonly counts?: InstallCounts,
  ) {}

  /**
   * Card, permissions, price and claims of the version that was live then, and the listing's state then.
   * @param given absent: now
   * @throws AppError `drive_not_found`, `not_live_then` (404)
   */
  async of(actor: Actor, driveId: string, given?: Date): Promise<DriveAsOfView> {
    await this.drives.readable(actor, driveId);
    const at = given ?? (await this.database.now());
    const [row] = await this.database.query<EntryThen>(DRIVE_AT, [driveId, at]);
    if (!row) throw listingsErrors.not_live_then();
    const [moved] = await this.database.query<{ listing_status: ListingStatusView | null }>(
      `select ${listingStatusSql('$1', '$2')} as listing_status`,
      [driveId, at],
    );
    const entry = entryView(entryThen(row, await this.prices.ofManifest(this.database, row.manifest, at)));
    return {
      at: at.toISOString(),
      listing_status: listingStatusView(moved?.listing_status ?? null),
      revision_id: row.revision_id,
      published_at: row.published_at.toISOString(),
      entry: { ...entry, installs: (await this.counts?.runningAt(driveId, at)) ?? 0 },
    };
  }
}
