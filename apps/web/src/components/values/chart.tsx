import { Button } from '@mantine/core';
import { lazy, Suspense, useId, useState, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import { download } from '../../lib/download.js';
import { visible } from '../../lib/visible.js';
import { common } from '../../text/common.js';
import { EmptyState } from '../feedback/feedback.js';
import { DataTable } from '../tables/data-table.js';
import { texts } from '../texts/values.js';
import { csvOf, pointText, valueText, type Series, type Step, type Unit } from './chart-values.js';

const Drawing = lazy(() => import('./chart-drawing.js'));

interface ChartProps<T extends { at: string }> {
  title: string;
  /** Bars for what adds up over a period, a line for what was read at a moment. */
  kind: 'bars' | 'line';
  step: Step;
  /** Oldest first; `at` is an instant, a day, a month or the name of a category. */
  rows: readonly T[];
  /** What is drawn, in the order of the colours; at most six. */
  series: readonly Series<T>[];
  /** Further columns of the table and the file. */
  more?: readonly Series<T>[];
  unit: Unit;
  /** Of a line: a longer gap than two of these is left open. */
  stepMs?: number;
  /** Bars on top of each other, where together they are a whole. */
  stacked?: boolean;
  /** The sentence where there is nothing to draw yet. */
  empty?: ReactNode;
  actions?: ReactNode;
}

/**
 * A plot with the reading of one point, which the pointer and the arrow keys move, the same numbers as a table, and as a
 * file. The library that draws is loaded with the first plot.
 */
export function Chart<T extends { at: string }>(props: ChartProps<T>) {
  const { title, rows, series, more = [], unit, step, empty = texts.plot.empty, actions } = props;
  const [asTable, setAsTable] = useState(false);
  const [moved, setMoved] = useState<number>();
  const heading = useId();
  const all = [...series, ...more];
  const last = rows.length - 1;
  const index = Math.min(moved ?? last, last);
  const head = texts.plot.heads[step];
  if (rows.every((row) => series.every(({ value }) => value(row) === null)))
    return (
      <section className="stack stack-8">
        <h3 id={heading}>{title}</h3>
        <EmptyState>{empty}</EmptyState>
      </section>
    );
  const save = (): void =>
    download(`${title.replace(/[^\p{L}\p{N}]+/gu, '-')}.csv`, csvOf(head, rows, all, unit), 'text/csv');
  return (
    <section className="stack stack-8">
      <div className="row row-between">
        <h3 id={heading}>{title}</h3>
        <div className="row">
          {actions}
          <Button variant="subtle" size="compact-sm" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {common.table}
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={save}>
            {common.csv}
          </Button>
        </div>
      </div>
      {asTable ? (
        <DataTable
          label={title}
          rows={rows.toReversed()}
          rowKey={(row) => row.at}
          titles={Object.fromEntries([['at', head], ...all.map(({ label }) => [label, label] as const)])}
          columns={[
            { id: 'at', cell: (row) => visible(pointText(row.at, step)) },
            ...all.map((one) => ({
              id: one.label,
              right: true,
              cell: (row: T) => <span className="num">{valueText(one.value(row), one.unit ?? unit)}</span>,
            })),
          ]}
        />
      ) : (
        <div
          className="plot"
          role="group"
          aria-labelledby={heading}
          aria-roledescription={texts.plot.role}
          aria-describedby={`${heading}-keys`}
          tabIndex={0}
          onKeyDown={(event) => moveBy(event, index, last, setMoved)}
        >
          <p className="small row plot-reading" role="status">
            <span className="dim">{visible(pointText(rows[index]!.at, step))}</span>
            {series.map((one, nth) => (
              <span key={one.label} className="row plot-key" style={colourOf(nth)}>
                {series.length > 1 ? `${one.label} ` : null}
                <span className="num strong">{valueText(one.value(rows[index]!), unit)}</span>
              </span>
            ))}
          </p>
          <p id={`${heading}-keys`} hidden>
            {texts.plot.keys}
          </p>
          <div className="plot-drawing" aria-hidden="true">
            <Suspense>
              <Drawing {...(props as unknown as ChartProps<{ at: string }>)} at={index} onMove={setMoved} />
            </Suspense>
          </div>
        </div>
      )}
    </section>
  );
}

/** The colour of a series, for its key. */
const colourOf = (nth: number): CSSProperties => ({ ['--plot' as never]: `var(--plot-${nth + 1})` });

/** Left and right, to the ends with Home and End. */
function moveBy(event: KeyboardEvent, index: number, last: number, set: (to: number) => void): void {
  const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key];
  if (to === undefined || event.target !== event.currentTarget) return;
  event.preventDefault();
  set(Math.max(0, Math.min(last, to)));
}
