import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { NoteKeyUses, type KeyUse } from '@portal/secrets';
import { DrivePollsRepository, type ClaimedDrive, type LookEnd } from './drive-polls.repository.js';
import { ReadingsRepository, type InstallReadings } from './readings.repository.js';

/** Result of a poll of a Drive. */
interface LookResult {
  readonly read: readonly InstallReadings[];
  /** Installs that were due and cannot be called. */
  readonly uncallable: readonly string[];
  readonly uses: readonly KeyUse[];
  readonly end: LookEnd;
}

/** Records all results of a poll and frees the Drive, in one transaction. */
@Injectable()
export class EndLook {
  constructor(
    private readonly transactor: Transactor,
    private readonly readings: ReadingsRepository,
    private readonly noteKeyUses: NoteKeyUses,
    private readonly polls: DrivePollsRepository,
  ) {}

  async execute(drive: ClaimedDrive, { read, uncallable, uses, end }: LookResult): Promise<void> {
    await this.transactor.run(async (tx) => {
      await this.readings.note(tx, read);
      if (uncallable.length > 0) await this.readings.reschedule(tx, uncallable);
      await this.polls.release(drive, end, tx);
      // Last: a key that signs for many Drives is one row that all their polls wait for.
      await this.noteKeyUses.execute(tx, uses);
    });
  }
}
