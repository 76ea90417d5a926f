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
  const { breaker, now, stopping } = round;
  let waiting: W[] = [];
  let exhausted = false;
  const busy = new Map<string, number>();
  const running = new Set<Promise<void>>();
  const perform = async (one: W): Promise<void> => {
    let answered: boolean | null = true;
    try {
      answered = await round.work(one);
    } finally {
      if (answered === null) breaker.forgo(one.driveId);
      else breaker.note(one.driveId, answered, now());
    }
  };
  while (!stopping?.aborted) {
    // The next batch is fetched before this one has ended, so that a slow Drive at its end delays nothing.
    if (!exhausted && waiting.length < AT_ONCE) {
      const claimed = await round.claim();
      exhausted = claimed.length === 0;
      waiting = [...waiting, ...claimed];
    }
    const at = waiting.findIndex(({ driveId }) => (busy.get(driveId) ?? 0) < MAX_CONCURRENT_PER_DRIVE);
    if (at >= 0 && running.size < AT_ONCE) {
      const [one] = waiting.splice(at, 1) as [W];
      const { driveId } = one;
      if (!breaker.admit(driveId, now())) continue;
      busy.set(driveId, (busy.get(driveId) ?? 0) + 1);
      const performed = perform(one).finally(() => {
        busy.set(driveId, busy.get(driveId)! - 1);
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
