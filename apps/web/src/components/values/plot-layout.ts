/** A value over time; `least` and `most` make a band around it. */
export interface PlotPoint {
  /** Unix ms. */
  at: number;
  value: number;
  least?: number;
  most?: number;
}

/** The span of a plot in both directions: Unix ms, and the values at its lower and upper edge. */
interface PlotSpan {
  from: number;
  to: number;
  low: number;
  high: number;
}

interface Size {
  width: number;
  height: number;
}

const round = (value: number): number => Math.round(value * 10) / 10;

/**
 * The lines and bands of a plot as `points` of SVG, in the units of a drawing. Where more than one bin is missing the line
 * ends and starts again: missing readings are not drawn.
 * @param points oldest first @param binMs length of a bin
 */
export function layOutPlot(
  points: readonly PlotPoint[],
  { from, to, low, high }: PlotSpan,
  { width, height }: Size,
  binMs: number,
): { lines: string[]; bands: string[] } {
  const x = (at: number): number => round((Math.max(0, at - from) / (to - from)) * width);
  const y = (value: number): number => round(height - (high === low ? 0.5 : (value - low) / (high - low)) * height);
  const at = (point: PlotPoint, value: number): string => `${x(point.at)},${y(value)}`;
  const parts: PlotPoint[][] = [];
  let last = -Infinity;
  for (const point of points) {
    if (point.at - last > 2 * binMs) parts.push([]);
    parts.at(-1)!.push(point);
    last = point.at;
  }
  // One bin by itself is drawn as long as it lasts.
  const drawn = parts.map((part) => (part.length > 1 ? part : [part[0]!, { ...part[0]!, at: part[0]!.at + binMs }]));
  return {
    lines: drawn.map((part) => part.map((point) => at(point, point.value)).join(' ')),
    bands: drawn
      .filter((part) => part.some(({ least, most }) => least !== most))
      .map((part) =>
        [
          ...part.map((point) => at(point, point.most ?? point.value)),
          ...part.toReversed().map((point) => at(point, point.least ?? point.value)),
        ].join(' '),
      ),
  };
}

/** The edges of a plot of values that are none of a share: zero is always in it. */
export function edgesOf(points: readonly PlotPoint[]): { low: number; high: number } {
  const values = points.flatMap(({ value, least = value, most = value }) => [least, most]);
  return { low: Math.min(0, ...values), high: Math.max(0, ...values) };
}
