import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useList, useSend } from '../../../api/hooks.js';
import { useMe } from '../../../api/session.js';
import type { WriteOffView } from '../../../api/schema.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { ExportList } from '../../../components/tables/export-list.js';
import { useListFilters } from '../../../components/tables/list-filters.js';
import { Money, When } from '../../../components/values/values.js';
import { Page } from '../../../components/layout/page.js';
import { SendError, StatusBadge } from '../../../components/feedback/feedback.js';
import { texts } from '../texts/collection.js';
import { common } from '../../../text/common.js';

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
          { id: 'act', cell: (row) => (row.state === 'proposed' ? <Decide of={row} /> : '') },
        ]}
      />
    </Page>
  );
}

function Decide({ of }: { of: WriteOffView }): ReactNode {
  const me = useMe();
  const path = { id: of.id };
  const approve = useSend('/api/v1/finance/write-offs/{id}/approve', {
    path,
    toast: texts.writeOffs.toastWrittenOff,
  });
  const reject = useSend('/api/v1/finance/write-offs/{id}/reject', {
    path,
    toast: common.toastDeclined,
  });
  const own = me?.user.id === of.proposed_by_id;
  return (
    <>
      <div className="row">
        {own ? null : (
          <Button color="red" loading={approve.isPending} onClick={() => approve.mutate({})}>
            {common.writeOff}
          </Button>
        )}
        <Button variant="default" loading={reject.isPending} onClick={() => reject.mutate({})}>
          {own ? common.withdraw : common.decline}
        </Button>
      </div>
      <SendError error={approve.error ?? reject.error} />
    </>
  );
}
