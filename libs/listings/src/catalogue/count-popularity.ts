import { Inject, Injectable, Optional } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { InstallCounts } from '../listing/install-counts.js';

/** Writes down how many installs each listed Drive has, so that the catalogue can be sorted by it. */
@Injectable()
export class CountPopularity {
  constructor(
    private readonly transactor: Transactor,
    @Optional() @Inject(InstallCounts) private readonly counts?: InstallCounts,
  ) {}

  async execute(): Promise<void> {
    if (!this.counts) return;
    const entries = await this.transactor.run((tx) =>
      tx.query<{ id: string }>('select drive_id as id from listings.catalogue_entries'),
    );
    const counts = await this.counts.byDrive(entries.map((entry) => entry.id));
    await this.transactor.run((tx) =>
      tx.query(
        `update listings.catalogue_entries e set installs = coalesce(n.installs, 0)
         from listings.catalogue_entries x left join jsonb_to_recordset($1::jsonb) as n(id uuid, installs int) on n.id = x.drive_id
         where x.drive_id = e.drive_id and e.installs <> coalesce(n.installs, 0)`,
        [JSON.stringify([...counts].map(([id, installs]) => ({ id, installs })))],
      ),
    );
  }
}
