import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import { KeyScopes, SigningKeys, type IssuedKey, type KeyView, type RotationMode } from '@portal/secrets';
import { Drives } from './drives.js';
import { authorsErrors } from '../errors.js';

const FLEET = { fleet: true } as const;

/** The key shared by all first-party Drives, and which Drives those are. For admins. */
@Injectable()
export class ManageFleetKeys {
  constructor(
    private readonly transactor: Transactor,
    private readonly drives: Drives,
    private readonly keys: SigningKeys,
    private readonly scopes: KeyScopes,
  ) {}

  list(): Promise<KeyView[]> {
    return this.keys.list(FLEET);
  }

  issue(actor: Actor): Promise<{ issued: IssuedKey; keys: KeyView[] }> {
    return this.show((tx) => this.keys.issue(tx, { ...FLEET, actor }));
  }

  rotate(actor: Actor, how: { mode: RotationMode; force: boolean; reason: string }) {
    return this.show((tx) => this.keys.rotate(tx, { ...FLEET, actor, ...how }));
  }

  async end(actor: Actor, how: { keyId: string; reason: string }): Promise<KeyView[]> {
    await this.transactor.run((tx) => this.keys.end(tx, { ...FLEET, actor, ...how }));
    return this.list();
  }

  /** @throws AppError `drive_not_found` (404) */
  async chooseScope(actor: Actor, driveId: string, scope: 'drive' | 'fleet', reason: string): Promise<void> {
    if (!(await this.drives.get(driveId))) throw new AppError(authorsErrors.drive_not_found);
    await this.transactor.run((tx) => this.scopes.choose(tx, { driveId, scope, actor, reason }));
  }

  private async show(work: (tx: Tx) => Promise<IssuedKey>): Promise<{ issued: IssuedKey; keys: KeyView[] }> {
    const issued = await this.transactor.run(work);
    return { issued, keys: await this.list() };
  }
}
