import { TextInput } from '@mantine/core';
import { useGet } from '../../api/hooks.js';
import { DataTable } from '../../components/tables/data-table.js';
import { Card, Facts, Page } from '../../components/layout/page.js';
import { Resource } from '../../components/feedback/resource.js';
import { Alert, EmptyFiltered, EmptyState, StatusBadge } from '../../components/feedback/feedback.js';
import { When } from '../../components/values/values.js';
import { formatCount, formatDuration, formatSpan } from '../../lib/format.js';
import { useUrlState } from '../../lib/url-state.js';
import { controlled } from '../../lib/use-form.js';
import { texts } from './texts.js';
import { common, rich } from '../../text/common.js';
import { PostButton } from '../../components/forms/post-button.js';

const SCHEDULES = '/api/v1/admin/schedules';

const QUEUES: Record<string, string> = texts.queues.queues;

/** Work of the workers, and recurring jobs: depth of each queue, the last run of each job, and how it ended. */
export function QueuesPage() {
  const queues = useGet('/api/v1/admin/queues', {}, { refreshMs: 5_000 });
  const schedules = useGet(SCHEDULES, {}, { refreshMs: 5_000 });
  const [search, setSearch] = useUrlState('q', '');
  const words = search.trim().toLowerCase();
  return (
    <Page title={common.queues}>
      <Resource of={queues} what={texts.queues.names.queues} page>
        {(now) => (
          <Card title={texts.queues.waitingWorkTitle}>
            {now.workers === 0 ? <Alert tone="bad">{texts.queues.notice}</Alert> : null}
            <Facts
              titles={texts.queues.facts}
              items={{
                workers: formatCount(now.workers),
                queue: now.backend === 'redis' ? texts.queues.redis : texts.queues.postgreSQL,
                undeliveredEvents: now.events_waiting_since ? (
                  <>
                    {rich(texts.queues.theOldest, {
                      eventsWaiting: formatCount(now.events_waiting),
                      time: <When machine at={now.events_waiting_since} />,
                    })}
                  </>
                ) : (
                  common.noneTitle
                ),
              }}
            />
            <DataTable
              label={common.queues}
              rows={now.queues}
              rowKey={(row) => row.queue}
              titles={texts.queues.columns}
              columns={[
                { id: 'queue', cell: (row) => QUEUES[row.queue] ?? row.queue },
                { id: 'waiting', right: true, cell: (row) => formatCount(row.waiting) },
                { id: 'running', right: true, cell: (row) => formatCount(row.running) },
                { id: 'retrying', right: true, cell: (row) => formatCount(row.retrying) },
                { id: 'failed', right: true, cell: (row) => formatCount(row.failed) },
                { id: 'since', cell: (row) => (row.waiting_since ? <When machine at={row.waiting_since} /> : '') },
              ]}
            />
          </Card>
        )}
      </Resource>
      <Resource of={schedules} what={texts.queues.names.schedules}>
        {({ items }) => {
          const shown = items.filter((row) => `${row.job} ${row.what}`.toLowerCase().includes(words));
          return (
            <Card title={texts.queues.schedulesTitle}>
              <div className="filters">
                <TextInput type="search" label={common.search} {...controlled(search, setSearch)} />
              </div>
              {items.length === 0 ? (
                <EmptyState>{texts.queues.empty}</EmptyState>
              ) : shown.length === 0 ? (
                <EmptyFiltered onClear={() => setSearch('')} />
              ) : (
                <DataTable
                  label={texts.queues.schedulesTitle}
                  rows={shown}
                  rowKey={(row) => row.job}
                  titles={texts.queues.columns}
                  columns={[
                    {
                      id: 'job',
                      cell: (row) => (
                        <>
                          {row.what}
                          <br />
                          <code className="dim">{row.job}</code>
                        </>
                      ),
                    },
                    {
                      id: 'state',
                      cell: (row) => (
                        <>
                          <StatusBadge kind="schedule" code={row.state} />
                          {row.last_error === null ? null : <div>{row.last_error}</div>}
                        </>
                      ),
                    },
                    {
                      id: 'every',
                      cell: (row) => (row.every_ms === null ? <code>{row.cron} UTC</code> : often(row.every_ms)),
                    },
                    { id: 'before', cell: (row) => <When last at={row.started_at} /> },
                    {
                      id: 'took',
                      right: true,
                      cell: (row) => (row.took_ms === null ? '' : formatDuration(row.took_ms)),
                    },
                    {
                      id: 'failures',
                      right: true,
                      cell: (row) => texts.queues.failuresOfRuns(formatCount(row.failures), formatCount(row.runs)),
                    },
                    { id: 'next', cell: (row) => <When at={row.next_at} /> },
                    {
                      id: 'act',
                      cell: ({ job, asked }) => (
                        <PostButton
                          to="/api/v1/admin/schedules/{job}/run"
                          options={{ path: { job }, toast: common.aWorkerWillStartItShortly }}
                          body={undefined}
                          whyNot={asked ? common.aWorkerWillStartItShortly : null}
                        >
                          {asked ? common.requested : texts.queues.runNow}
                        </PostButton>
                      ),
                    },
                  ]}
                />
              )}
            </Card>
          );
        }}
      </Resource>
      <Resource of={useGet('/api/v1/admin/deployment')} what={texts.queues.names.deployment}>
        {({ checks }) => (
          <Card title={texts.queues.deploymentTitle}>
            <DataTable
              label={texts.queues.deploymentTitle}
              rows={checks}
              rowKey={(row) => row.title}
              titles={texts.queues.columns}
              columns={[
                { id: 'state', cell: (row) => <StatusBadge kind="deployment_check" code={row.state} /> },
                { id: 'check', cell: (row) => row.title },
                { id: 'detail', cell: ({ detail, advice }) => [detail, advice].filter(Boolean).join('. ') },
              ]}
            />
          </Card>
        )}
      </Resource>
    </Page>
  );
}

const often = (ms: number): string => (ms < 60_000 ? texts.queues.seconds(ms / 1_000) : formatSpan(ms));
