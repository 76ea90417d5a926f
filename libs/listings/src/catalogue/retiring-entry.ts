import { Inject, Injectable, Optional } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { bypassRowSecurity, Database } from '@portal/platform/database';
import { InstallCounts } from '../listing/install-counts.js';
import type { CatalogueEntryView } from './catalogue.view.js';
import { Prices } from '../pricing/prices.js';
import { RETIRING, RETIRING_AT } from './catalogue-sql.js';
import { entryThen, entryView, type EntryThen } from './entry-view.js';

interface End {
  drive_id: string;
  closes_at: Date;
  retires_at: Date;
  takes_installs: boolean;
}

/**
 * The page of a Drive whose end is announced. It is out of the catalogue, where something new is chosen; who has it or
 * follows a link reads until when it runs, up to the day on which it ends.
 */
@Injectable()
export class RetiringEntry {
  constructor(
    private readonly database: Database,
    private readonly prices: Prices,
    private readonly clock: Clock,
    @Optional() @Inject(InstallCounts) private readonly counts?: InstallCounts,
  ) {}

  /** @param given as it was at this instant (business time); null: now */
  async of(slug: string, given: Date | null): Promise<CatalogueEntryView | undefined> {
    const [end] = await this.database.query<End>(RETIRING, [slug]);
    if (!end) return undefined;
    const at = given ?? this.clock.now();
    const [row] = await this.database.query<EntryThen>(RETIRING_AT, [slug, at]);
    if (!row) return undefined;
    const entry = entryView(entryThen(row, await this.prices.ofManifest(this.database, row.manifest, at)));
    return {
      ...entry,
      // Their number is public, although the installs are not.
      installs: (await bypassRowSecurity(() => this.counts?.runningAt(end.drive_id, at))) ?? 0,
      retirement: {
        closes_at: end.closes_at.toISOString(),
        retires_at: end.retires_at.toISOString(),
        takes_installs: end.takes_installs,
      },
    };
  }
}
