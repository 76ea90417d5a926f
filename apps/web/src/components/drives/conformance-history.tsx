import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useGet, useList } from '../../api/hooks.js';
import type { ApiError } from '../../api/errors.js';
import type { ConformanceDayView, ConformanceHistoryView } from '../../api/schema.js';
import { Id, When } from '../values/values.js';
import { DataTable, ListTable } from '../tables/data-table.js';
import { Card, Facts } from '../layout/page.js';
import { Resource } from '../feedback/resource.js';
import { Alert, EmptyState, StatusBadge, ToneBadge } from '../feedback/feedback.js';
import { formatUtcDate } from '../../lib/format.js';
import { texts } from '../texts/drives.js';
import { rich } from '../../text/rich.js';
import { common } from '../../text/common.js';

const STEP = 10;
const HEIGHT = 32;

/** The badge of a listed Drive, whether it has drifted from the passed version, and its last 28 days. */
export function ConformanceHistory({ slug }: { slug: string }): ReactNode {
  return <Shown of={useGet('/api/public/catalogue/{slug}/conformance', { path: { slug } })} />;
}

/** The same of a Drive in whatever state, for its author and for staff, with every run. */
export function DriveConformance({ driveId }: { driveId: string }): ReactNode {
  const history = useGet('/api/v1/author/drives/{driveId}/conformance', { path: { driveId } });
  return <Shown of={history} more={<Runs driveId={driveId} />} />;
}

function Shown({
  of: history,
  more,
}: {
  of: UseQueryResult<ConformanceHistoryView, ApiError>;
  more?: ReactNode;
}): ReactNode {
  return (
    <Card
      title={texts.conformanceHistory.shownTitle}
      actions={history.data ? <StatusBadge kind="conformance" code={history.data.state} /> : null}
    >
      <Resource of={history} what={texts.conformanceHistory.names.conformanceHistory}>
        {(view) =>
          view.runs === 0 ? (
            <EmptyState>{common.theChecksHaveNotRunYet}</EmptyState>
          ) : (
            <>
              <Summary view={view} />
              {more}
            </>
          )
        }
      </Resource>
    </Card>
  );
}

/** Each run with its digest and that of the run before it: together they are the chain. Read when it is opened. */
function Runs({ driveId }: { driveId: string }): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{common.everyRun}</summary>
      {open ? <RunList driveId={driveId} /> : null}
    </details>
  );
}

function RunList({ driveId }: { driveId: string }): ReactNode {
  const runs = useList('/api/v1/author/drives/{driveId}/conformance/runs', { path: { driveId } });
  return (
    <ListTable
      label={common.everyRun}
      list={runs}
      rowKey={({ seq }) => String(seq)}
      empty={common.theChecksHaveNotRunYet}
      titles={texts.conformanceHistory.runListColumns}
      columns={[
        { id: 'seq', right: true, cell: ({ seq }) => seq },
        { id: 'at', cell: (run) => <When at={run.ran_at} /> },
        {
          id: 'ok',
          cell: ({ ok, failed }) =>
            ok && failed.length > 0 ? (
              <ToneBadge tone="warn">{texts.conformanceHistory.passedButFailed(failed.length)}</ToneBadge>
            ) : (
              <StatusBadge kind="check" code={ok ? 'pass' : 'fail'} />
            ),
        },
        { id: 'failed', wrap: true, cell: ({ failed }) => failed.join(', ') },
        {
          id: 'manifest',
          cell: ({ manifest }) =>
            manifest ? (
              <Id value={manifest} what={texts.conformanceHistory.names.digestManifest} />
            ) : (
              common.notReadable
            ),
        },
        {
          id: 'digest',
          cell: ({ digest }) => <Id value={digest} what={common.digestOfTheRun} />,
        },
        {
          id: 'previous',
          cell: ({ previous }) =>
            previous ? (
              <Id value={previous} what={texts.conformanceHistory.names.digestRunName} />
            ) : (
              texts.conformanceHistory.theFirst
            ),
        },
      ]}
    />
  );
}

function Summary({ view }: { view: ConformanceHistoryView }): ReactNode {
  const runs = view.days.reduce((sum, day) => sum + day.runs, 0);
  const failed = view.days.reduce((sum, day) => sum + day.failed, 0);
  return (
    <>
      {view.state === 'failing' && view.verified_at ? (
        <Alert tone="warn">
          {rich(texts.conformanceHistory.summaryNotice, { time: <When at={view.verified_at} /> })}
        </Alert>
      ) : null}
      <Facts
        titles={texts.conformanceHistory.summaryFacts}
        items={{
          lastVerified: <When at={view.verified_at} />,
          last28Days: texts.conformanceHistory.runsAndFailures(runs, failed),
          allRuns: `${view.runs}, ${view.intact ? texts.conformanceHistory.chainIntact : texts.conformanceHistory.chainBroken}`,
          newestRun: view.head ? <Id value={view.head} what={common.digestOfTheRun} /> : null,
        }}
      />
      <Days days={view.days} label={texts.conformanceHistory.last28Days(runs, failed)} />
    </>
  );
}

/** One bar per day: half a bar passed, a whole one failed, a line for none; the table has the same data. */
function Days({ days, label }: { days: readonly ConformanceDayView[]; label: string }): ReactNode {
  return (
    <figure className="curve">
      <svg viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`} role="img" aria-label={label}>
        {days.map((day, i) => {
          const height = day.runs === 0 ? 2 : day.failed > 0 ? HEIGHT : HEIGHT / 2;
          return (
            <rect
              key={day.day}
              className={day.runs === 0 ? 'day-none' : day.failed > 0 ? 'day-bad' : 'day-ok'}
              x={i * STEP + 1}
              y={HEIGHT - height}
              width={STEP - 2}
              height={height}
            />
          );
        })}
      </svg>
      <DayEnds days={days} />
      <p className="small dim">{texts.conformanceHistory.daysExplanation}</p>
      <details>
        <summary>{texts.conformanceHistory.daysHeading}</summary>
        <DataTable
          label={texts.conformanceHistory.daysHeading}
          rows={days}
          rowKey={({ day }) => day}
          titles={texts.conformanceHistory.daysColumns}
          columns={[
            { id: 'day', cell: ({ day }) => day },
            { id: 'runs', right: true, cell: ({ runs }) => runs },
            { id: 'failed', right: true, cell: ({ failed }) => failed },
          ]}
        />
      </details>
    </figure>
  );
}

/** The first and the last day under a plot of days; the plot's table has them for screen readers. */
function DayEnds({ days }: { days: readonly { day: string }[] }): ReactNode {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || first === last) return null;
  return (
    <p className="row row-between small dim" aria-hidden="true">
      <span>{formatUtcDate(first.day)}</span>
      <span>{formatUtcDate(last.day)}</span>
    </p>
  );
}
