import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { NoteKeyUses, type KeyUse } from '@portal/secrets';
import { DrivePollsRepository, type ClaimedDrive, type LookEnd } from './drive-polls.repository.js';
import { EventFeedsRepository } from './event-feeds.repository.js';
import type { DriveLook, LoadedInstall } from './read-install.js';
import { ReadableInstallsRepository } from './readable-installs.repository.js';
import { ReadingsRepository, type InstallReadings } from './readings.repository.js';

/** Installs of a Drive that are read in one look; a Drive with more of them is due again at once, behind the others. */
const AT_A_TIME = 64;

/** The start of a poll of a Drive. */
interface Begun {
  readonly look: DriveLook;
  /** Due installs, longest waiting first. */
  readonly installs: readonly LoadedInstall[];
  /** Due as well, but they cannot be called. */
  readonly uncallable: readonly string[];
}

/** Result of a poll of a Drive. */
interface LookResult {
  readonly read: readonly InstallReadings[];
  /** Installs that were due and cannot be called. */
  readonly uncallable: readonly string[];
  readonly uses: readonly KeyUse[];
  readonly end: LookEnd;
}

/** The two transactions of a poll of a Drive: at its start and at its end. */
@Injectable()
export class DriveLooks {
  constructor(
    private readonly transactor: Transactor,
    private readonly readable: ReadableInstallsRepository,
    private readonly feeds: EventFeedsRepository,
    private readonly readings: ReadingsRepository,
    private readonly noteKeyUses: NoteKeyUses,
    private readonly polls: DrivePollsRepository,
  ) {}

  /** Finds the due installs of a Drive, and the one that requests its feed where all share one. */
  async begin(driveId: string): Promise<Begun> {
    const { due, position, keeper } = await this.transactor.run(async (tx) => {
      const rows = await this.readable.due(tx, driveId, AT_A_TIME);
      const feed = rows.length > 0 ? await this.feeds.position(tx, driveId) : undefined;
      const known = feed && rows.find(({ install }) => install.id === feed.keeperId);
      return { due: rows, position: feed, keeper: feed && (known ?? (await this.readable.find(tx, feed.keeperId))) };
    });
    const [installs, [asks]] = await Promise.all([this.readable.load(due), this.readable.load(keeper ? [keeper] : [])]);
    const callable = new Set(installs.map(({ install }) => install.id));
    const uncallable = due.flatMap(({ install: { id } }) => (callable.has(id) ? [] : [id]));
    const look: DriveLook = {
      answers: new Map(),
      uses: [],
      ...(position && asks && { feed: { ...position, keeper: asks } }),
    };
    return { look, installs, uncallable };
  }

  /** Records all results of a poll and frees the Drive, in one transaction. */
  async end(drive: ClaimedDrive, { read, uncallable, uses, end }: LookResult): Promise<void> {
    await this.transactor.run(async (tx) => {
      await this.readings.note(tx, read);
      if (uncallable.length > 0) await this.readings.reschedule(tx, uncallable);
      await this.polls.release(drive, end, tx);
      // Last: a key that signs for many Drives is one row that all their polls wait for.
      await this.noteKeyUses.execute(tx, uses);
    });
  }
}
