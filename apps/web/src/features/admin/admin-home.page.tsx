import { Navigate } from '@tanstack/react-router';
import { useGet } from '../../api/hooks.js';
import type { AdminHomeView } from '../../api/schema.js';
import { ResourcePage } from '../../components/feedback/resource.js';
import { Happened, HomeFigures, NeedsMe, type Waiting } from '../../components/layout/home.js';
import { Card } from '../../components/layout/page.js';
import { Chart } from '../../components/values/chart.js';
import { Since } from '../../components/values/values.js';
import { formatCount } from '../../lib/format.js';
import { visible } from '../../lib/visible.js';
import { common } from '../../text/common.js';
import { texts } from './texts.js';

/** What waits for an admin, how the portal itself is doing and what happened. A portal that is empty begins with its setup. */
export function AdminHome() {
  const home = useGet('/api/v1/admin/home', {}, { refreshMs: 15_000 });
  if (home.data?.setup.empty && missing(home.data) > 0) return <Navigate to="/admin/setup" replace />;
  return (
    <ResourcePage of={home} title={common.home}>
      {(view) => (
        <>
          <NeedsMe title={texts.home.needsYou} of={waiting(view)} empty={texts.home.nothingNeeded} />
          <Figures of={view} />
          <div className="halves">
            <Happened of={view.happened.map(happening)} />
            <Card>
              <Chart
                title={texts.home.byDay}
                kind="bars"
                step="day"
                unit="count"
                stacked
                rows={view.days.map((one) => ({ ...one, at: one.day }))}
                series={[
                  { label: common.applications, value: (one) => one.applications },
                  { label: common.submissions, value: (one) => one.submissions },
                ]}
              />
            </Card>
          </div>
        </>
      )}
    </ResourcePage>
  );
}

const missing = ({ setup }: AdminHomeView): number => setup.steps.filter(({ done }) => !done).length;

function waiting(view: AdminHomeView): Waiting[] {
  const { approvals, people, operation } = view;
  const counted = (to: string, n: number, text: (n: string) => string, tone: Waiting['tone']): Waiting[] =>
    n > 0 ? [{ key: to, to, text: text(formatCount(n)), tone }] : [];
  return [
    ...(operation.workers > 0
      ? []
      : [{ key: 'workers', to: '/admin/queues', text: texts.home.noWorker, tone: 'bad' } as const]),
    ...counted('/admin/setup', missing(view), texts.home.setup, 'warn'),
    ...approvals
      .filter(({ blocked_by }) => blocked_by === null)
      .map(({ id, title, proposed_by, proposed_at }): Waiting => ({
        key: id,
        to: `/approvals/${id}`,
        text: title,
        note: (
          <>
            {visible(proposed_by)}, <Since at={proposed_at} />
          </>
        ),
        tone: 'info',
      })),
    ...counted('/admin/unfinished', people.installs, texts.home.installs, 'warn'),
    ...counted('/admin/deliveries', operation.failed, texts.home.deliveries, 'warn'),
    ...counted('/admin/queues', operation.jobs_failing, texts.home.jobs, 'warn'),
    ...counted('/admin/people', people.without_second_factor, texts.home.secondFactor, 'info'),
  ];
}

function Figures({ of: { people, operation } }: { of: AdminHomeView }) {
  const { figures } = texts.home;
  const since = (at: string | null) => (at ? <Since at={at} /> : figures.nobodyWaits);
  return (
    <HomeFigures
      of={[
        [figures.applications, formatCount(people.applications), since(people.applications_since)],
        [figures.submissions, formatCount(people.submissions), since(people.submissions_since)],
        [
          figures.backlog,
          formatCount(operation.waiting),
          operation.waiting_since ? <Since at={operation.waiting_since} /> : figures.noBacklog,
        ],
        [
          figures.failures,
          operation.runs === 0 ? '–' : figures.percent((100 * operation.failures) / operation.runs),
          figures.ofRuns(formatCount(operation.failures), formatCount(operation.runs)),
        ],
      ]}
    />
  );
}

const happening = ({ id, at, action, actor_name, about }: AdminHomeView['happened'][number]) => ({
  id,
  at,
  path: `/audit?action=${action}`,
  subject: (SENTENCES[action] ?? texts.home.did)(visible(actor_name), visible(about)),
});

const SENTENCES: Readonly<Record<string, ((by: string, about: string) => string) | undefined>> = texts.home.happened;
