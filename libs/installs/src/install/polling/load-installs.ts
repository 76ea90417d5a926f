import { Injectable } from '@nestjs/common';
import { Listings } from '@portal/listings';
import { Transactor } from '@portal/platform/database';
import { InstallsRepository } from '../installs.repository.js';
import type { Callable } from './read-events.js';
import type { LoadedInstall } from './read-install.js';
import { ReadingsRepository } from './readings.repository.js';

/** Running installs with what reading them needs. */
@Injectable()
export class LoadInstalls {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly readings: ReadingsRepository,
    private readonly listings: Listings,
  ) {}

  /** In the order of `ids`; left out is what does not run or cannot be called. */
  async execute(ids: readonly string[]): Promise<LoadedInstall[]> {
    const { installs, known } = await this.transactor.run(async (tx) => ({
      installs: await this.repository.running(tx, ids),
      known: await this.readings.of(tx, ids),
    }));
    const drives = new Map<string, Callable | undefined>();
    for (const { revisionId } of installs)
      if (!drives.has(revisionId)) drives.set(revisionId, await this.listings.callable(revisionId));
    const loaded = installs.flatMap((install): [string, LoadedInstall][] => {
      const drive = drives.get(install.revisionId);
      return drive && install.scopedToken !== null
        ? [[install.id, { install, drive, known: known.get(install.id) ?? new Map() }]]
        : [];
    });
    const byId = new Map(loaded);
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
}
