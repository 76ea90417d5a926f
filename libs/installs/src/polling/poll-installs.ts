import { Inject, Injectable } from '@nestjs/common';
import { Config } from '@portal/platform/config';
import { LOGGER } from '@portal/platform/logging';
import type { Logger } from 'pino';
import { restS } from './domain/reading.js';
import { DrivePollsRepository, type ClaimedDrive, type Pace } from './drive-polls.repository.js';
import { ReadDrive } from './read-drive.js';

/** Places for Drives that are slow or do not answer, as a share of those for the others. */
const SLOW_SHARE = 1 / 3;
/**
 * A Drive that has not answered after this time gives its place to another one; its poll continues in the background.
 */
const PLACE_MS = 1_000;
/** Polls that may continue in the background, where there are fewer places. */
const FEWEST_IN_BACKGROUND = 24;
/** Nothing is claimed after this time: polls end before the run of the schedule does, which would interrupt them. */
const CLAIMS_MS = 90_000;

/**
 * Reads the installs that are due, Drive by Drive. Every worker claims Drives, skips those that another one is
 * claiming, and polls several concurrently; slow ones have places of their own, so that they only delay each other.
 */
@Injectable()
export class PollInstalls {
  /** Polls that have given up their place; at most as many as there are places, or `FEWEST_IN_BACKGROUND`. */
  private readonly background = new Set<Promise<void>>();

  constructor(
    private readonly polls: DrivePollsRepository,
    private readonly read: ReadDrive,
    private readonly config: Config,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * Runs until no Drive of that pace is due, or time is over.
   * @param stopping begins nothing new once it is aborted
   * @param claimsMs for so long Drives are claimed, ms
   */
  async execute(pace: Pace, stopping?: AbortSignal, claimsMs = CLAIMS_MS): Promise<void> {
    const until = performance.now() + claimsMs;
    const { drivesAtOnce } = this.config.polling;
    const places = pace === 'usual' ? drivesAtOnce : Math.ceil(drivesAtOnce * SLOW_SHARE);
    const waiting: ClaimedDrive[] = [];
    const taken = new Set<Promise<void>>();
    while (stopping?.aborted !== true) {
      if (waiting.length === 0 && performance.now() < until) waiting.push(...(await this.polls.claim(pace, places)));
      const next = waiting.shift();
      if (next) {
        const place = this.inPlace(next, pace, drivesAtOnce, stopping).finally(() => taken.delete(place));
        taken.add(place);
      }
      if (taken.size === 0) break;
      if (!next || taken.size >= places) await Promise.race(taken);
    }
    await Promise.all([this.polls.giveBack(waiting), ...taken]);
  }

  /** Resolves when the place is free. */
  private async inPlace(drive: ClaimedDrive, pace: Pace, most: number, stopping?: AbortSignal): Promise<void> {
    let answers = 0;
    const look = this.look(drive, stopping, () => (answers += 1));
    if (pace === 'slow') return look;
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<'over'>((resolve) => (timer = setTimeout(() => resolve('over'), PLACE_MS)));
    const first = await Promise.race([look, patience]);
    clearTimeout(timer);
    if (first !== 'over') return;
    if (answers > 0 || this.background.size >= Math.max(most, FEWEST_IN_BACKGROUND)) return look;
    this.background.add(look);
    void look.finally(() => this.background.delete(look));
  }

  /** Never throws: a Drive whose end of the poll is not recorded is due again when its claim is over. */
  private async look(drive: ClaimedDrive, stopping: AbortSignal | undefined, onAnswer: () => void): Promise<void> {
    try {
      await this.read.execute(drive, stopping, onAnswer).catch((error: unknown) => this.failed(drive, error));
    } catch (error) {
      this.log.warn({ err: error, drive_id: drive.driveId }, 'the end of a poll was not recorded');
    }
  }

  private async failed(drive: ClaimedDrive, error: unknown): Promise<void> {
    const { driveId, failures } = drive;
    this.log.warn({ err: error, drive_id: driveId }, 'Drive not read');
    await this.polls.release(drive, { slow: false, failures, restS: restS(1) });
  }
}
