import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { Transactor, type Actor, type Tx } from '@portal/platform';
import { SigningKeys, type IssuedKey, type KeyView, type RotationMode } from '@portal/secrets';
import { AuthorAccounts } from './author-accounts.js';
import { Drives } from './drives.js';
import { authorsErrors } from './errors.js';
import { belongsTo } from './own-organization.js';

/** The signing keys of an author's own Drive: ownership and standing are decided here, the rest in secrets. */
@Injectable()
export class ManageKeys {
  constructor(
    private readonly transactor: Transactor,
    private readonly drives: Drives,
    private readonly accounts: AuthorAccounts,
    private readonly keys: SigningKeys,
  ) {}

  async list(actor: Actor, driveId: string): Promise<KeyView[]> {
    await this.ownDrive(actor, driveId);
    return this.keys.list(driveId);
  }

  async issue(actor: Actor, driveId: string): Promise<{ issued: IssuedKey; keys: KeyView[] }> {
    return this.change(actor, driveId, (tx) => this.keys.issue(tx, { driveId, actor }));
  }

  async rotate(
    actor: Actor,
    driveId: string,
    how: { mode: RotationMode; force: boolean; reason: string },
  ): Promise<{ issued: IssuedKey; keys: KeyView[] }> {
    return this.change(actor, driveId, (tx) => this.keys.rotate(tx, { driveId, actor, ...how }));
  }

  private async change(
    actor: Actor,
    driveId: string,
    work: (tx: Tx) => Promise<IssuedKey>,
  ): Promise<{ issued: IssuedKey; keys: KeyView[] }> {
    const orgId = await this.ownDrive(actor, driveId);
    const issued = await this.transactor.run(async (tx) => {
      await this.accounts.assertActive(tx, orgId);
      return work(tx);
    });
    return { issued, keys: await this.keys.list(driveId) };
  }

  private async ownDrive(actor: Actor, driveId: string): Promise<string> {
    const drive = await this.drives.get(driveId);
    if (!drive || !belongsTo(actor, drive.orgId)) throw new AppError(authorsErrors.drive_not_found);
    return drive.orgId;
  }
}
