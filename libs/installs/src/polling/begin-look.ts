import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { EventFeedsRepository } from './event-feeds.repository.js';
import { LoadInstalls } from './load-installs.js';
import { ReadableInstallsRepository } from './readable-installs.repository.js';
import type { DriveLook, LoadedInstall } from './read-install.js';

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

/** Finds the due installs of a Drive, and the one that requests its feed where all share one. */
@Injectable()
export class BeginLook {
  constructor(
    private readonly transactor: Transactor,
    private readonly readable: ReadableInstallsRepository,
    private readonly load: LoadInstalls,
    private readonly feeds: EventFeedsRepository,
  ) {}

  async execute(driveId: string): Promise<Begun> {
    const { due, position, keeper } = await this.transactor.run(async (tx) => {
      const rows = await this.readable.due(tx, driveId, AT_A_TIME);
      const feed = rows.length > 0 ? await this.feeds.position(tx, driveId) : undefined;
      const known = feed && rows.find(({ install }) => install.id === feed.keeperId);
      return { due: rows, position: feed, keeper: feed && (known ?? (await this.readable.running(tx, feed.keeperId))) };
    });
    const [installs, [asks]] = await Promise.all([this.load.execute(due), this.load.execute(keeper ? [keeper] : [])]);
    const callable = new Set(installs.map(({ install }) => install.id));
    const uncallable = due.flatMap(({ install: { id } }) => (callable.has(id) ? [] : [id]));
    const look: DriveLook = {
      answers: new Map(),
      uses: [],
      ...(position && asks && { feed: { ...position, keeper: asks } }),
    };
    return { look, installs, uncallable };
  }
}
