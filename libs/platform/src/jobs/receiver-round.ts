import { MAX_CONCURRENT_PER_DRIVE } from './drive-concurrency-limiter.js';
import type { ReceiverBreaker } from './receiver-breaker.js';

/** Maximum number of concurrent calls in a round, and of one receiver, unless given. */
const AT_ONCE = 24;
/** A receiver that takes longer than this is called once at a time, and all such ones with half of the places. */
const SLOW_MS = 5_000;

interface FairRound<W> {
  /**
   * The next due work, already claimed for this process; empty when nothing is left.
   * @param leaveAlone those that have claimed work waiting in this round or do not answer
   */
  readonly claim: (leaveAlone: readonly string[]) => Promise<readonly W[]>;
  readonly work: (one: W) => Promise<unknown>;
  /** Whose work it is: the id of its Drive, of its author or of its receiver. */
  readonly whose: (one: W) => string;
  /** Makes claimed work that was not begun due again. */
  readonly giveBack?: (one: W) => Promise<void>;
  /** Maximum number at the same time, in all and of one of them. */
  readonly atOnce: number;
  readonly ofOne: number;
  /** When aborted, nothing new starts. */
  readonly stopping?: AbortSignal | undefined;
}

interface ReceiverRound<W>
  extends Omit<FairRound<W>, 'atOnce' | 'ofOne'>, Partial<Pick<FairRound<W>, 'atOnce' | 'ofOne'>> {
  /** Calls the receiver. Returns false when it did not answer, null when the result is unknown. Never throws. */
  readonly work: (one: W) => Promise<boolean | null>;
  /** A receiver that does not answer is paused; its remaining work is claimed in a later round. */
  readonly breaker: ReceiverBreaker;
  /** Wall time, Unix ms. */
  readonly now: () => number;
}

/**
 * Processes work that calls servers of others until nothing is due: several receivers concurrently with a few calls
 * each, so that a slow one delays only itself.
 */
export async function receiverRound<W>(round: ReceiverRound<W>): Promise<void> {
  const { breaker, now, whose } = round;
  const work = async (one: W): Promise<void> => {
    if (!breaker.admit(whose(one), now())) return round.giveBack?.(one);
    let answered: boolean | null = true;
    try {
      answered = await round.work(one);
    } finally {
      if (answered === null) breaker.forgo(whose(one));
      else breaker.note(whose(one), answered, now());
    }
  };
  const claim = (waiting: readonly string[]) => round.claim([...waiting, ...breaker.open(now())]);
  await fairRound({ atOnce: AT_ONCE, ofOne: MAX_CONCURRENT_PER_DRIVE, ...round, claim, work });
}

/** Processes work until nothing is due; what is slow delays only the one whose work it is. */
export async function fairRound<W>(round: FairRound<W>): Promise<void> {
  const { claim, work, whose, giveBack, atOnce, ofOne, stopping } = round;
  const waiting: W[] = [];
  let exhausted = false;
  const busy = new Map<string, number>();
  const slow = new Set<string>();
  const running = new Set<Promise<void>>();
  const hasRoom = (one: W): boolean => {
    const [id, taken] = [whose(one), busy.get(whose(one)) ?? 0];
    if (!slow.has(id)) return taken < ofOne;
    const ofSlow = [...slow].reduce((sum, other) => sum + (busy.get(other) ?? 0), 0);
    return taken === 0 && ofSlow < atOnce / 2;
  };
  const start = (one: W): void => {
    const id = whose(one);
    const began = performance.now();
    busy.set(id, (busy.get(id) ?? 0) + 1);
    const performed = work(one)
      .then(() => undefined)
      .finally(() => {
        busy.set(id, busy.get(id)! - 1);
        if (performance.now() - began > SLOW_MS) slow.add(id);
        else slow.delete(id);
        running.delete(performed);
      });
    running.add(performed);
  };
  while (!stopping?.aborted) {
    // The next batch is fetched before this one has ended, so that slow work at its end delays nothing.
    if (!exhausted && waiting.filter(hasRoom).length < atOnce) {
      const claimed = await claim([...new Set(waiting.map(whose))]);
      exhausted = claimed.length === 0;
      waiting.push(...claimed);
    }
    const at = waiting.findIndex(hasRoom);
    if (at >= 0 && running.size < atOnce) {
      const [one] = waiting.splice(at, 1) as [W];
      // One whose work has all begun was left alone, and may have more.
      if (!waiting.some((other) => whose(other) === whose(one))) exhausted = false;
      start(one);
    } else if (running.size > 0) {
      await Promise.race(running);
    } else {
      break;
    }
  }
  await Promise.all([...running, ...(giveBack ? waiting.map(giveBack) : [])]);
}
