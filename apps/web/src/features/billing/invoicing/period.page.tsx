import { Link } from '@tanstack/react-router';
import { refreshWhile, useGet, type MonthCloseView } from '../../../api/hooks.js';
import { Id, Money, When } from '../../../components/values/values.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Card, Facts, Page } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { Alert, Refreshing, StatusBadge } from '../../../components/feedback/feedback.js';
import { Steps, type Step } from '../../../components/layout/timeline.js';
import { formatCount, formatMonth, humanize } from '../../../lib/format.js';
import { useParam } from '../../../lib/url-state.js';
import { MonthBillingSummaries } from '../summaries/billing-summaries.js';
import { CloseMonth } from './close-month.js';
import { ClosePreview } from './close-preview.js';
import { texts } from '../texts/invoicing.js';
import { common } from '../../../text/common.js';

type MonthTotal = MonthCloseView['totals'][number];

const PERIOD = '/api/v1/finance/periods/{month}';

/** How far the close of a month is: each step is done once all before it are. */
function steps(view: MonthCloseView): Step[] {
  const done = [view.requested_at, view.frozen_at, view.lines_at, view.closed_at].map((at) => at !== null);
  const titles = [
    common.requested,
    texts.period.noMoreChanges,
    texts.period.invoicesMade,
    texts.period.bookedAndClosed,
  ];
  const now = done.indexOf(false);
  return titles.map((title, i) => ({ id: title, title, state: done[i] ? 'done' : i === now ? 'now' : 'next' }));
}

/** One month: its close step by step, live, and what it waits for. */
export function PeriodPage() {
  const month = useParam('month');
  const period = useGet(PERIOD, { path: { month } }, { refreshMs: refreshWhile(({ state }) => state === 'closing') });
  return (
    <Page
      title={period.data ? formatMonth(period.data.month) : common.month}
      badges={period.data ? <StatusBadge kind="period" code={period.data.state} /> : null}
      actions={
        period.data?.can_close && !period.data.approval_id ? <CloseMonth month={month} variant="filled" /> : null
      }
    >
      <Resource of={period} page>
        {(view) => (
          <>
            {view.state === 'closing' ? <Refreshing of={period} /> : null}
            {view.state === 'open' ? null : <Steps steps={steps(view)} />}
            {view.state === 'closed'
              ? null
              : view.blocked_by.map((block) => (
                  <Alert key={block.code} tone="warn">
                    {block.text}
                  </Alert>
                ))}
            {view.approval_id ? (
              <Alert tone="warn">
                {texts.closeDialog.waits}{' '}
                <Link to="/approvals/$id" params={{ id: view.approval_id }}>
                  {common.show}
                </Link>
              </Alert>
            ) : null}
            {view.state === 'open' ? <ClosePreview month={month} /> : <Progress view={view} />}
            <Totals view={view} />
            <Waiting view={view} />
            <MonthBillingSummaries month={view.month} closed={view.state === 'closed'} />
          </>
        )}
      </Resource>
    </Page>
  );
}

function Progress({ view }: { view: MonthCloseView }) {
  return (
    <Card title={common.close}>
      {view.lines_at ? (
        <div className="stack stack-4">
          <progress
            className="progress"
            max={Math.max(view.invoices, 1)}
            value={view.closed_at ? Math.max(view.invoices, 1) : view.booked}
            aria-label={texts.period.invoicesBookedLabel}
          />
          <p className="num small">
            {texts.period.ofInvoicesBookedLines(
              formatCount(view.booked),
              formatCount(view.invoices),
              formatCount(view.lines),
            )}
          </p>
        </div>
      ) : null}
      <Facts
        titles={texts.period.progressFacts}
        items={{
          requestedBy: view.requested_by ?? common.notYet,
          requested: <When at={view.requested_at} />,
          unchangedSince: <When at={view.frozen_at} />,
          closed: <When at={view.closed_at} />,
        }}
      />
      <div className="row">
        <Link to="/finance/invoices" search={{ month: view.month }}>
          {common.invoices}
        </Link>
        <Link to="/finance/ledger" search={{ month: view.month }}>
          {common.ledgerEntries}
        </Link>
      </div>
    </Card>
  );
}

/** Totals, by currency; totals open into their invoices. */
function Totals({ view: { month, totals } }: { view: MonthCloseView }) {
  if (totals.length === 0) return null;
  const total = (row: MonthTotal, minor: string, state?: 'paid') => (
    <Link to="/finance/invoices" search={{ month, currency: row.currency, ...(state && { state }) }}>
      <Money minor={minor} currency={row.currency} />
    </Link>
  );
  return (
    <Card title={common.money}>
      <DataTable
        label={texts.period.totalsTableLabel}
        rows={totals}
        rowKey={(row) => row.currency}
        titles={texts.period.totalsColumns}
        columns={[
          { id: 'currency', cell: (row) => row.currency.toUpperCase() },
          { id: 'invoices', right: true, cell: (row) => formatCount(row.invoices) },
          { id: 'total', right: true, cell: (row) => total(row, row.total_minor) },
          { id: 'paid', right: true, cell: (row) => total(row, row.paid_minor, 'paid') },
          { id: 'authors', right: true, cell: (row) => <Money minor={row.author_minor} currency={row.currency} /> },
          { id: 'platform', right: true, cell: (row) => <Money minor={row.platform_minor} currency={row.currency} /> },
        ]}
      />
    </Card>
  );
}

function Waiting({ view }: { view: MonthCloseView }) {
  if (view.waiting_events.length === 0) return null;
  return (
    <DataTable
      label={texts.period.waitingTableLabel}
      rows={view.waiting_events}
      rowKey={(row) => `${row.install_id}${row.type}${row.at}`}
      columns={[
        { id: 'type', cell: (row) => humanize(row.type) },
        { id: 'install', cell: (row) => <Id value={row.install_id} what={common.installInText} /> },
        { id: 'since', cell: (row) => <When at={row.at} /> },
        {
          id: 'problem',
          cell: (row) => row.problem ?? (row.failed ? texts.period.parked : texts.period.noneInTransit),
        },
      ]}
    />
  );
}
