import type { DriveBreaker } from './drive-breaker.js';
import { MAX_CONCURRENT_PER_DRIVE } from './drive-concurrency-limiter.js';

/** Maximum number of concurrent calls in a round. */
const AT_ONCE = 24;

interface DriveWork {
  readonly driveId: string;
}

interface DriveRound<W extends DriveWork> {
  /** The next due work, already claimed for this process; empty when nothing is left. */
  readonly claim: () => Promise<readonly W[]>;
  /** Calls the Drive. Returns false when it did not answer, null when the result is unknown. Never throws. */
  readonly work: (one: W) => Promise<boolean | null>;
  /** A Drive that does not answer is paused; its remaining work is claimed in a later round. */
  readonly breaker: DriveBreaker;
  /** Wall time, Unix ms. */
  readonly now: () => number;
  /** When aborted, nothing new starts. */
  readonly stopping?: AbortSignal | undefined;
}

/**
 * Processes work that calls Drives until nothing is due: several Drives concurrently with a few calls each, so that a
 * slow one delays only itself.
 */
export async function driveRound<W extends DriveWork>(round: DriveRound<W>): Promise<void> {
  const { breaker, claim, now, stopping } = round;
  const work = async (one: W): Promise<void> => {
    if (!breaker.admit(one.driveId, now())) return;
    let answered: boolean | null = true;
    try {
      answered = await round.work(one);
    } finally {
      if (answered === null) breaker.forgo(one.driveId);
      else breaker.note(one.driveId, answered, now());
    }
  };
  const most = { atOnce: AT_ONCE, ofOne: MAX_CONCURRENT_PER_DRIVE };
  await fairRound({ claim, work, whose: ({ driveId }) => driveId, ...most, stopping });
}

interface FairRound<W> extends Pick<DriveRound<never>, 'stopping'> {
  /** As that of `DriveRound`. */
  readonly claim: () => Promise<readonly W[]>;
  readonly work: (one: W) => Promise<void>;
  /** Whose work it is: the id of its Drive, or of its author. */
  readonly whose: (one: W) => string;
  /** Maximum number at the same time, in all and of one of them. */
  readonly atOnce: number;
  readonly ofOne: number;
}

/** Processes work until nothing is due; what is slow delays only the one whose work it is. */
export async function fairRound<W>({ claim, work, whose, atOnce, ofOne, stopping }: FairRound<W>): Promise<void> {
  const waiting: W[] = [];
  let exhausted = false;
  const busy = new Map<string, number>();
  const running = new Set<Promise<void>>();
  while (!stopping?.aborted) {
    // The next batch is fetched before this one has ended, so that slow work at its end delays nothing.
    if (!exhausted && waiting.length < atOnce) {
      const claimed = await claim();
      exhausted = claimed.length === 0;
      waiting.push(...claimed);
    }
    const at = waiting.findIndex((one) => (busy.get(whose(one)) ?? 0) < ofOne);
    if (at >= 0 && running.size < atOnce) {
      const [one] = waiting.splice(at, 1) as [W];
      const id = whose(one);
      busy.set(id, (busy.get(id) ?? 0) + 1);
      const performed = work(one).finally(() => {
        busy.set(id, busy.get(id)! - 1);
        running.delete(performed);
      });
      running.add(performed);
    } else if (running.size > 0) {
      await Promise.race(running);
    } else {
      break;
    }
  }
  await Promise.all(running);
}
