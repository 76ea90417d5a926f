import { Button, NativeSelect } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useList } from '../../../api/hooks.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { ExportList } from '../../../components/tables/export-list.js';
import { Money, When } from '../../../components/values/values.js';
import { Page } from '../../../components/layout/page.js';
import { StatusBadge } from '../../../components/feedback/feedback.js';
import { formatCount, formatMonth } from '../../../lib/format.js';
import { useUrlState } from '../../../lib/url-state.js';
import { controlled } from '../../../lib/use-form.js';
import { vocabulary } from '../../../text/vocabulary.js';
import { CloseDialog } from './close-dialog.js';
import { texts } from '../texts/invoicing.js';
import { common } from '../../../text/common.js';

const STATES = ['open', 'ended', 'closing', 'closed'] as const;

/** UTC months: running, ended, closed. Closing makes the invoices and charges them. */
export function PeriodsPage(): ReactNode {
  const [state, setState] = useUrlState('state');
  const known = STATES.find((one) => one === state);
  const query = { ...(known && { state: known }) };
  const periods = useList('/api/v1/finance/periods', { query }, { refreshMs: 5_000 });
  const [closing, setClosing] = useState<string | null>(null);
  return (
    <Page title={common.months} actions={<ExportList kind="months" query={query} />}>
      <div className="filters">
        <NativeSelect
          label={common.status}
          {...controlled(known ?? '', setState)}
          data={[
            { value: '', label: common.all },
            ...STATES.map((one) => ({ value: one, label: vocabulary.period[one].badge })),
          ]}
        />
      </div>
      <ListTable
        label={common.months}
        list={periods}
        rowKey={(row) => row.month}
        onClearFilters={known ? () => setState('') : undefined}
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
          { id: 'total', right: true, cell: (row) => <Money minor={row.total_minor} currency={row.currency} /> },
          { id: 'closed', cell: (row) => <When at={row.closed_at} /> },
          {
            id: 'act',
            cell: (row) =>
              row.state === 'closed' ? (
                <Link to="/finance/runs" search={{ month: row.month }}>
                  {texts.periods.preparePayouts}
                </Link>
              ) : row.can_close ? (
                <Button variant="default" onClick={() => setClosing(row.month)}>
                  {common.closeMonth}
                </Button>
              ) : (
                <span className="dim">
                  {row.state === 'closing' ? texts.periods.closing : texts.periods.monthInProgress}
                </span>
              ),
          },
        ]}
      />
      {closing ? <CloseDialog month={closing} onClose={() => setClosing(null)} /> : null}
    </Page>
  );
}
