import { monthEnd, monthStart, SECOND, type Moment } from './calendar.js';
import { halfUp } from './numbers.js';

/** A stretch of time in which an install costs one price. */
export interface Segment {
  install: string;
  drive: string;
  tenant: string;
  /** Undefined: the platform's own Drive. */
  author: string | undefined;
  currency: string;
  price: bigint;
  basisPoints: bigint;
  from: Moment;
  to: Moment | undefined;
}

export interface Line {
  segment: Segment;
  month: string;
  from: Moment;
  to: Moment;
  seconds: bigint;
  monthSeconds: bigint;
  gross: bigint;
  share: bigint;
  runningGross: bigint;
  runningShare: bigint;
  tax: bigint;
  /** What refunds and disputes have taken so far. */
  takenGross: bigint;
  takenTax: bigint;
  takenShare: bigint;
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** D13: price times seconds over the seconds of the month, half up per segment. */
function linesOf(segments: readonly Segment[], month: string): Line[] {
  const [start, end] = [monthStart(month), monthEnd(month)];
  return segments.flatMap((segment) => {
    if (segment.price === 0n) return [];
    const from = Math.max(segment.from, start);
    const to = Math.min(segment.to ?? end, end);
    if (to <= from) return [];
    const seconds = BigInt((to - from) / SECOND);
    const monthSeconds = BigInt((end - start) / SECOND);
    const gross = halfUp(segment.price * seconds, monthSeconds);
    if (gross === 0n) return [];
    const nothing = {
      share: 0n,
      runningGross: 0n,
      runningShare: 0n,
      tax: 0n,
      takenGross: 0n,
      takenTax: 0n,
      takenShare: 0n,
    };
    return [{ segment, month, from, to, seconds, monthSeconds, gross, ...nothing }];
  });
}

/**
 * D14: share k is R(sum up to k) less R(sum before k), by author, currency and month, in the order install, start; with
 * different shares the sum is that of basis points times gross.
 */
export function monthLines(segments: readonly Segment[], month: string): Line[] {
  const lines = linesOf(segments, month).sort(
    (a, b) =>
      byText(a.segment.author ?? '', b.segment.author ?? '') ||
      byText(a.segment.currency, b.segment.currency) ||
      byText(a.segment.install, b.segment.install) ||
      a.from - b.from,
  );
  const exact = new Map<string, bigint>();
  const reached = new Map<string, { gross: bigint; share: bigint }>();
  for (const line of lines) {
    const { author, currency, basisPoints } = line.segment;
    const key = `${author ?? ''} ${currency}`;
    if (author !== undefined) {
      const before = exact.get(key) ?? 0n;
      const after = before + basisPoints * line.gross;
      line.share = halfUp(after, 10_000n) - halfUp(before, 10_000n);
      exact.set(key, after);
    }
    const last = reached.get(key) ?? { gross: 0n, share: 0n };
    line.runningGross = last.gross + line.gross;
    line.runningShare = last.share + line.share;
    reached.set(key, { gross: line.runningGross, share: line.runningShare });
  }
  return lines;
}
