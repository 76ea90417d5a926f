import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet } from '../../api/hooks.js';
import { useMe } from '../../api/session.js';
import { LinkButton } from '../../components/layout/link-button.js';
import { Money, Since } from '../../components/values/values.js';
import { Card, Page } from '../../components/layout/page.js';
import { ProofList } from '../../components/finance/proof-list.js';
import { Resource } from '../../components/feedback/resource.js';
import { ErrorCard, Loading, StatusBadge, ToneBadge } from '../../components/feedback/feedback.js';
import { formatMonth, formatUtcDate } from '../../lib/format.js';
import { serverNowMs } from '../../lib/server-time.js';
import { BalanceOverview } from './balance-overview.js';
import { runStatus } from '../../lib/run-status.js';
import { nextDatesOf, tasksOf, type NextDate, type Task } from './waiting.js';
import { texts } from './texts.js';
import { common } from '../../text/common.js';

const REFRESH = { refreshMs: 15_000 };
const DATES_SHOWN = 6;

/** Open tasks, what comes next, and the status of months, runs and books. */
export function FinanceHome(): ReactNode {
  const myId = useMe()?.user.id;
  const periods = useGet('/api/v1/finance/periods', {}, REFRESH);
  const runs = useGet('/api/v1/finance/payout-runs', {}, REFRESH);
  const parts = {
    disputes: useGet('/api/v1/finance/disputes', { query: { limit: 100 } }, REFRESH),
    exceptions: useGet('/api/v1/finance/exceptions', { query: { state: 'not_closed', limit: 100 } }, REFRESH),
    policies: useGet('/api/v1/finance/policies', {}, REFRESH),
    approvals: useGet('/api/v1/approvals', { query: { state: 'waiting', limit: 100 } }, REFRESH),
    prices: useGet('/api/v1/finance/prices', { query: { state: 'coming' } }, REFRESH),
  };
  const all = [periods, runs, ...Object.values(parts)];
  const failed = all.find(({ data, error }) => data === undefined && error);
  const work = {
    periods: periods.data?.items,
    runs: runs.data?.items,
    disputes: parts.disputes.data?.items,
    exceptions: parts.exceptions.data?.items,
    policies: parts.policies.data?.items,
    approvals: parts.approvals.data?.items,
    prices: parts.prices.data?.items,
  };
  return (
    <Page title={common.finance}>
      {failed?.error ? (
        <ErrorCard
          error={failed.error}
          what={texts.financeHome.names.everythingThatWaits}
          onRetry={() => void failed.refetch()}
        />
      ) : null}
      {all.some(({ isPending }) => isPending) && !failed ? (
        <Loading lines={4} />
      ) : (
        <>
          <Waiting tasks={tasksOf(work, myId)} complete={!failed} />
          <NextDates dates={nextDatesOf(work, serverNowMs())} />
        </>
      )}
      <BalanceOverview />
      <div className="cards">
        <Card title={common.months}>
          <Resource of={periods} what={texts.financeHome.names.months} lines={3}>
            {(list) => (
              <>
                {list.items.slice(0, 3).map((period) => (
                  <div key={period.month} className="row">
                    <Link to="/finance/periods/$month" params={{ month: period.month }}>
                      {formatMonth(period.month)}
                    </Link>
                    <StatusBadge kind="period" code={period.state} />
                    <Money minor={period.total_minor} currency={period.currency} />
                  </div>
                ))}
                {list.items.length === 0 ? <p className="dim">{texts.financeHome.noMonthsYet}</p> : null}
                <LinkButton to="/finance/periods" variant="default">
                  {texts.financeHome.allMonths}
                </LinkButton>
              </>
            )}
          </Resource>
        </Card>
        <Card title={common.payoutRuns}>
          <Resource of={runs} what={texts.financeHome.names.runs} lines={3}>
            {(list) => (
              <>
                {list.items.slice(0, 3).map((run) => (
                  <div key={run.id} className="row">
                    <Link to="/finance/runs/$id" params={{ id: run.id }}>
                      {formatMonth(run.month)}
                    </Link>
                    <StatusBadge kind="run" code={runStatus(run)} />
                    {run.totals.map((total) => (
                      <Money key={total.currency} minor={total.to_pay_minor} currency={total.currency} />
                    ))}
                  </div>
                ))}
                {list.items.length === 0 ? <p className="dim">{texts.financeHome.noRunsYet}</p> : null}
                <LinkButton to="/finance/runs" variant="default">
                  {texts.financeHome.allRuns}
                </LinkButton>
              </>
            )}
          </Resource>
        </Card>
        <Books />
      </div>
    </Page>
  );
}

function Waiting({ tasks, complete }: { tasks: readonly Task[]; complete: boolean }): ReactNode {
  const mine = tasks.filter(({ another }) => !another);
  const others = tasks.filter(({ another }) => another);
  return (
    <>
      <Card title={texts.financeHome.waitsForYouTitle}>
        {mine.length > 0 ? <Tasks tasks={mine} label={texts.financeHome.waitsForYouTitle} /> : null}
        {mine.length === 0 && complete ? <p>{texts.financeHome.nothingToDo}</p> : null}
      </Card>
      {others.length > 0 ? (
        <Card title={texts.financeHome.waitsAnotherPersonTitle}>
          <p className="dim">{texts.financeHome.forSomebodyElse}</p>
          <Tasks tasks={others} label={texts.financeHome.waitsAnotherPersonTitle} />
        </Card>
      ) : null}
    </>
  );
}

function Tasks({ tasks, label }: { tasks: readonly Task[]; label: string }): ReactNode {
  return (
    <ul className="checks" aria-label={label}>
      {tasks.map((task) => (
        <li key={task.key} className="row row-between">
          <Link to={task.to} search={(task.search ?? {}) as never}>
            {task.text}
          </Link>
          <span className="row">
            {task.urgent && !task.dueAt ? <ToneBadge tone="bad">{texts.financeHome.blocking}</ToneBadge> : null}
            {task.dueAt ? (
              <span>
                <ToneBadge tone="warn">{texts.financeHome.respondBy(formatUtcDate(task.dueAt))}</ToneBadge>
              </span>
            ) : null}
            {task.since ? (
              <span className="small dim">
                <Since at={task.since} />
              </span>
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  );
}

function NextDates({ dates }: { dates: readonly NextDate[] }): ReactNode {
  if (dates.length === 0) return null;
  return (
    <Card title={texts.financeHome.nextDatesTitle}>
      <ul className="checks" aria-label={texts.financeHome.nextDatesTitle}>
        {dates.slice(0, DATES_SHOWN).map((date) => (
          <li key={date.key} className="row row-between">
            <Link to={date.to}>{date.text}</Link>
            <span className="num">{texts.financeHome.dateInUtc(formatUtcDate(date.at))}</span>
          </li>
        ))}
      </ul>
      {dates.length > DATES_SHOWN ? (
        <p className="dim">{texts.financeHome.andLater(dates.length - DATES_SHOWN)}</p>
      ) : null}
    </Card>
  );
}

/** One word when everything adds up; otherwise the differences. */
function Books(): ReactNode {
  const proof = useGet('/api/v1/finance/ledger/proof');
  return (
    <Card title={texts.financeHome.booksTitle}>
      <Resource of={proof} what={common.theProof} lines={3}>
        {(view) => (
          <>
            <ProofList ok={view.ok} checks={view.checks.filter(({ ok }) => !ok)} />
            {view.ok ? <p className="dim">{texts.financeHome.checksPassed(view.checks.length)}</p> : null}
            <LinkButton to="/finance/ledger" variant="default">
              {texts.financeHome.openTheLedger}
            </LinkButton>
          </>
        )}
      </Resource>
    </Card>
  );
}
