import { Injectable } from '@nestjs/common';
import { Listings } from '@portal/listings';
import type { LoadedInstall } from './read-install.js';
import type { ReadableRow } from './readable-installs.repository.js';

/** Where the Drives of running installs are called. */
@Injectable()
export class LoadInstalls {
  constructor(private readonly listings: Listings) {}

  /** In the order of `rows`; those that cannot be called are absent. */
  async execute(rows: readonly ReadableRow[]): Promise<LoadedInstall[]> {
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
