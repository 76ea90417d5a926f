import type { ReactNode } from 'react';
import type { DriveHistoryView } from '../../api/schema.js';
import { DataTable, type Column } from '../tables/data-table.js';
import { formatUtc } from '../../lib/format.js';
import { texts } from '../texts/values.js';
import { layOutPlot, type PlotPoint } from './plot-layout.js';

const SIZE = { width: 600, height: 120 };

interface PlotProps<T extends { at: string }, Id extends string> {
  /** Title of the plot. */
  title: string;
  of: Pick<DriveHistoryView, 'from' | 'to' | 'bin_seconds'>;
  points: readonly PlotPoint[];
  edges: { low: number; high: number };
  /** An edge as text. */
  edge: (value: number) => string;
  rows: readonly T[];
  titles: Readonly<Record<NoInfer<Id>, string>>;
  columns: readonly Column<T, Id>[];
}

/** A line over time with its edges, and the same data as a table. */
export function Plot<T extends { at: string }, Id extends string>({
  title,
  of,
  points,
  edges,
  edge,
  rows,
  ...table
}: PlotProps<T, Id>): ReactNode {
  const span = { from: Date.parse(of.from), to: Date.parse(of.to), ...edges };
  const { lines, bands } = layOutPlot(points, span, SIZE, of.bin_seconds * 1_000);
  return (
    <div className="stack stack-8">
      <h3>{title}</h3>
      {points.length === 0 ? (
        <p className="dim">{texts.plot.empty}</p>
      ) : (
        <>
          <div className="small dim row row-between" aria-hidden="true">
            <span>{edge(edges.high)}</span>
          </div>
          <svg
            className="plot"
            viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {bands.map((band) => (
              <polygon key={band} className="plot-band" points={band} />
            ))}
            {lines.map((line) => (
              <polyline key={line} className="plot-line" points={line} />
            ))}
          </svg>
          <div className="small dim row row-between" aria-hidden="true">
            <span>{edge(edges.low)}</span>
          </div>
          <div className="small dim row row-between">
            <span>{formatUtc(of.from)}</span>
            <span>{formatUtc(of.to)}</span>
          </div>
          <details>
            <summary>{texts.plot.asTable}</summary>
            <DataTable label={title} rows={rows.toReversed()} rowKey={(row) => row.at} {...table} />
          </details>
        </>
      )}
    </div>
  );
}
