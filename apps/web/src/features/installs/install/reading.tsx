import {
  useGet,
  useList,
  type DriveReadingView,
  type EndpointReadingView,
  type InstallReadingView,
  type RejectedEventView,
} from '../../../api/hooks.js';
import { Alert, ToneBadge } from '../../../components/feedback/feedback.js';
import { Resource } from '../../../components/feedback/resource.js';
import { Card } from '../../../components/layout/page.js';
import { DataTable, ListTable } from '../../../components/tables/data-table.js';
import { Id, Since, When } from '../../../components/values/values.js';
import { formatCount, formatUtcDate } from '../../../lib/format.js';
import { visible } from '../../../lib/visible.js';
import { texts } from '../texts/install-detail.js';
import { rich } from '../../../text/rich.js';
type Problem = NonNullable<EndpointReadingView['problem']>;
type Problems = typeof texts.reading.problems | typeof texts.driveReading.problems;

function problemText(problems: Problems, problem: Problem, status: number | null): string {
  return problem === 'http_status' ? problems.http_status(status) : problems[problem];
}

/** Words of a Drive, whatever they hold. */
const Raw = ({ text }: { text: string | null }) => (text === null ? '–' : <code>{visible(text)}</code>);

const Kind = ({ of: { kind, event_id: id } }: { of: Pick<RejectedEventView, 'kind' | 'event_id'> }) => (
  <>
    <Raw text={kind} /> {id === null ? null : <Raw text={id} />}
  </>
);

/** How each endpoint of an install is read, and the event rows that do not count. */
export function InstallReading({ id }: { id: string }) {
  const reading = useGet('/api/v1/operator/installs/{id}/reading', { path: { id } }, { refreshMs: 15_000 });
  return (
    <Card title={texts.reading.title}>
      <p className="small dim">{texts.reading.explanation}</p>
      <Resource of={reading} what={texts.reading.name} lines={4}>
        {(view) => (
          <>
            <DataTable
              label={texts.reading.tableLabel}
              rows={view.endpoints}
              rowKey={(row) => row.endpoint}
              titles={texts.reading.columns}
              columns={[
                { id: 'endpoint', cell: (row) => texts.reading.endpoints[row.endpoint] },
                { id: 'state', cell: (row) => <State of={row} /> },
                { id: 'next', cell: (row) => <When at={row.next_at} /> },
              ]}
            />
            <Quota of={view.event_quota} />
            {view.rejected.length === 0 ? null : <Rejected id={id} of={view.rejected} />}
          </>
        )}
      </Resource>
    </Card>
  );
}

function State({ of }: { of: EndpointReadingView }) {
  if (of.problem === null)
    return (
      <>
        <ToneBadge tone="ok">{texts.reading.good}</ToneBadge> <When at={of.read_at} />
      </>
    );
  return (
    <>
      <ToneBadge tone="bad">{texts.reading.notRead}</ToneBadge>{' '}
      {of.failing_since === null
        ? problemText(texts.reading.problems, of.problem, of.status)
        : rich(texts.reading.since, {
            problem: problemText(texts.reading.problems, of.problem, of.status),
            time: <When at={of.failing_since} />,
          })}
    </>
  );
}

function Quota({ of: { stored, quota, not_stored } }: { of: InstallReadingView['event_quota'] }) {
  const count = texts.reading.quota(formatCount(stored), formatCount(quota));
  if (stored < quota) return <p className="small dim">{count}</p>;
  return <Alert tone="warn">{`${count} ${texts.reading.quotaReached(formatCount(not_stored))}`}</Alert>;
}

function Rejected({ id, of }: { id: string; of: InstallReadingView['rejected'] }) {
  const rows = useList('/api/v1/operator/installs/{id}/rejected-events', { path: { id } }, { refreshMs: 30_000 });
  const all = of.reduce((sum, { events }) => sum + events, 0);
  return (
    <>
      <h3>{texts.reading.rejectedTitle}</h3>
      <p className="dim">{texts.reading.rejectedCount(formatCount(all))}</p>
      <ListTable
        label={texts.reading.rejectedLabel}
        list={rows}
        empty={null}
        titles={texts.reading.rejectedColumns}
        columns={[
          { id: 'at', cell: (row) => <When at={row.seen_at} /> },
          { id: 'note', cell: (row) => texts.reading.reasons[row.reason] },
          { id: 'type', cell: (row) => <Kind of={row} /> },
          { id: 'content', cell: (row) => <Raw text={row.content} /> },
        ]}
      />
    </>
  );
}

/** How the installs of a Drive are read, for its author. */
export function DriveReading({ driveId }: { driveId: string }) {
  const reading = useGet(
    '/api/v1/author/drives/{driveId}/installs/reading',
    { path: { driveId } },
    { refreshMs: 30_000 },
  );
  return (
    <Card title={texts.driveReading.title}>
      <Resource of={reading} what={texts.driveReading.name} lines={2}>
        {(view) => (
          <>
            {view.events_shared_since === null ? null : (
              <Alert tone="warn">
                {rich(texts.driveReading.shared, { time: <When at={view.events_shared_since} /> })}
              </Alert>
            )}
            {view.over_quota.length === 0 ? null : <OverQuota of={view.over_quota} />}
            {view.failing.length + view.rejected.length + view.over_quota.length === 0 &&
            view.events_shared_since === null ? (
              <p className="dim">{texts.driveReading.good}</p>
            ) : null}
            {view.failing.length === 0 ? null : <Failing of={view.failing} />}
            {view.rejected.length === 0 ? null : <RejectedOfDrive of={view.rejected} driveId={driveId} />}
          </>
        )}
      </Resource>
    </Card>
  );
}

function OverQuota({ of }: { of: DriveReadingView['over_quota'] }) {
  return (
    <>
      <Alert tone="warn">{texts.driveReading.overQuota}</Alert>
      <DataTable
        label={texts.driveReading.overQuotaLabel}
        rows={of}
        rowKey={(row) => row.install_id}
        titles={texts.driveReading.overQuotaColumns}
        columns={[
          { id: 'day', cell: (row) => formatUtcDate(row.day) },
          { id: 'install', cell: (row) => <Id value={row.install_id} /> },
          { id: 'stored', right: true, cell: (row) => formatCount(row.stored) },
          { id: 'notStored', right: true, cell: (row) => formatCount(row.not_stored) },
        ]}
      />
    </>
  );
}

function Failing({ of }: { of: DriveReadingView['failing'] }) {
  return (
    <DataTable
      label={texts.driveReading.failingLabel}
      rows={of}
      rowKey={(row) => `${row.endpoint} ${row.problem} ${row.status ?? ''}`}
      columns={[
        { id: 'endpoint', cell: (row) => texts.reading.endpoints[row.endpoint] },
        { id: 'problem', cell: (row) => problemText(texts.driveReading.problems, row.problem, row.status) },
        { id: 'installs', right: true, cell: (row) => formatCount(row.installs) },
        { id: 'since', cell: (row) => <Since at={row.since} /> },
      ]}
    />
  );
}

function RejectedOfDrive({ of, driveId }: { of: DriveReadingView['rejected']; driveId: string }) {
  const rows = useList('/api/v1/author/drives/{driveId}/installs/rejected-events', { path: { driveId } });
  return (
    <>
      <DataTable
        label={texts.driveReading.rejectedLabel}
        rows={of}
        rowKey={(row) => row.reason}
        titles={texts.driveReading.rejectedColumns}
        columns={[
          { id: 'reason', cell: (row) => texts.reading.reasons[row.reason] },
          { id: 'events', right: true, cell: (row) => formatCount(row.events) },
          { id: 'installs', right: true, cell: (row) => formatCount(row.installs) },
          { id: 'last', cell: (row) => <When at={row.last_at} /> },
        ]}
      />
      <ListTable
        label={texts.driveReading.rowsLabel}
        list={rows}
        empty={null}
        titles={texts.reading.rejectedColumns}
        columns={[
          { id: 'at', cell: (row) => <When at={row.seen_at} /> },
          { id: 'install', cell: (row) => <Id value={row.install_id} /> },
          { id: 'note', cell: (row) => texts.reading.reasons[row.reason] },
          { id: 'type', cell: (row) => <Kind of={row} /> },
          { id: 'problem', cell: (row) => visible(row.detail) },
          { id: 'content', cell: (row) => <Raw text={row.content} /> },
        ]}
      />
    </>
  );
}
