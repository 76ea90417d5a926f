import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet, type FinanceHomeView } from '../../api/hooks.js';
import { useMe } from '../../api/session.js';
import { ResourcePage } from '../../components/feedback/resource.js';
import { StatusBadge } from '../../components/feedback/feedback.js';
import { Happened, HomeFigures, NeedsMe, type Waiting } from '../../components/layout/home.js';
import { Card } from '../../components/layout/page.js';
import { useChoice } from '../../components/tables/filter.js';
import { Chart } from '../../components/values/chart.js';
import { AmountOf, Since, When } from '../../components/values/values.js';
import { formatCount, formatMonth, formatUtcDate } from '../../lib/format.js';
import { runStatus } from '../../lib/run-status.js';
import { serverNowMs } from '../../lib/server-time.js';
import { common, rich } from '../../text/common.js';
import { BalanceOverview } from './balance-overview.js';
import { texts } from './texts.js';
import { nextDatesOf, tasksOf, type NextDate, type Task } from './waiting.js';

const DATES_SHOWN = 6;

/** What waits, how the months went, what is owed and what is there. */
export function FinanceHome(): ReactNode {
  const home = useGet('/api/v1/finance/home', {}, { refreshMs: 15_000 });
  const [open] = home.data?.periods ?? [];
  return (
    <ResourcePage
      of={home}
      title={common.finance}
      badges={
        open ? (
          <>
            <Link to="/finance/periods/$month" params={{ month: open.month }}>
              {formatMonth(open.month)}
            </Link>
            <StatusBadge kind="period" code={open.state} />
          </>
        ) : null
      }
    >
      {(view) => <Body of={view} />}
    </ResourcePage>
  );
}

function Body({ of }: { of: FinanceHomeView }): ReactNode {
  const myId = useMe()?.user.id;
  const tasks = tasksOf(of, myId);
  const others = tasks.filter(({ another }) => another);
  const invoiced = of.periods.flatMap(({ totals }) => totals.map(({ currency }) => currency));
  const codes = [...new Set([...invoiced, ...of.position.currencies.map(({ currency }) => currency)])];
  const [currency, field] = useChoice('currency', {
    label: common.currency,
    choices: Object.fromEntries(codes.map((code) => [code, code.toUpperCase()])),
    usual: codes[0] ?? 'usd',
  });
  return (
    <>
      <NeedsMe
        title={texts.financeHome.waitsForYouTitle}
        of={tasks.filter(({ another }) => !another).map(waiting)}
        empty={texts.financeHome.nothingToDo}
      />
      {others.length > 0 ? (
        <NeedsMe title={texts.financeHome.waitsAnotherPersonTitle} of={others.map(waiting)} empty={null} />
      ) : null}
      {codes.length > 1 ? <div className="filters">{field}</div> : null}
      <Figures of={of} currency={currency} />
      <div className="halves">
        <Card>
          <Months of={of} currency={currency} />
        </Card>
        <Happened of={of.happened} />
      </div>
      <NextDates dates={nextDatesOf(of, serverNowMs())} />
      <BalanceOverview of={of.position} />
    </>
  );
}

const waiting = ({ dueAt, since, urgent, ...task }: Task): Waiting => ({
  ...task,
  note: dueAt ? (
    texts.financeHome.respondBy(formatUtcDate(dueAt))
  ) : (
    <>
      {urgent ? texts.financeHome.blocking : ''} <Since at={since} />
    </>
  ),
  tone: dueAt ? 'warn' : urgent ? 'bad' : 'info',
});

/** The last two months and runs, what is left of the money, and whether the books agree, in one currency. */
function Figures({ of: { periods, runs, position, books }, currency }: { of: FinanceHomeView; currency: string }) {
  const [month, before] = periods.flatMap((one) =>
    one.totals.filter((total) => total.currency === currency).map((total) => ({ ...total, month: one.month })),
  );
  const [run, earlier] = runs.flatMap((one) =>
    one.totals.filter((total) => total.currency === currency).map((total) => ({ ...total, of: one })),
  );
  const cash = position.currencies.find((one) => one.currency === currency);
  const amount = (minor: string | undefined): ReactNode => <AmountOf minor={minor ?? null} currency={currency} />;
  const compared = (name: string | undefined, minor: string | undefined): ReactNode =>
    name === undefined
      ? texts.financeHome.nothingBefore
      : rich(texts.financeHome.before(name), { amount: amount(minor) });
  return (
    <HomeFigures
      of={[
        [
          month ? texts.financeHome.invoicedFor(formatMonth(month.month)) : texts.financeHome.invoiced,
          amount(month?.total_minor),
          compared(before && formatMonth(before.month), before?.total_minor),
        ],
        [
          run ? texts.financeHome.runOf(formatMonth(run.of.month)) : common.payoutRuns,
          amount(run?.to_pay_minor),
          <>
            {run ? <StatusBadge kind="run" code={runStatus(run.of)} /> : null}{' '}
            {compared(earlier && formatMonth(earlier.of.month), earlier?.to_pay_minor)}
          </>,
        ],
        [
          texts.financeHome.left,
          amount(cash?.left_minor),
          rich(texts.financeHome.owed, { amount: amount(cash?.due_minor) }),
        ],
        [
          texts.financeHome.booksTitle,
          books.holds === null ? '–' : books.holds ? texts.financeHome.agree : texts.financeHome.differ,
          books.reconciled_at === null ? (
            texts.financeHome.notCompared
          ) : (
            <Link to="/finance/ledger">
              {rich(texts.financeHome.compared, { when: <When at={books.reconciled_at} /> })}
            </Link>
          ),
        ],
      ]}
    />
  );
}

function Months({ of: { periods }, currency }: { of: FinanceHomeView; currency: string }): ReactNode {
  const rows = periods.toReversed().map(({ month, totals }) => ({
    at: month,
    total: totals.find((one) => one.currency === currency),
  }));
  const some = rows.some(({ total }) => total);
  return (
    <Chart
      title={texts.financeHome.byMonth(currency.toUpperCase())}
      kind="bars"
      step="month"
      unit={{ currency }}
      rows={some ? rows : []}
      series={[
        { label: texts.financeHome.invoiced, value: ({ total }) => total?.total_minor ?? '0' },
        { label: common.paid, value: ({ total }) => total?.paid_minor ?? '0' },
        { label: texts.financeHome.authors, value: ({ total }) => total?.author_minor ?? '0' },
      ]}
      more={[{ label: texts.financeHome.platform, value: ({ total }) => total?.platform_minor ?? '0' }]}
      empty={texts.financeHome.noMonthsYet}
    />
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
        <p className="dim">{texts.financeHome.andLater(formatCount(dates.length - DATES_SHOWN))}</p>
      ) : null}
    </Card>
  );
}
