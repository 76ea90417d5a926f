import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import { Transactor, type Tx } from '@portal/platform/database';
import {
  KeyScopes,
  DryRuns,
  SigningKeys,
  type Adoption,
  type IssuedKey,
  type KeptProbe,
  type KeyChange,
  type KeyView,
  type DryRunRow,
  type RotationMode,
} from '@portal/secrets';
import { AuthorAccounts } from '../organizations/author-accounts.js';
import { Drives } from './drives.js';
import { authorsErrors } from '../errors.js';
import { belongsTo } from '../organizations/authorized-organization.js';

const HISTORY = 50;

/** The signing keys of an author's own Drives. Checks ownership and account status; the lib secrets does the rest. */
@Injectable()
export class ManageKeys {
  constructor(
    private readonly transactor: Transactor,
    private readonly drives: Drives,
    private readonly accounts: AuthorAccounts,
    private readonly keys: SigningKeys,
    private readonly scopes: KeyScopes,
    private readonly dryRuns: DryRuns,
  ) {}

  async list(actor: Actor, driveId: string): Promise<KeyView[]> {
    await this.ownDrive(actor, driveId);
    return this.keys.list(driveId);
  }

  async issue(actor: Actor, driveId: string): Promise<{ issued: IssuedKey; keys: KeyView[] }> {
    return this.show(actor, driveId, 'issue_secrets', (tx) => this.keys.issue(tx, { driveId, actor }));
  }

  async rotate(actor: Actor, driveId: string, how: { mode: RotationMode; force: boolean; reason: string }) {
    return this.show(actor, driveId, 'rotate', (tx) => this.keys.rotate(tx, { driveId, actor, ...how }));
  }

  /** Does not require an active account, because ending a key only removes access. */
  async end(actor: Actor, driveId: string, how: { keyId: string; reason: string }): Promise<KeyView[]> {
    await this.ownDrive(actor, driveId);
    await this.transactor.run((tx) => this.keys.end(tx, { driveId, actor, ...how }));
    return this.keys.list(driveId);
  }

  /** @throws AppError `key_scope_fixed` (409) for a first-party Drive, whose keys are set by admins. */
  async chooseScope(actor: Actor, driveId: string, scope: 'drive' | 'tenant', reason: string): Promise<Adoption> {
    const orgId = await this.ownDrive(actor, driveId);
    await this.transactor.run(async (tx) => {
      await this.accounts.assertMay(tx, orgId, 'issue_secrets');
      if ((await this.scopes.locked(tx, driveId)) === 'fleet') throw new AppError(authorsErrors.key_scope_fixed);
      await this.scopes.choose(tx, { driveId, scope, actor, reason });
    });
    return this.keys.adoption(driveId);
  }

  async adoption(actor: Actor, driveId: string): Promise<Adoption> {
    await this.ownDrive(actor, driveId);
    return this.keys.adoption(driveId);
  }

  async history(actor: Actor, driveId: string): Promise<KeyChange[]> {
    await this.ownDrive(actor, driveId);
    return this.keys.history(driveId, HISTORY);
  }

  async startDryRun(actor: Actor, driveId: string): Promise<{ dryRun: DryRunRow; probes: KeptProbe[] } | undefined> {
    await this.ownDrive(actor, driveId);
    await this.transactor.run((tx) => this.dryRuns.start(tx, { driveId, actor }));
    return this.dryRuns.latest(driveId);
  }

  /** Undefined before the first one. */
  async dryRun(actor: Actor, driveId: string): Promise<{ dryRun: DryRunRow; probes: KeptProbe[] } | undefined> {
    await this.ownDrive(actor, driveId);
    return this.dryRuns.latest(driveId);
  }

  private async show(
    actor: Actor,
    driveId: string,
    capability: 'issue_secrets' | 'rotate',
    work: (tx: Tx) => Promise<IssuedKey>,
  ): Promise<{ issued: IssuedKey; keys: KeyView[] }> {
    const orgId = await this.ownDrive(actor, driveId);
    const issued = await this.transactor.run(async (tx) => {
      await this.accounts.assertMay(tx, orgId, capability);
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
