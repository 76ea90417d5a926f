import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet } from '../../api/hooks.js';
import { useMe } from '../../api/session.js';
import type { AccountView, ApplicationView } from '../../api/schema.js';
import { MemberMay, useMemberMay } from '../../components/feedback/member-may.js';
import { LinkButton } from '../../components/layout/link-button.js';
import { AmountOf, Figure, Money, When } from '../../components/values/values.js';
import { Card } from '../../components/layout/page.js';
import { Resource, ResourcePage } from '../../components/feedback/resource.js';
import { EmptyState, StatusBadge, WhoActs, ToneBadge } from '../../components/feedback/feedback.js';
import { formatMonth, formatUtc } from '../../lib/format.js';
import { suspensionReasons } from '../../text/suspension-reasons.js';
import { currentMonth } from '../../lib/server-time.js';
import { ApplicationBadge, ApplicationStatus } from '../authors/applications/application-status.js';
import { stepNeeds, stepPages } from '../../lib/step-pages.js';
import { texts } from './texts.js';
import { common } from '../../text/common.js';
import { parseSearch, safeReturnTo } from '../../lib/url-state.js';

/** Next steps, my Drives, money at a glance, recent events. */
export function AuthorHome(): ReactNode {
  const account = useGet('/api/v1/author/account');
  // Who has only just signed up may look around, but owns neither Drives nor money yet.
  const isAuthor = useMe()?.roles.some((grant) => grant.role === 'author') ?? false;
  const seesMoney = useMemberMay('see_money');
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
          <NextSteps view={view} />
          {isAuthor && view.state !== 'none' ? (
            <>
              <MyDrives />
              {seesMoney ? <MoneyStrip /> : null}
            </>
          ) : null}
          <LatestNotifications />
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

function Note({ view }: { view: AccountView }): ReactNode {
  return view.suspension ? <Suspended of={view.suspension} /> : <SignUntil view={view} />;
}

/** The reason given by staff, and what is and is not blocked. */
function Suspended({ of }: { of: NonNullable<AccountView['suspension']> }): ReactNode {
  return texts.authorHome.suspendedSince(formatUtc(of.suspended_at), suspensionReasons[of.code], of.reason);
}

/** Effect of a deadline of the new agreement: live installs and payouts never stop for it. */
function SignUntil({ view }: { view: AccountView }): ReactNode {
  if (view.state !== 'agreement_update' || view.sign_until === null) return null;
  return texts.authorHome.signBefore(formatUtc(view.sign_until));
}

function NextSteps({ view }: { view: AccountView }): ReactNode {
  const open = view.next_steps.filter((step) => !step.done);
  if (open.length === 0) return null;
  return (
    <Card title={texts.authorHome.nextStepsTitle}>
      <ol className="checks">
        {open.map((step, i) => (
          <li key={step.code} className="row row-between">
            <span>{step.title}</span>
            <MemberMay do={stepNeeds[step.code] ?? 'develop'}>
              <LinkButton to={stepPages[step.code] ?? '/author'} variant={i === 0 ? 'filled' : 'default'}>
                {texts.authorHome.open}
              </LinkButton>
            </MemberMay>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Every Drive with its next step and who must act. */
function MyDrives(): ReactNode {
  const drives = useGet('/api/v1/author/drives', undefined, { refreshMs: 15_000 });
  return (
    <Card title={texts.authorHome.myDrivesTitle}>
      <Resource of={drives} what={texts.authorHome.names.drives} lines={2}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>{texts.authorHome.empty}</EmptyState>
          ) : (
            <ul className="checks">
              {items.map((drive) => (
                <li key={drive.id} className="stack stack-8">
                  <span className="row">
                    <Link to="/author/drives/$id" params={{ id: drive.id }}>
                      {drive.name}
                    </Link>
                    <code>{drive.slug}</code>
                    <StatusBadge kind="drive" code={drive.state} />
                  </span>
                  <WhoActs kind="drive" code={drive.state} />
                </li>
              ))}
            </ul>
          )
        }
      </Resource>
    </Card>
  );
}

function MoneyStrip(): ReactNode {
  const earnings = useGet('/api/v1/author/earnings', { query: { month: currentMonth() } });
  const last = useGet('/api/v1/author/statements').data?.items[0];
  return (
    <Card title={common.money}>
      <Resource of={earnings} what={texts.authorHome.names.earnings} lines={2}>
        {(view) => (
          <div className="strip">
            <Figure label={texts.authorHome.available}>
              <Money minor={view.available_minor} currency={view.currency} />
            </Figure>
            <Figure label={texts.authorHome.pending}>
              <Money minor={view.pending_minor} currency={view.currency} />
            </Figure>
            {last ? (
              <Figure label={texts.authorHome.paidFor(formatMonth(last.month))}>
                <Link to="/author/payouts/$id" params={{ id: last.id }}>
                  <AmountOf minor={last.paid_minor} currency={last.currency} />
                </Link>
              </Figure>
            ) : null}
            <Link to="/author/earnings">{texts.authorHome.allEarnings}</Link>
          </div>
        )}
      </Resource>
    </Card>
  );
}

const MOST = 5;

/** Recent notifications, the newest of each matter, with the page to continue on. */
function LatestNotifications(): ReactNode {
  const list = useGet('/api/v1/notifications', { query: { folded: 'true', limit: MOST } });
  return (
    <Card title={texts.latestNotifications.title}>
      <Resource of={list} what={texts.latestNotifications.names.whatHappened} lines={3}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>{texts.latestNotifications.empty}</EmptyState>
          ) : (
            <>
              <ul className="checks">
                {items.map((row) => {
                  const [page = '/', search = ''] = safeReturnTo(row.path ?? undefined).split('?');
                  return (
                    <li key={row.id} className="row row-between">
                      <span className="row">
                        {row.path === null ? (
                          row.subject
                        ) : (
                          <Link to={page} search={parseSearch(search)}>
                            {row.subject}
                          </Link>
                        )}
                        {row.unread_of_item > 0 ? <ToneBadge tone="info">{common.unread}</ToneBadge> : null}
                      </span>
                      <span className="small dim">
                        <When at={row.at} />
                      </span>
                    </li>
                  );
                })}
              </ul>
              <Link to="/notifications">{texts.latestNotifications.allNotifications}</Link>
            </>
          )
        }
      </Resource>
    </Card>
  );
}
