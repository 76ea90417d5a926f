import { NativeSelect } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useGet, useList } from '../../api/hooks.js';
import { WaterfallChart } from './waterfall-chart.js';
import { DataTable, ListTable } from '../../components/tables/data-table.js';
import { When } from '../../components/values/values.js';
import { MonthField } from './month-field.js';
import { Card, Page } from '../../components/layout/page.js';
import { Resource } from '../../components/feedback/resource.js';
import { earningColumns, earningTitles } from './statement-body.js';
import { EmptyState } from '../../components/feedback/feedback.js';
import { formatMonth } from '../../lib/format.js';
import { currentMonth } from '../../lib/server-time.js';
import { useUrlState } from '../../lib/url-state.js';
import { controlled } from '../../lib/use-form.js';
import { texts } from './texts.js';
import { common } from '../../text/common.js';

/** A month from its sales to its payout, with its lines; all amounts come from the server. */
export function EarningsPage() {
  const [chosen, setMonth] = useUrlState('month');
  const [currency, setCurrency] = useUrlState('currency');
  const earnings = useGet(
    '/api/v1/author/earnings',
    { query: { month: chosen || undefined, currency: currency || undefined } },
    { refreshMs: 15_000 },
  );
  // Without a chosen one it is the last closed month: the running one has no invoices yet.
  const month = chosen || earnings.data?.month || currentMonth();
  return (
    <Page title={common.earnings}>
      <div className="filters">
        <MonthField month={month} onChange={setMonth} />
        {earnings.data && earnings.data.currencies.length > 1 ? (
          <NativeSelect
            label={common.currency}
            {...controlled(earnings.data.currency, setCurrency)}
            data={earnings.data.currencies.map((code) => ({ value: code, label: code.toUpperCase() }))}
          />
        ) : null}
      </div>
      <Resource of={earnings} page>
        {(view) => (
          <>
            <Card
              title={formatMonth(view.month)}
              actions={
                view.statement_id === null ? null : (
                  <Link to="/author/payouts/$id" params={{ id: view.statement_id }}>
                    {texts.earnings.openTheStatement}
                  </Link>
                )
              }
            >
              {view.waterfall.every((step) => step.amount_minor === '0') ? (
                <EmptyState>{texts.earnings.nothingInMonth(formatMonth(view.month))}</EmptyState>
              ) : (
                <WaterfallChart steps={view.waterfall} currency={view.currency} />
              )}
            </Card>
            {view.lines.length === 0 ? (
              <EmptyState>{texts.earnings.noLinesInMonth(formatMonth(view.month))}</EmptyState>
            ) : (
              <Card title={common.lines}>
                <DataTable
                  label={common.lines}
                  titles={earningTitles('author')}
                  columns={earningColumns(view.currency)}
                  rows={view.lines}
                  rowKey={(line) => line.line_id}
                  busy={earnings.isFetching}
                />
              </Card>
            )}
          </>
        )}
      </Resource>
      <Shares />
    </Page>
  );
}

const SCOPES = texts.authorShares.scopes;

/** The author's share of a tenant's payment: by the policy, and overrides. */
function Shares() {
  const shares = useList('/api/v1/author/revenue-shares');
  return (
    <Card title={common.yourShare}>
      <p className="dim">{texts.authorShares.explanation}</p>
      <ListTable
        label={texts.authorShares.tableLabel}
        list={shares}
        rowKey={(row) => `${row.scope} ${row.name ?? ''} ${row.valid_from ?? ''}`}
        empty={texts.authorShares.empty}
        titles={texts.authorShares.columns}
        columns={[
          { id: 'of', cell: (row) => (row.scope === 'drive' ? row.name : SCOPES[row.scope]) },
          { id: 'share', right: true, cell: (row) => `${row.basis_points / 100} %` },
          {
            id: 'from',
            cell: (row) => (row.valid_from ? <When at={row.valid_from} /> : common.theBeginning),
          },
          { id: 'to', cell: (row) => (row.valid_to ? <When at={row.valid_to} /> : '') },
        ]}
      />
    </Card>
  );
}
