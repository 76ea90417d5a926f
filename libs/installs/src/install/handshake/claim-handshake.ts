import { Injectable } from '@nestjs/common';
import { joinSecrets, type JsonObject } from '@portal/contract';
import { invariant, type Secret } from '@portal/kernel';
import { Listings } from '@portal/listings';
import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Transactor } from '@portal/platform/database';
import { TenantKeys } from '@portal/secrets';
import { InstallSettings } from '../../settings/install-settings.js';
import { InstallsRepository, type InstallRow } from '../installs.repository.js';

/** What the request to the Drive is made of. */
interface ClaimedHandshake {
  install: InstallRow;
  ventureName: string;
  /** Where the Drive is now, and the path of its install endpoint. */
  origin: string;
  path: string;
  signingKey: Secret | undefined;
  /** All settings, with secrets. */
  config: JsonObject;
}

/** The intent is committed before the Drive is called: from here on its answer may be lost. */
@Injectable()
export class ClaimHandshake {
  constructor(
    private readonly transactor: Transactor,
    private readonly repository: InstallsRepository,
    private readonly listings: Listings,
    private readonly tenantKeys: TenantKeys,
    private readonly settings: InstallSettings,
  ) {}

  /** Undefined when there is nothing to send any more. The signing key is the tenant's own, for a Drive that opted in. */
  async execute(installId: string): Promise<ClaimedHandshake | undefined> {
    const found = await this.transactor.run(async (tx) => {
      await this.repository.move(tx, installId, ['requested'], 'sending');
      const install = await this.repository.find(tx, installId);
      if (install?.state !== 'sending' && install?.state !== 'unknown') return undefined;
      const venture = await this.repository.venture(tx, install.ventureId);
      const { driveId, tenantId } = install;
      const signingKey = await this.tenantKeys.prepare(tx, { driveId, tenantId, actor: SYSTEM_ACTOR });
      const revision = await this.listings.revision(install.revisionId, tx);
      const held = await this.settings.held(tx, install, revision?.manifest.configSchema ?? null);
      const config = joinSecrets(held.values, held.secrets);
      return { install, ventureName: venture?.name ?? '', signingKey, config };
    });
    if (!found) return undefined;
    const drive = await this.listings.callable(found.install.revisionId);
    invariant(drive, 'the revision of an install is never removed');
    return { ...found, origin: drive.origin, path: drive.manifest.endpoints.install };
  }
}
