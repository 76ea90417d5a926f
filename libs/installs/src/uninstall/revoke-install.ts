import { Injectable } from '@nestjs/common';
import { invariant } from '@portal/kernel';
import { Listings } from '@portal/listings';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Audit } from '@portal/platform/audit';
import { failpoint } from '@portal/platform/config';
import { Transactor } from '@portal/platform/database';
import { LiveFeed, Outbox } from '@portal/platform/events';
import { DriveCaller, TenantKeys } from '@portal/secrets';
import { InstallRevoked } from '../events.js';
import { InstallsRepository } from '../install/installs.repository.js';

/** Tells the Drive that an install has ended, and throws its token away once the Drive has confirmed. */
@Injectable()
export class RevokeInstall {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly listings: Listings,
    private readonly drives: DriveCaller,
    private readonly tenantKeys: TenantKeys,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly live: LiveFeed,
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
    await this.transactor.run(async (tx) => {
      if (
        !(await this.repository.move(tx, installId, ['revoking'], 'revoked', { scopedToken: null, revokedAt: tx.now }))
      )
        return;
      const { driveId, tenantId } = install;
      const stillNeeded = () => this.repository.hasLive(tx, driveId, tenantId);
      await this.tenantKeys.end(tx, { driveId, tenantId, actor: SYSTEM_ACTOR, stillNeeded });
      await this.audit.record(tx, {
        actor: SYSTEM_ACTOR,
        action: 'install.revoked',
        subjectType: 'install',
        subjectId: installId,
        after: { confirmed_with: answer.status },
      });
      await this.live.append(tx, `install:${installId}`, 'done', { state: 'revoked' });
      await this.outbox.emit(tx, InstallRevoked, { install_id: installId });
    });
    failpoint('uninstall.recorded');
  }
}
