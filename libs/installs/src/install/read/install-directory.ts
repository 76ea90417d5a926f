import { Injectable } from '@nestjs/common';
import { Listings } from '@portal/listings';
import { SealedBox } from '@portal/platform/crypto';
import { Database } from '@portal/platform/database';
import { InstallDirectory, type HarmlessCall, type KnownInstall } from '@portal/secrets';
import { tokenSeal } from '../handshake/sealed-tokens.js';

/** Running installs, for testing signing keys on them. */
@Injectable()
export class ActiveInstalls extends InstallDirectory {
  constructor(
    private readonly database: Database,
    private readonly listings: Listings,
    private readonly box: SealedBox,
  ) {
    super();
  }

  activeOf(driveId: string): Promise<KnownInstall[]> {
    return this.database.query<KnownInstall>(
      `select id as "installId", tenant_id as "tenantId" from installs.installs where drive_id = $1 and state = 'active' order by activated_at, id`,
      [driveId],
    );
  }

  /** Metrics, asked as the install itself. */
  async harmlessCall(installId: string): Promise<HarmlessCall | undefined> {
    const [row] = await this.database.query<{ revision_id: string; scoped_token: string | null }>(
      `select revision_id, scoped_token from installs.installs where id = $1 and state = 'active'`,
      [installId],
    );
    const drive = row && (await this.listings.callable(row.revision_id));
    if (!row?.scoped_token || !drive) return undefined;
    return {
      origin: drive.origin,
      path: drive.manifest.endpoints.metrics,
      bearer: this.box.open(row.scoped_token, tokenSeal(installId)),
    };
  }
}
