import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@portal/kernel';
import { ReceiverBreaker, MAX_CONCURRENT_PER_DRIVE } from '@portal/platform/jobs';
import { LOGGER } from '@portal/platform/logging';
import type { Logger } from 'pino';
import { isSlow, restS, usualAfter } from './domain/reading.js';
import { DriveLooks } from './drive-looks.js';
import type { ClaimedDrive, LookEnd } from './drive-polls.repository.js';
import { answeredAtAll, ReadInstall, type DriveLook, type LoadedInstall } from './read-install.js';
import type { InstallReadings } from './readings.repository.js';

/** Nothing of a Drive is begun after this time, so that a poll ends well within its claim. */
const LOOK_MS = 20_000;
const SHORT_S = 5;

/** Result of one poll. */
interface Course {
  readonly look: DriveLook;
  readonly read: InstallReadings[];
  readonly onAnswer: () => void;
  spentMs: number;
  unanswered: boolean;
}

/**
 * Polls one Drive: reads its due installs, few at a time, and requests once what is the same for all of
 * them. One that does not answer is left alone for longer and longer.
 */
@Injectable()
export class ReadDrive {
  /** Time of this worker for an install of a Drive that is not slow, ms. */
  private usualMs = 0;

  constructor(
    private readonly looks: DriveLooks,
    private readonly read: ReadInstall,
    private readonly breaker: ReceiverBreaker,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * @param stopping begins nothing new once it is aborted
   * @param onAnswer is called with every install of which the Drive gave an answer
   */
  async execute(drive: ClaimedDrive, stopping?: AbortSignal, onAnswer = (): void => undefined): Promise<void> {
    const { driveId } = drive;
    const { installs, uncallable, look } = await this.looks.begin(driveId);
    const course: Course = { look, read: [], onAnswer, spentMs: 0, unanswered: false };
    const until = performance.now() + LOOK_MS;
    const waiting = [...installs];
    const worker = async (): Promise<void> => {
      while (waiting.length > 0 && !course.unanswered && stopping?.aborted !== true && performance.now() < until) {
        if (!this.breaker.admit(driveId, this.now())) return;
        await this.one(waiting.shift()!, course);
      }
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT_PER_DRIVE }, worker));
    const { read } = course;
    await this.looks.end(drive, {
      read,
      uncallable,
      uses: look.uses,
      end: this.endOf(drive, course, installs.length),
    });
  }

  private endOf({ driveId, failures, slow: wasSlow }: ClaimedDrive, course: Course, due: number): LookEnd {
    const silent = course.unanswered || this.breaker.restMs(driveId, this.now()) > 0;
    if (silent) return { slow: true, failures: failures + 1, restS: restS(failures + 1) };
    // Another call of this process is trying whether the Drive answers again.
    if (course.read.length === 0) return { slow: wasSlow, failures, restS: due > 0 ? SHORT_S : null };
    const meanMs = course.spentMs / course.read.length;
    if (!wasSlow) this.usualMs = usualAfter(this.usualMs, meanMs);
    return { slow: isSlow(meanMs, this.usualMs), failures: 0, restS: null };
  }

  private async one(loaded: LoadedInstall, course: Course): Promise<void> {
    const { driveId, id } = loaded.install;
    const from = performance.now();
    const { outcomes, readings } = await this.read.execute(loaded, course.look);
    const answered = answeredAtAll(outcomes);
    if (answered === null) this.breaker.forgo(driveId);
    else this.breaker.note(driveId, answered, this.now());
    if (answered !== false) course.onAnswer();
    course.unanswered ||= answered === false;
    course.spentMs += performance.now() - from;
    course.read.push(readings);
    for (const { fault } of outcomes)
      if (fault !== null) this.log.warn({ err: fault, install_id: id }, 'install not read');
  }

  private now(): number {
    return this.clock.wallNow().getTime();
  }
}
