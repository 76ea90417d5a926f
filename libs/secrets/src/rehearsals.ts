import { Injectable } from '@nestjs/common';
import type { Actor, Tx } from '@portal/platform';
import { RehearsalsRepository, type KeptProbe, type RehearsalRow } from './persistence/rehearsals.repository.js';
import { StartRehearsal } from './start-rehearsal.js';

/** Rehearsals of a rotation, for other features. Whether the caller may start one is decided before, above. */
@Injectable()
export class Rehearsals {
  constructor(
    private readonly startRehearsal: StartRehearsal,
    private readonly rehearsals: RehearsalsRepository,
  ) {}

  /**
   * Asks every running install under the newest and the previous key, in the background; returns the id.
   * @throws AppError `signing_key_missing`, `rehearsal_running` (409)
   */
  start(tx: Tx, input: { driveId: string; actor: Actor }): Promise<string> {
    return this.startRehearsal.execute(tx, input);
  }

  /** The newest rehearsal with what it has found so far. */
  latest(driveId: string): Promise<{ rehearsal: RehearsalRow; probes: KeptProbe[] } | undefined> {
    return this.rehearsals.latest(driveId);
  }
}
