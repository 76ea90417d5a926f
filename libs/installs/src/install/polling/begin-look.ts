import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { EventFeedsRepository } from './event-feeds.repository.js';
import { LoadInstalls } from './load-installs.js';
import type { DriveLook, LoadedInstall } from './read-install.js';
import { ReadingsRepository } from './readings.repository.js';

/** Installs of a Drive that are read in one look; a Drive with more of them is due again at once, behind the others. */
const AT_A_TIME = 64;

/** What a look at a Drive begins with. */
export interface Begun {
  readonly look: DriveLook;
  /** Those that are due, what waits longest first. */
  readonly installs: readonly LoadedInstall[];
  /** Due as well, but they cannot be called. */
  readonly uncallable: readonly string[];
  readonly dueAt: Date;
}

/** Finds what is due of a Drive, and who asks for its feed where that is one for all. */
@Injectable()
export class BeginLook {
  constructor(
    private readonly transactor: Transactor,
    private readonly readings: ReadingsRepository,
    private readonly load: LoadInstalls,
    private readonly feeds: EventFeedsRepository,
  ) {}

  async execute(driveId: string): Promise<Begun> {
    const { ids, dueAt } = await this.transactor.run(async (tx) => ({
      ids: await this.readings.due(tx, driveId, AT_A_TIME),
      dueAt: tx.now,
    }));
    const installs = ids.length > 0 ? await this.load.execute(ids) : [];
    const callable = new Set(installs.map(({ install }) => install.id));
    const uncallable = ids.filter((id) => !callable.has(id));
    const answers: DriveLook['answers'] = new Map();
    const position = installs.length > 0 ? await this.feeds.position(driveId) : undefined;
    const keeper =
      position &&
      (installs.find(({ install }) => install.id === position.keeperId) ??
        (await this.load.execute([position.keeperId]))[0]);
    const look = position && keeper ? { answers, feed: { ...position, keeper } } : { answers };
    return { look, installs, uncallable, dueAt };
  }
}
