import { useList } from '../../../api/hooks.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { ExportList } from '../../../components/tables/export-list.js';
import { useListFilters } from '../../../components/tables/list-filters.js';
import { Money, When } from '../../../components/values/values.js';
import { Page } from '../../../components/layout/page.js';
import { StatusBadge } from '../../../components/feedback/feedback.js';
import { humanize } from '../../../lib/format.js';
import { texts } from '../texts/refunds.js';
import { common } from '../../../text/common.js';

const STATES = ['requested', 'sending', 'pending', 'succeeded', 'failed'] as const;

export function RefundsPage() {
  const { query, clear, controls } = useListFilters('refund', STATES);
  const refunds = useList('/api/v1/finance/refunds', { query }, { refreshMs: 10_000 });
  return (
    <Page title={common.refunds} actions={<ExportList kind="refunds" query={query} />}>
      {controls}
      <ListTable
        label={common.refunds}
        list={refunds}
        onClearFilters={clear}
        empty={texts.refunds.empty}
        columns={[
          { id: 'requested', to: '/finance/refunds/$id', cell: (row) => <When at={row.created_at} /> },
          { id: 'tenant', cell: (row) => row.tenant_name },
          { id: 'invoice', cell: (row) => row.invoice_number },
          { id: 'reason', cell: (row) => humanize(row.reason) },
          { id: 'by', cell: (row) => row.requested_by_name },
          { id: 'amount', right: true, cell: (row) => <Money minor={row.amount_minor} currency={row.currency} /> },
          { id: 'state', cell: (row) => <StatusBadge kind="refund" code={row.state} /> },
        ]}
      />
    </Page>
  );
}
