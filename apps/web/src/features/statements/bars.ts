/** Where a bar begins and ends, in minor units as decimal text. */
interface Span {
  from_minor: string;
  to_minor: string;
}

/** A bar in the units of a drawing: its left edge and its length. */
export interface Bar {
  x: number;
  width: number;
}

/** Shortest visible bar. */
const LEAST = 1;

/**
 * Lays spans out on one scale of `width`, zero always on it. Only for drawing: amounts beyond 2^53 lose their last
 * digits here and nowhere else.
 */
export function layOut(spans: readonly Span[], width: number): { bars: Bar[]; zero: number } {
  const ends = spans.flatMap((span) => [Number(span.from_minor), Number(span.to_minor)]);
  const low = Math.min(0, ...ends);
  const high = Math.max(0, ...ends);
  const scale = high === low ? 0 : width / (high - low);
  const at = (minor: number): number => round((minor - low) * scale);
  const bars = spans.map((span) => {
    const [from, to] = [at(Number(span.from_minor)), at(Number(span.to_minor))];
    return { x: Math.min(from, to), width: Math.max(LEAST, round(Math.abs(to - from))) };
  });
  return { bars, zero: at(0) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
