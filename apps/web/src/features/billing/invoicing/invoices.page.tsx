import { useNavigate, useSearch } from '@tanstack/react-router';
import { useList } from '../../../api/hooks.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { ExportList } from '../../../components/tables/export-list.js';
import { useListFilters } from '../../../components/tables/list-filters.js';
import { Page } from '../../../components/layout/page.js';
import { StatusBadge } from '../../../components/feedback/feedback.js';
import { When } from '../../../components/values/values.js';
import type { Search } from '../../../lib/url-state.js';
import { invoiceColumns } from './invoice-columns.js';
import { texts } from '../texts/invoicing.js';
import { common } from '../../../text/common.js';

const STATES = ['draft', 'open', 'past_due', 'paid', 'below_minimum', 'uncollectible', 'credited'] as const;

export function InvoicesPage() {
  const filters = useListFilters('invoice', STATES, { byAuthor: false });
  const navigate = useNavigate();
  // Where a ledger entry for many invoices leads to: those of one author, of these numbers.
  const { author, numbers }: Search = useSearch({ strict: false });
  const narrowed = author !== undefined || numbers !== undefined;
  const query = { ...filters.query, author, numbers };
  const invoices = useList('/api/v1/finance/invoices', { query }, { refreshMs: 10_000 });
  return (
    <Page title={common.invoices} actions={<ExportList kind="invoice_list" query={query} />}>
      {filters.controls}
      <ListTable
        label={common.invoices}
        list={invoices}
        onClearFilters={
          filters.clear ?? (narrowed ? () => void navigate({ to: '/finance/invoices', search: {} }) : undefined)
        }
        empty={texts.invoices.empty}
        columns={[
          { id: 'number', to: '/finance/invoices/$id', cell: (row) => row.number },
          ...invoiceColumns,
          { id: 'paid', cell: (row) => <When at={row.paid_at} /> },
          { id: 'state', cell: (row) => <StatusBadge kind="invoice" code={row.state} /> },
        ]}
      />
    </Page>
  );
}
