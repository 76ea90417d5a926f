/** A value per day, in the order of the days. */
interface DayCount {
  day: string;
  upgraded: number;
}

/** Running totals: how many had upgraded by the end of each day. */
export function cumulative(days: readonly DayCount[]): number[] {
  let total = 0;
  return days.map(({ upgraded }) => (total += upgraded));
}

/**
 * The points of a line through `values` inside a box, for the `points` of an SVG polyline. The first value is at
 * the left edge, `top` at the upper one; a single value becomes a level line.
 */
export function linePoints(values: readonly number[], box: { width: number; height: number; top: number }): string {
  const all = values.length === 1 ? [...values, ...values] : values;
  const step = box.width / Math.max(1, all.length - 1);
  const scale = box.height / Math.max(1, box.top);
  return all.map((value, i) => `${round(i * step)},${round(box.height - value * scale)}`).join(' ');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
