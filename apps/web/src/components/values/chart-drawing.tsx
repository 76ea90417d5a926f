import { BarChart, LineChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import { axisText, tickText, type Series, type Step, type Unit } from './chart-values.js';

const TWO_DAYS_MS = 172_800_000;

type Row = { at: string };

export interface DrawingProps {
  kind: 'bars' | 'line';
  step: Step;
  rows: readonly Row[];
  series: readonly Series<Row>[];
  unit: Unit;
  stepMs?: number;
  stacked?: boolean;
  /** The point that is read. */
  at: number;
  onMove: (to: number) => void;
}

/** A row in the library's shape: its values under the numbers of their series. */
type Drawn = Record<string, number | string | boolean | null>;

const drawn = (row: Row, index: number, series: readonly Series<Row>[]): Drawn => ({
  index,
  ...Object.fromEntries(series.map(({ value }, nth) => [String(nth), value(row) === null ? null : Number(value(row))])),
});

/** On a scale of time. Where more than one reading is missing the line ends, and a reading by itself is a dot. */
function overTime({ rows, series, stepMs = Infinity }: DrawingProps): Drawn[] {
  const times = rows.map((row) => Date.parse(row.at));
  const apart = (index: number): boolean => !(times[index]! - times[index - 1]! <= 2 * stepMs);
  return rows.flatMap((row, index) => {
    const gap = index > 0 && apart(index) ? [{ index: index - 1, x: times[index - 1]! + stepMs }] : [];
    const alone = apart(index) && (index + 1 === rows.length || apart(index + 1));
    return [...gap, { ...drawn(row, index, series), x: times[index]!, alone }];
  });
}

/** What the library draws; it comes with the first plot that is looked at. Nothing of it moves by itself. */
export default function ChartDrawing(props: DrawingProps) {
  const { kind, step, rows, series, unit, stacked, at, onMove } = props;
  const line = kind === 'line';
  const days = rows.length > 0 && Date.parse(rows.at(-1)!.at) - Date.parse(rows[0]!.at) > TWO_DAYS_MS;
  const ticks = step === 'time' && days ? 'day' : step;
  const data: readonly Drawn[] = line
    ? overTime(props)
    : rows.map((row, index) => ({ ...drawn(row, index, series), x: row.at }));
  const shared = {
    h: 180,
    data: [...data],
    dataKey: 'x',
    series: series.map((_, nth) => ({ name: String(nth), color: `var(--plot-${nth + 1})` })),
    withTooltip: false,
    accessibilityLayer: false,
    strokeDasharray: '0',
    gridColor: 'var(--border)',
    textColor: 'var(--text-dim)',
    tickLine: 'none' as const,
    referenceLines: [{ color: 'var(--border-input)', x: data.find(({ index }) => index === at)?.x as string | number }],
    xAxisProps: {
      tickFormatter: (x: string | number) => tickText(x, ticks),
      minTickGap: 24,
      ...(line ? { type: 'number' as const, scale: 'time' as const, domain: ['dataMin', 'dataMax'] } : {}),
    },
    yAxisProps: {
      tickFormatter: (value: number) => axisText(value, unit),
      tickCount: 5,
      width: 'auto' as const,
      // The kit shifts the words to the left, out of the picture.
      tick: { fontSize: 12, fill: 'currentColor' },
      allowDecimals: unit !== 'count',
      ...(unit === 'share' ? { domain: [0, 1] } : {}),
    },
  };
  const events = {
    onMouseMove: ({ activeTooltipIndex: nth }: { activeTooltipIndex?: number | string | null }) => {
      const index = nth === null || nth === undefined ? undefined : data[Number(nth)]?.index;
      if (typeof index === 'number') onMove(index);
    },
  };
  return line ? (
    <LineChart
      {...shared}
      lineChartProps={events}
      curveType="linear"
      connectNulls={false}
      strokeWidth={1.5}
      lineProps={{ dot: LoneDot, activeDot: false }}
    />
  ) : (
    <BarChart {...shared} type={stacked ? 'stacked' : 'default'} maxBarWidth={28} barChartProps={events} />
  );
}

function LoneDot({ cx, cy, stroke, payload }: { cx?: number; cy?: number; stroke?: string; payload?: Drawn }) {
  return payload?.['alone'] && cy !== undefined ? <circle cx={cx} cy={cy} r={2} fill={stroke} /> : null;
}
