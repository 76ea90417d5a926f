import { useList } from '../../../api/hooks.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { ExportList } from '../../../components/tables/export-list.js';
import { useListFilters } from '../../../components/tables/list-filters.js';
import { Money, When } from '../../../components/values/values.js';
import { Page } from '../../../components/layout/page.js';
import { StatusBadge } from '../../../components/feedback/feedback.js';
import { humanize } from '../../../lib/format.js';
import { texts } from '../texts/disputes.js';
import { shownStatus } from '../../../components/finance/dispute-status.js';
import { common } from '../../../text/common.js';

const STATES = [
  ...(['needs_response', 'under_review', 'won', 'lost'] as const),
  ...(['warning_needs_response', 'warning_under_review', 'warning_closed', 'prevented'] as const),
  ...(['appeal_needs_response', 'appeal_under_review'] as const),
] as const;

export function DisputesPage() {
  const { query, clear, controls } = useListFilters('dispute', STATES);
  const disputes = useList('/api/v1/finance/disputes', { query }, { refreshMs: 10_000 });
  return (
    <Page title={common.disputes} actions={<ExportList kind="disputes" query={query} />}>
      {controls}
      <ListTable
        label={common.disputes}
        list={disputes}
        onClearFilters={clear}
        empty={texts.disputes.empty}
        columns={[
          { id: 'dispute', to: '/finance/disputes/$id', cell: (row) => row.invoice_number },
          { id: 'tenant', cell: (row) => row.tenant_name },
          { id: 'reason', cell: (row) => humanize(row.reason) },
          { id: 'opened', cell: (row) => <When at={row.opened_at} /> },
          { id: 'respondBy', cell: (row) => (row.answerable ? <When at={row.evidence_due_at} /> : '') },
          { id: 'amount', right: true, cell: (row) => <Money minor={row.amount_minor} currency={row.currency} /> },
          { id: 'status', cell: (row) => <StatusBadge kind="dispute" code={shownStatus(row)} /> },
        ]}
      />
    </Page>
  );
}
