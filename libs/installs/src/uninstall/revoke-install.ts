import { Injectable } from '@nestjs/common';
import { invariant } from '@portal/kernel';
import { Listings } from '@portal/listings';
import { failpoint } from '@portal/platform/config';
import { Transactor } from '@portal/platform/database';
import { DriveCaller } from '@portal/secrets';
import { InstallsRepository } from '../install/installs.repository.js';
import { RecordRevocation } from './record-revocation.js';

/** Tells the Drive that an install has ended; its token is thrown away once the Drive has confirmed. */
@Injectable()
export class RevokeInstall {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly listings: Listings,
    private readonly drives: DriveCaller,
    private readonly record: RecordRevocation,
  ) {}

  /** Which Drive will be called; undefined for no install. */
  driveOf(installId: string): Promise<string | undefined> {
    return this.repository.driveOf(installId);
  }

  /** Throws until the Drive says 200 or 404, so that it is tried again later. */
  async execute(installId: string): Promise<void> {
    const install = await this.transactor.run((tx) => this.repository.find(tx, installId));
    if (install?.state !== 'revoking' || !install.driveInstallId) return;
    const drive = await this.listings.callable(install.revisionId);
    invariant(drive, 'the revision of an install is never removed');
    const answer = await this.drives.call({
      driveId: install.driveId,
      tenantId: install.tenantId,
      installId: install.id,
      origin: drive.origin,
      path: drive.manifest.endpoints.uninstall.replace(':id', encodeURIComponent(install.driveInstallId)),
      method: 'DELETE',
    });
    failpoint('uninstall.sent');
    if (answer.status !== 200 && answer.status !== 404)
      throw new Error(`the plugin answered the uninstall with HTTP ${answer.status}`);
    await this.record.execute(install, answer.status);
    failpoint('uninstall.recorded');
  }
}
