import { ToneBadge } from '../../../components/feedback/feedback.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { useChoice } from '../../../components/tables/filter.js';
import { formatCount, humanize } from '../../../lib/format.js';
import { texts } from '../texts/history.js';
import { common } from '../../../text/common.js';
import { Chart } from '../../../components/values/chart.js';
import { useGet, type DriveHistoryView, type InstallHistoryView } from '../../../api/hooks.js';
import { Resource } from '../../../components/feedback/resource.js';
import { Card } from '../../../components/layout/page.js';
import { visible } from '../../../lib/visible.js';

/** The chosen range, in the address, and its field. */
const useRange = () =>
  useChoice('range', { label: texts.history.rangeLabel, choices: texts.history.ranges, usual: 'day' });

/** A share as percent, rounded down. */
const percent = (share: number): string => texts.history.percent((Math.floor(share * 10_000) / 100).toFixed(2));

/** How each endpoint answered: against its objective, and over time. */
function Answers({ of }: { of: DriveHistoryView }) {
  return (
    <>
      <DataTable
        label={texts.history.objectivesLabel}
        rows={of.endpoints}
        rowKey={(row) => row.endpoint}
        titles={{ ...texts.history.columns, share: texts.history.columns.share(of.objective_days) }}
        columns={[
          { id: 'endpoint', cell: (row) => texts.history.endpoints[row.endpoint] },
          {
            id: 'share',
            right: true,
            cell: (row) => (row.share === null ? texts.history.tooEarly : percent(row.share)),
          },
          { id: 'target', right: true, cell: (row) => percent(row.target) },
          { id: 'budget', right: true, cell: (row) => <Budget used={row.budget_used} /> },
        ]}
      />
      {of.endpoints.map(({ endpoint, points }) => (
        <Chart
          key={endpoint}
          title={texts.history.answersTitle(texts.history.endpoints[endpoint])}
          kind="line"
          step="time"
          stepMs={of.bin_seconds * 1_000}
          unit="share"
          rows={points}
          series={[{ label: texts.history.callColumns.share, value: (row) => row.share }]}
          more={[{ label: texts.history.callColumns.calls, value: (row) => row.calls, unit: 'count' }]}
        />
      ))}
    </>
  );
}

function Budget({ used }: { used: number | null }) {
  if (used === null) return '–';
  return (
    <>
      {texts.history.percent(formatCount(Math.ceil(used * 100)))}{' '}
      {used >= 1 ? <ToneBadge tone="bad">{common.usedUp}</ToneBadge> : null}
    </>
  );
}

/** What a plugin reported about an install, and how it answered, over time. */
export function InstallHistory({ id }: { id: string }) {
  const [range, rangeField] = useRange();
  const history = useGet(
    '/api/v1/operator/installs/{id}/history',
    { path: { id }, query: { range } },
    { refreshMs: 60_000 },
  );
  return (
    <Card title={common.historyTitle} actions={rangeField}>
      <p className="small dim">{texts.history.operatorExplanation}</p>
      <Resource of={history} what={common.theHistory} lines={6}>
        {(view) => (
          <div className="stack">
            <Answers of={view} />
            {view.metrics.length === 0 ? <p className="dim">{texts.history.noFigures}</p> : null}
            {view.metrics.map((figure) => (
              <Figure key={figure.name} of={view} figure={figure} />
            ))}
          </div>
        )}
      </Resource>
    </Card>
  );
}

/** Its name is the plugin's own. */
function Figure({ of, figure }: { of: InstallHistoryView; figure: InstallHistoryView['metrics'][number] }) {
  return (
    <Chart
      title={visible(humanize(figure.name))}
      kind="line"
      step="time"
      stepMs={of.bin_seconds * 1_000}
      unit="decimal"
      rows={figure.points}
      series={[
        { label: texts.history.figureColumns.mean, value: (row) => row.mean },
        { label: texts.history.figureColumns.least, value: (row) => row.least },
        { label: texts.history.figureColumns.most, value: (row) => row.most },
      ]}
    />
  );
}

/** How a Drive answered over time, for its author. */
export function DriveHistory({ driveId }: { driveId: string }) {
  const [range, rangeField] = useRange();
  const history = useGet(
    '/api/v1/author/drives/{driveId}/history',
    { path: { driveId }, query: { range } },
    { refreshMs: 60_000 },
  );
  return (
    <Card title={common.historyTitle} actions={rangeField}>
      <p className="small dim">{texts.history.authorExplanation}</p>
      <Resource of={history} what={common.theHistory} lines={6}>
        {(view) => <Answers of={view} />}
      </Resource>
    </Card>
  );
}
