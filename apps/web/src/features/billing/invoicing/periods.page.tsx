import { Link } from '@tanstack/react-router';
import { useList, type PayoutRunView } from '../../../api/hooks.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { ExportList } from '../../../components/tables/export-list.js';
import { Money, When } from '../../../components/values/values.js';
import { Page } from '../../../components/layout/page.js';
import { StatusBadge } from '../../../components/feedback/feedback.js';
import { runStatus } from '../../../lib/run-status.js';
import { formatCount, formatMonth } from '../../../lib/format.js';
import { useFilter } from '../../../components/tables/filter.js';
import { useClearUrlState } from '../../../lib/url-state.js';
import { badgesOf } from '../../../text/vocabulary.js';
import { CloseMonth } from './close-month.js';
import { texts } from '../texts/invoicing.js';
import { common } from '../../../text/common.js';

const STATES = badgesOf('period', ['open', 'ended', 'closing', 'closed']);

/** UTC months: running, ended, closed. Closing makes the invoices and charges them. */
export function PeriodsPage() {
  const [known, stateFilter] = useFilter('state', { label: common.status, choices: STATES, any: common.all });
  const clear = useClearUrlState('state');
  const query = { ...(known && { state: known }) };
  const periods = useList('/api/v1/finance/periods', { query }, { refreshMs: 5_000 });
  const runs = useList('/api/v1/finance/payout-runs', {}, { refreshMs: 10_000 });
  return (
    <Page title={common.months} actions={<ExportList kind="months" query={query} />}>
      <div className="filters">{stateFilter}</div>
      <ListTable
        label={common.months}
        list={periods}
        rowKey={(row) => row.month}
        onClearFilters={known ? clear : undefined}
        empty={texts.periods.empty}
        columns={[
          {
            id: 'month',
            cell: (row) => (
              <Link to="/finance/periods/$month" params={{ month: row.month }}>
                {formatMonth(row.month)}
              </Link>
            ),
          },
          { id: 'state', cell: (row) => <StatusBadge kind="period" code={row.can_close ? 'ended' : row.state} /> },
          {
            id: 'invoices',
            right: true,
            cell: (row) => (
              <Link to="/finance/invoices" search={{ month: row.month }}>
                {formatCount(row.invoices)}
              </Link>
            ),
          },
          {
            id: 'total',
            right: true,
            cell: (row) =>
              row.totals.map(({ currency, total_minor: minor }) => (
                <div key={currency}>
                  <Money minor={minor} currency={currency} />
                </div>
              )),
          },
          { id: 'closed', cell: (row) => <When at={row.closed_at} /> },
          {
            id: 'act',
            cell: (row) =>
              row.state === 'closed' ? (
                <Payouts month={row.month} runs={runs.data?.pages.flatMap((page) => page.items)} />
              ) : row.can_close ? (
                <CloseMonth month={row.month} />
              ) : (
                <span className="dim">
                  {row.state === 'closing' ? texts.periods.closing : texts.periods.monthInProgress}
                </span>
              ),
          },
        ]}
      />
    </Page>
  );
}

/** The payout run of a closed month with its state; without any, the way to prepare it. */
function Payouts({ month, runs }: { month: string; runs: readonly PayoutRunView[] | undefined }) {
  const run = runs?.find((one) => one.month === month && one.state !== 'cancelled');
  if (run)
    return (
      <Link to="/finance/runs/$id" params={{ id: run.id }}>
        <StatusBadge kind="run" code={runStatus(run)} />
      </Link>
    );
  return runs ? (
    <Link to="/finance/runs" search={{ month }}>
      {texts.periods.preparePayouts}
    </Link>
  ) : null;
}
