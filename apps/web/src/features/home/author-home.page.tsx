import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  useGet,
  type AccountView,
  type ApplicationView,
  type HappenedView,
  type HomeDriveView,
} from '../../api/hooks.js';
import { useMe } from '../../api/session.js';
import { Happened, NeedsMe, type Waiting } from '../../components/layout/home.js';
import { Chart } from '../../components/values/chart.js';
import { Card } from '../../components/layout/page.js';
import { Resource, ResourcePage } from '../../components/feedback/resource.js';
import { EmptyState, StatusBadge, WhoActs } from '../../components/feedback/feedback.js';
import { formatMoney, formatUtc } from '../../lib/format.js';
import { suspensionReasons } from '../../text/suspension-reasons.js';
import { findStatus } from '../../text/vocabulary.js';
import { AuthorFigures } from './author-figures.js';
import { ApplicationBadge, ApplicationStatus } from '../authors/applications/application-status.js';
import { stepNeeds, stepPages } from '../../lib/step-pages.js';
import { texts } from './texts.js';
import { common } from '../../text/common.js';

/** What needs the author, the running month, Drives and their health, what happened. */
export function AuthorHome(): ReactNode {
  const account = useGet('/api/v1/author/account');
  // Who has only just signed up may look around, but owns neither Drives nor money yet.
  const isAuthor = useMe()?.roles.some((grant) => grant.role === 'author') ?? false;
  const application = useApplicationOf(account.data);
  return (
    <ResourcePage
      of={account}
      title={common.home}
      badges={
        application ? (
          <ApplicationBadge of={application} />
        ) : account.data && application === null ? (
          <StatusBadge kind="account" code={account.data.state} />
        ) : null
      }
    >
      {(view) => (
        <>
          {application ? (
            <>
              <ApplicationStatus of={application} />
              <p>
                <Link to="/author/application">{texts.authorHome.yourApplication}</Link>
              </p>
            </>
          ) : application === undefined || (view.state === 'active' && isAuthor) ? null : (
            <WhoActs kind="account" code={view.state} note={<Note view={view} />} />
          )}
          {isAuthor && view.state !== 'none' ? <Home account={view} /> : <Needs steps={view.next_steps} />}
        </>
      )}
    </ResourcePage>
  );
}

/** The newest application, until one was approved; null where there is none, undefined until that is known. */
function useApplicationOf(account: AccountView | undefined): ApplicationView | null | undefined {
  const mayHave = account !== undefined && account.state === 'none' && account.org !== null;
  const own = useGet('/api/v1/applications', {}, { enabled: mayHave, refreshMs: 15_000 });
  if (account === undefined) return undefined;
  return mayHave && !own.error ? own.data && (own.data.items[0] ?? null) : null;
}

/** The reason given by staff, or the deadline of a new agreement: live installs and payouts never stop for either. */
function Note({ view: { suspension, state, sign_until } }: { view: AccountView }): ReactNode {
  if (suspension)
    return texts.authorHome.suspendedSince(
      formatUtc(suspension.suspended_at),
      suspensionReasons[suspension.code],
      suspension.reason,
    );
  return state === 'agreement_update' && sign_until !== null
    ? texts.authorHome.signBefore(formatUtc(sign_until))
    : null;
}

function Home({ account }: { account: AccountView }): ReactNode {
  const home = useGet('/api/v1/author/home', undefined, { refreshMs: 15_000 });
  return (
    <Resource of={home} what={common.home} lines={8}>
      {(view) => (
        <>
          <Needs steps={account.next_steps} drives={view.drives} />
          <AuthorFigures of={view} />
          <div className="detail-columns">
            <Card title={texts.authorFigures.activeInstalls}>
              <Chart
                title={texts.authorHome.installsByMonth}
                kind="bars"
                step="month"
                unit="count"
                rows={view.installs.map(({ month, active }) => ({ at: month, active }))}
                series={[{ label: texts.authorFigures.activeInstalls, value: ({ active }) => active }]}
              />
            </Card>
            <Card title={common.drives}>
              <DriveHealth drives={view.drives} />
            </Card>
          </div>
          <Happened of={view.happened.map(happening)} empty={texts.happened.empty} />
        </>
      )}
    </Resource>
  );
}

/** Drives that need their author, then the next steps. */
function Needs({ steps, drives = [] }: { steps: AccountView['next_steps']; drives?: HomeDriveView[] }): ReactNode {
  const ofDrives = drives.flatMap(({ id: key, name, state, failing }): Waiting[] => {
    const status = findStatus('drive', state);
    const page = `/author/drives/${key}`;
    if (status?.who === 'author' && state !== 'reserved')
      return [{ key, to: page, text: `${name}: ${status.next}`, tone: 'warn', may: 'develop' }];
    const text = texts.authorHome.failing(name, failing);
    return failing === 0 ? [] : [{ key, to: `${page}/installs`, text, tone: 'bad', may: 'develop' }];
  });
  const open = steps
    .filter(({ done }) => !done)
    .map(({ code: key, title: text }): Waiting => {
      const [to, may] = [stepPages[key] ?? '/author', stepNeeds[key] ?? 'develop'];
      return { key, to, text, tone: 'info', may };
    });
  const needs = [...ofDrives, ...open];
  return needs.length > 0 ? <NeedsMe title={texts.authorHome.needsTitle} of={needs} empty={null} /> : null;
}

/** Every Drive with its installs and whether they answer. */
function DriveHealth({ drives }: { drives: HomeDriveView[] }): ReactNode {
  if (drives.length === 0) return <EmptyState>{texts.authorHome.empty}</EmptyState>;
  return (
    <ul className="checks">
      {drives.map((drive) => (
        <li key={drive.id} className="row row-between">
          <span>
            <Link to="/author/drives/$id" params={{ id: drive.id }}>
              {drive.name}
            </Link>{' '}
            <span className="small dim">{texts.authorHome.installs(drive.version, drive.active, drive.failing)}</span>
          </span>
          <StatusBadge kind="drive" code={drive.state} />
        </li>
      ))}
    </ul>
  );
}

function happening({ kind, id, at, drive, drive_id, amount_minor, currency }: HappenedView) {
  const one = { id: kind + id, at };
  if (kind === 'paid') {
    const subject = texts.happened.paid(formatMoney(amount_minor ?? 0, currency ?? ''));
    return { ...one, subject, path: `/author/payouts/${id}` };
  }
  const page = `/author/drives/${drive_id ?? ''}`;
  const subject = texts.happened[kind](drive ?? '', id.slice(-6));
  return { ...one, subject, path: kind === 'installed' || kind === 'uninstalled' ? `${page}/installs` : page };
}
