import { Injectable } from '@nestjs/common';
import { Ids } from '@portal/kernel';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { validKeys } from '../keys/domain/rotation.js';
import { secretsErrors } from '../errors.js';
import { RotationDryRunRequested } from '../events.js';
import { DryRunsRepository, type DryRunRow, type KeptProbe } from './dry-runs.repository.js';
import { RingsRepository } from '../keys/rings.repository.js';
import { SigningKeysRepository } from '../keys/signing-keys.repository.js';

/** Dry runs of a rotation, for other features. The caller checks permissions. */
@Injectable()
export class DryRuns {
  constructor(
    private readonly dryRuns: DryRunsRepository,
    private readonly rings: RingsRepository,
    private readonly keys: SigningKeysRepository,
    private readonly ids: Ids,
  ) {}

  /**
   * Calls every running install with the newest and the previous key, in the background. Changes nothing. Returns the id
   * of the dry run.
   * @throws AppError `signing_key_missing`, `dry_run_running` (409)
   */
  async start(tx: Tx, { driveId, actor }: { driveId: string; actor: Actor }): Promise<string> {
    const { keys, now } = await this.keys.lockRing(tx, await this.rings.of(tx, { driveId }));
    if (validKeys(keys, now).length === 0) throw secretsErrors.signing_key_missing();
    const id = this.ids.next();
    if (!(await this.dryRuns.start(tx, id, driveId))) throw secretsErrors.dry_run_running();
    await tx.audit(actor, 'signing_key.rehearsed', ['drive', driveId], { after: { dry_run_id: id } });
    await tx.emit(RotationDryRunRequested, { dry_run_id: id, drive_id: driveId });
    return id;
  }

  /** The latest dry run with its results so far. */
  latest(driveId: string): Promise<{ dryRun: DryRunRow; probes: KeptProbe[] } | undefined> {
    return this.dryRuns.latest(driveId);
  }
}
