import { Injectable } from '@nestjs/common';
import { Listings } from '@portal/listings';
import { Transactor } from '@portal/platform/database';
import { InstallsRepository } from '../install/installs.repository.js';
import { DriveRefusal } from './call-install.js';
import { listedEndpoints } from './domain/reading.js';
import { ReadEvents } from './read-events.js';
import { ReadableInstallsRepository } from './readable-installs.repository.js';
import { ReadingsRepository } from './readings.repository.js';

/** A Drive that does not answer is asked again for so long. */
const FOR_MS = 24 * 3_600_000;

/** Reads the events of an install once more after its end: the Drive appends `install.revoked` then (contract: Events). */
@Injectable()
export class ReadLastEvents {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly listings: Listings,
    private readonly events: ReadEvents,
    private readonly readable: ReadableInstallsRepository,
    private readonly readings: ReadingsRepository,
  ) {}

  driveOf(installId: string): Promise<string | undefined> {
    return this.repository.driveOf(installId);
  }

  /** Once. Throws while the Drive does not answer, so that it is tried again later. */
  async execute(installId: string): Promise<void> {
    const { install, over, now } = await this.transactor.run(async (tx) => ({
      install: await this.repository.find(tx, installId),
      over: await this.readings.isOver(tx, installId),
      now: tx.now,
    }));
    if (install?.state !== 'revoked' || over || now.getTime() - (install.revokedAt?.getTime() ?? 0) > FOR_MS) return;
    const drive = await this.listings.callable(install.revisionId);
    if (!drive || !listedEndpoints(drive.manifest).includes('events')) return;
    try {
      const row = await this.transactor.run((tx) => this.readable.find(tx, installId, 'revoked'));
      if (row) await this.events.execute({ install, drive, bounds: row.bounds }, true);
    } catch (error) {
      // It returns nothing without a token: then nothing more can be read.
      if (!(error instanceof DriveRefusal) || error.status >= 500) throw error;
    }
    await this.transactor.run((tx) => this.readings.end(tx, installId));
  }
}
