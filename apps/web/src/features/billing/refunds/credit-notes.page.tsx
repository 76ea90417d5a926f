import { useList } from '../../../api/hooks.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { ExportList } from '../../../components/tables/export-list.js';
import { useListFilters } from '../../../components/tables/list-filters.js';
import { Money, When } from '../../../components/values/values.js';
import { Page } from '../../../components/layout/page.js';
import { StatusBadge } from '../../../components/feedback/feedback.js';
import { texts } from '../texts/refunds.js';
import { common } from '../../../text/common.js';

const STATES = ['issued', 'countered'] as const;

export function CreditNotesPage() {
  const { query, clear, controls } = useListFilters('credit_note', STATES);
  const notes = useList('/api/v1/finance/credit-notes', { query }, { refreshMs: 15_000 });
  return (
    <Page title={common.creditNotes} actions={<ExportList kind="credit_notes" query={query} />}>
      {controls}
      <ListTable
        label={common.creditNotes}
        list={notes}
        onClearFilters={clear}
        empty={texts.creditNotes.empty}
        columns={[
          { id: 'creditNote', cell: (row) => row.number },
          { id: 'issued', cell: (row) => <When at={row.issued_at} /> },
          { id: 'tenant', cell: (row) => row.tenant_name },
          {
            id: 'invoice',
            to: '/finance/invoices/$id',
            toId: (row) => row.invoice_id,
            cell: (row) => row.invoice_number,
          },
          { id: 'note', cell: (row) => row.note },
          { id: 'total', right: true, cell: (row) => <Money minor={row.total_minor} currency={row.currency} /> },
          {
            id: 'state',
            cell: (row) => <StatusBadge kind="credit_note" code={row.countered_by === null ? 'issued' : 'countered'} />,
          },
        ]}
      />
    </Page>
  );
}
