import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useGet, useSend } from '../../api/hooks.js';
import type { DataOf } from '../../api/types.js';
import { DataTable } from '../../components/tables/data-table.js';
import { Card, Facts, Page } from '../../components/layout/page.js';
import { Resource } from '../../components/feedback/resource.js';
import { Alert, EmptyFiltered, EmptyState, SendError } from '../../components/feedback/states.js';
import { StatusBadge } from '../../components/feedback/status-badge.js';
import { useToast } from '../../components/feedback/toasts.js';
import { When } from '../../components/values/when.js';
import { WhyNot } from '../../components/feedback/why-not.js';
import { formatCount, formatDuration, formatSpan } from '../../lib/format.js';
import { useUrlState } from '../../lib/url-state.js';

const SCHEDULES = '/api/v1/admin/schedules';
type Job = DataOf<typeof SCHEDULES, 'get'>['items'][number];

const LANES: Record<string, string> = {
  events: 'Mail, webhooks, follow-up',
  drives: 'Calls to Drives',
  money: 'Money',
};

/** What the workers have to do, and what recurs: depth of each lane, the last run of each job, and how it ended. */
export function QueuesPage(): ReactNode {
  const queues = useGet('/api/v1/admin/queues', {}, { refreshMs: 5_000 });
  const schedules = useGet(SCHEDULES, {}, { refreshMs: 5_000 });
  const [search, setSearch] = useUrlState('q', '');
  const words = search.trim().toLowerCase();
  return (
    <Page title="Queues">
      <Resource of={queues} what="the queues" page>
        {(now) => (
          <Card title="Waiting work">
            {now.workers === 0 ? (
              <Alert tone="bad">No worker is running. Waiting jobs start when a worker starts; nothing is lost.</Alert>
            ) : null}
            <Facts
              items={[
                ['Workers', formatCount(now.workers)],
                ['Queue', now.backend === 'redis' ? 'Redis' : 'PostgreSQL'],
                [
                  'Undelivered events',
                  now.events_waiting_since ? (
                    <>
                      {formatCount(now.events_waiting)}, the oldest <When at={now.events_waiting_since} />
                    </>
                  ) : (
                    'None'
                  ),
                ],
              ]}
            />
            <DataTable
              label="Lanes"
              rows={now.lanes}
              rowKey={(row) => row.lane}
              columns={[
                { id: 'lane', title: 'Lane', cell: (row) => LANES[row.lane] ?? row.lane },
                { id: 'waiting', title: 'Waiting', right: true, cell: (row) => formatCount(row.waiting) },
                { id: 'running', title: 'Running', right: true, cell: (row) => formatCount(row.running) },
                { id: 'retrying', title: 'Retry scheduled', right: true, cell: (row) => formatCount(row.retrying) },
                { id: 'failed', title: 'Failed', right: true, cell: (row) => formatCount(row.failed) },
                {
                  id: 'since',
                  title: 'Oldest waiting since',
                  cell: (row) => (row.waiting_since ? <When at={row.waiting_since} /> : ''),
                },
              ]}
            />
          </Card>
        )}
      </Resource>
      <Resource of={schedules} what="the schedules">
        {({ items }) => {
          const shown = items.filter((row) => `${row.job} ${row.what}`.toLowerCase().includes(words));
          return (
            <Card title="Schedules">
              <div className="filters">
                <TextInput
                  type="search"
                  label="Search"
                  value={search}
                  onChange={(event) => setSearch(event.currentTarget.value)}
                />
              </div>
              {items.length === 0 ? (
                <EmptyState>No worker has started yet. The list is filled when one starts.</EmptyState>
              ) : shown.length === 0 ? (
                <EmptyFiltered onClear={() => setSearch('')} />
              ) : (
                <DataTable
                  label="Schedules"
                  rows={shown}
                  rowKey={(row) => row.job}
                  columns={[
                    {
                      id: 'job',
                      title: 'Job',
                      wrap: true,
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
                      title: 'Status',
                      wrap: true,
                      cell: (row) => (
                        <>
                          <StatusBadge kind="schedule" code={row.state} />
                          {row.last_error === null ? null : <div>{row.last_error}</div>}
                        </>
                      ),
                    },
                    {
                      id: 'every',
                      title: 'How often',
                      cell: (row) => (row.every_ms === null ? <code>{row.cron} UTC</code> : often(row.every_ms)),
                    },
                    { id: 'last', title: 'Last run', cell: (row) => <When at={row.started_at} /> },
                    {
                      id: 'took',
                      title: 'Took',
                      right: true,
                      cell: (row) => (row.took_ms === null ? '' : formatDuration(row.took_ms)),
                    },
                    {
                      id: 'failures',
                      title: 'Failed / total',
                      right: true,
                      cell: (row) => `${formatCount(row.failures)} of ${formatCount(row.runs)}`,
                    },
                    { id: 'next', title: 'Next run', cell: (row) => <When at={row.next_at} /> },
                    { id: 'act', title: 'Next step', cell: (row) => <RunNow job={row} /> },
                  ]}
                />
              )}
            </Card>
          );
        }}
      </Resource>
    </Page>
  );
}

const often = (ms: number): string => (ms < 60_000 ? `${ms / 1_000} s` : formatSpan(ms));

function RunNow({ job }: { job: Job }): ReactNode {
  const toast = useToast();
  const run = useSend('/api/v1/admin/schedules/{job}/run', {
    path: { job: job.job },
    onDone: () => toast('A worker will start it shortly.'),
  });
  return (
    <>
      <WhyNot reason={job.asked ? 'A worker will start it shortly.' : null}>
        {(described) => (
          <Button variant="default" loading={run.isPending} {...described} onClick={() => run.mutate()}>
            {job.asked ? 'Requested' : 'Run now'}
          </Button>
        )}
      </WhyNot>
      <SendError error={run.error} />
    </>
  );
}
