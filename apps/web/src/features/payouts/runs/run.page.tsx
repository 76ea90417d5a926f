import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  refreshWhile,
  useGet,
  useList,
  type PayoutRunView,
  type RunTotalComparedView,
  type RunTotalsView,
} from '../../../api/hooks.js';
import { AuditHistory } from './audit-history.js';
import { Id, Figure, Money, When } from '../../../components/values/values.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { ExportList } from '../../../components/tables/export-list.js';
import { Card, Facts } from '../../../components/layout/page.js';
import { Resource, ResourcePage } from '../../../components/feedback/resource.js';
import { RunProgress } from '../../../components/feedback/run-progress.js';
import { Alert, Refreshing, StatusLine, StatusBadge, WhoActs } from '../../../components/feedback/feedback.js';
import { Steps, type Step } from '../../../components/layout/timeline.js';
import { formatCount, formatMonth, formatSpan } from '../../../lib/format.js';
import { stepsAt } from '../../../lib/steps.js';
import { useParam } from '../../../lib/url-state.js';
import { UnpaidNotes } from '../../../components/finance/unpaid-notes.js';
import { RunActions } from './run-actions.js';
import { RunExceptionsCard } from './run-exceptions.js';
import { RunLines } from './run-lines.js';
import { RunReconciled } from './run-reconciled.js';
import { isUnderWay, runStatus } from '../../../lib/run-status.js';
import { texts } from '../texts/runs.js';
import { common } from '../../../text/common.js';
import { PostButton } from '../../../components/forms/post-button.js';

const RUN = '/api/v1/finance/payout-runs/{id}';
const RECONCILED = '/api/v1/finance/reconciliation/payout-runs/{id}';
const ENDED = ['settled', 'partially_failed'];
const order = ['computed', 'approved', 'executing', 'settled'];
const titles = [texts.run.approval, common.execute, texts.run.paying, common.reconcile];

/** `reconciled`: the comparison of the books after the run found every transfer and nothing that blocks. */
function steps(state: string, reconciled: boolean): Step[] {
  const at = reconciled ? titles.length : state === 'partially_failed' ? 2 : Math.max(order.indexOf(state), 0);
  return stepsAt(titles, at);
}

/** One run: the frozen amounts, approval by a second person on their hash, execution with live progress. */
export function RunPage() {
  const id = useParam('id');
  const run = useGet(RUN, { path: { id }, query: { payouts: 'none' } }, { refreshMs: refreshWhile(isUnderWay) });
  const ended = run.data !== undefined && ENDED.includes(run.data.state);
  const reconciled = useGet(RECONCILED, { path: { id } }, { refreshMs: 10_000, enabled: ended });
  return (
    <ResourcePage
      of={run}
      title={run.data ? texts.run.title(formatMonth(run.data.month)) : common.payoutRun}
      badges={run.data ? <StatusBadge kind="run" code={runStatus(run.data)} /> : null}
      actions={
        run.data ? (
          <>
            {run.data.state === 'cancelled' ? null : <ExportList kind="payouts" month={run.data.month} />}
            <RunActions run={run.data} />
          </>
        ) : null
      }
    >
      {(view) => (
        <>
          <WhoActs kind="run" code={runStatus(view)} note={isUnderWay(view) ? <Refreshing of={run} /> : null} />
          {view.pause_reason ? <Alert tone="warn">{view.pause_reason}</Alert> : null}
          {view.paused_currencies.map((one) => (
            <PausedCurrency key={one.currency} run={view} currency={one.currency} reason={one.reason} />
          ))}
          {view.state === 'cancelled' ? null : <Steps steps={steps(view.state, reconciled.data?.state === 'done')} />}
          <Summary run={view} />
          <Progress run={view} />
          {ended ? <RunReconciled reconciled={reconciled} /> : null}
          {['draft', 'computing', 'cancelled'].includes(view.state) ? null : <RunExceptionsCard run={view} />}
          {view.state === 'computed' || view.state === 'approved' ? <Differences run={view} /> : null}
          {view.state === 'draft' || view.state === 'computing' ? null : <RunLines run={view} />}
          {view.state === 'cancelled' ? null : <NotPaid run={view} />}
          <AuditHistory type="payout_run" id={view.id} />
        </>
      )}
    </ResourcePage>
  );
}

function Summary({ run }: { run: PayoutRunView }) {
  return (
    <Card>
      {run.totals.map((total) => (
        <Totals key={total.currency} total={total} />
      ))}
      <Facts
        titles={texts.run.summaryFacts}
        items={{
          preparedBy: run.prepared_by_name,
          prepared: <When at={run.prepared_at} />,
          approvedBy: texts.run.approvalsOf(
            run.approvals.map((one) => one.user_name).join(', ') || common.notYet,
            run.approvals.length,
            run.approvals_needed,
          ),
          hashAmounts: run.input_hash ? <Id value={run.input_hash} what={common.hash} /> : texts.run.notComputedYet,
        }}
      />
    </Card>
  );
}

function Totals({ total }: { total: RunTotalsView }) {
  const money = (minor: string) => <Money minor={minor} currency={total.currency} />;
  // Every total opens the lines that it counts.
  const open = (part: string, state: string, text: ReactNode) => (
    <Link
      to="."
      search={{ currency: total.currency, ...(part ? { part } : {}), ...(state ? { state } : {}) }}
      hash="lines"
    >
      {text}
    </Link>
  );
  return (
    <div className="strip">
      <Figure label={texts.run.authors}>{open('', '', formatCount(total.authors))}</Figure>
      <Figure label={common.owed}>{open('', '', money(total.balance_minor))}</Figure>
      <Figure label={common.toPay}>{open('to_pay', '', money(total.to_pay_minor))}</Figure>
      <Figure label={common.carried}>{open('carried', '', money(total.carried_minor))}</Figure>
      <Figure label={common.held}>{open('held', '', money(total.held_minor))}</Figure>
      <Figure label={common.paid}>{open('', 'settled', money(total.paid_minor))}</Figure>
      <Figure label={common.failed}>{open('failed', '', formatCount(total.failed))}</Figure>
    </div>
  );
}

function Progress({ run }: { run: PayoutRunView }) {
  if (!['executing', 'settled', 'partially_failed'].includes(run.state)) return null;
  const count = (of: (total: RunTotalsView) => number): number => run.totals.reduce((sum, total) => sum + of(total), 0);
  const [all, failed, waiting, unknown] = [
    count((total) => total.authors),
    count((total) => total.failed),
    count((total) => total.waiting),
    count((total) => total.unknown),
  ];
  const done = count((total) => total.done) - failed;
  const rate = count((total) => total.paid_last_minute);
  return (
    <Card title={texts.run.progressTitle}>
      <RunProgress total={all} done={done} failed={failed} waiting={waiting} what={texts.run.names.payouts} />
      {run.state === 'executing' && !run.paused ? (
        <p className="small">
          {rate === 0
            ? texts.run.noneInLastMinute
            : texts.run.rate(formatCount(rate), formatSpan(Math.ceil(waiting / rate) * 60_000))}
        </p>
      ) : null}
      <StatusLine>
        {texts.run.ofPayoutsDone({
          done,
          all,
          failed: failed > 0 ? common.alsoFailed(failed) : '',
          unknown: unknown > 0 ? texts.run.unconfirmed(unknown) : '',
        })}
      </StatusLine>
    </Card>
  );
}

function PausedCurrency({ run, currency, reason }: { run: PayoutRunView; currency: string; reason: string }) {
  return (
    <Alert tone="warn">
      <p>{texts.run.isPaused(currency.toUpperCase(), reason)}</p>
      <PostButton to="/api/v1/finance/payout-runs/{id}/resume" options={{ path: { id: run.id } }} body={{ currency }}>
        {texts.run.resume(currency.toUpperCase())}
      </PostButton>
    </Alert>
  );
}

function NotPaid({ run: { id } }: { run: PayoutRunView }) {
  return <UnpaidNotes list={useList('/api/v1/finance/payout-runs/{id}/unpaid', { path: { id } })} of="run" />;
}

/** The totals against the last run, and whom it paid that this one does not. Unusual payouts are among the exceptions. */
function Differences({ run }: { run: PayoutRunView }) {
  const found = useGet('/api/v1/finance/payout-runs/{id}/comparison', { path: { id: run.id } });
  return (
    <Card
      title={
        found.data?.month
          ? texts.run.differentFromTitle(formatMonth(found.data.month))
          : texts.run.differentLastRunTitle
      }
    >
      <Resource of={found}>
        {(view) => (
          <>
            <ComparedTotals totals={view.totals} />
            {view.gone.length === 0 ? null : <p>{texts.run.gone(view.gone.join(', '))}</p>}
          </>
        )}
      </Resource>
    </Card>
  );
}

/** Compares the payouts with those of the last run. */
function ComparedTotals({ totals }: { totals: readonly RunTotalComparedView[] }) {
  return (
    <DataTable
      label={texts.run.comparedTotalsTableLabel}
      rows={[...totals]}
      rowKey={(row) => row.currency}
      titles={texts.run.comparedTotalsColumns}
      columns={[
        { id: 'currency', cell: (row) => row.currency.toUpperCase() },
        { id: 'nBefore', right: true, cell: (row) => formatCount(row.authors_before) },
        { id: 'nNow', right: true, cell: (row) => formatCount(row.authors_now) },
        { id: 'before', right: true, cell: (row) => <Money minor={row.before_minor} currency={row.currency} /> },
        { id: 'thisRun', right: true, cell: (row) => <Money minor={row.now_minor} currency={row.currency} /> },
      ]}
    />
  );
}
