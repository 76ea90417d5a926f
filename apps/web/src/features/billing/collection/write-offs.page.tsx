import type { ReactNode } from 'react';
import { useList } from '../../../api/hooks.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { ExportList } from '../../../components/tables/export-list.js';
import { useListFilters } from '../../../components/tables/list-filters.js';
import { Money, When } from '../../../components/values/values.js';
import { Page } from '../../../components/layout/page.js';
import { StatusBadge } from '../../../components/feedback/feedback.js';
import { texts } from '../texts/collection.js';
import { common } from '../../../text/common.js';
import { SecondPerson } from '../../../components/forms/second-person.js';

const STATES = ['proposed', 'approved', 'rejected'] as const;

/** Uncollectable invoices: proposed by one person, booked as a loss by another. */
export function WriteOffsPage(): ReactNode {
  const { query, clear, controls } = useListFilters('decision', STATES);
  const writeOffs = useList('/api/v1/finance/write-offs', { query }, { refreshMs: 15_000 });
  return (
    <Page title={common.writeOffs} actions={<ExportList kind="write_offs" query={query} />}>
      {controls}
      <ListTable
        label={common.writeOffs}
        list={writeOffs}
        onClearFilters={clear}
        empty={texts.writeOffs.empty}
        titles={texts.writeOffs.columns}
        columns={[
          { id: 'invoice', to: '/finance/invoices/$id', toId: (row) => row.invoice_id, cell: (row) => row.number },
          { id: 'tenant', cell: (row) => row.tenant_name },
          { id: 'total', right: true, cell: (row) => <Money minor={row.total_minor} currency={row.currency} /> },
          { id: 'state', cell: (row) => <StatusBadge kind="decision" code={row.state} /> },
          { id: 'why', wrap: true, cell: (row) => row.reason },
          { id: 'who', cell: (row) => row.proposed_by },
          { id: 'at', cell: (row) => <When at={row.proposed_at} /> },
          {
            id: 'act',
            cell: (row) =>
              row.state === 'proposed' ? (
                <SecondPerson
                  of="write-offs"
                  proposal={row}
                  approve={common.writeOff}
                  toast={texts.writeOffs.toastWrittenOff}
                  color="red"
                />
              ) : (
                ''
              ),
          },
        ]}
      />
    </Page>
  );
}
