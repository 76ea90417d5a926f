import { Injectable } from '@nestjs/common';
import type { Actor } from '@portal/platform/access';
import type { Tx } from '@portal/platform/database';
import { DryRunsRepository, type KeptProbe, type DryRunRow } from './dry-runs.repository.js';
import { StartRotationDryRun } from './start-rotation-dry-run.js';

/** Dry runs of a rotation, for other features. The caller checks permissions. */
@Injectable()
export class DryRuns {
  constructor(
    private readonly startDryRun: StartRotationDryRun,
    private readonly dryRuns: DryRunsRepository,
  ) {}

  /**
   * Calls every running install with the newest and the previous key, in the background. Returns the id of the dry run.
   * @throws AppError `signing_key_missing`, `dry_run_running` (409)
   */
  start(tx: Tx, input: { driveId: string; actor: Actor }): Promise<string> {
    return this.startDryRun.execute(tx, input);
  }

  /** The latest dry run with its results so far. */
  latest(driveId: string): Promise<{ dryRun: DryRunRow; probes: KeptProbe[] } | undefined> {
    return this.dryRuns.latest(driveId);
  }
}
