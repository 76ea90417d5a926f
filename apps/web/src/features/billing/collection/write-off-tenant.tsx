import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useGet, useSend } from '../../../api/hooks.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Money } from '../../../components/values/money.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { Resource } from '../../../components/feedback/resource.js';
import { StatusBadge } from '../../../components/feedback/status-badge.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { formatMonth } from '../../../lib/format.js';

const WRITE_OFF = '/api/v1/finance/tenants/{tenantId}/write-off';

/** For a tenant that is gone: proposes to give up everything it owes; a second person decides on each invoice. */
export function WriteOffTenant({ tenantId, name }: { tenantId: string; name: string }): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Propose all of {name}
      </Button>
      {open ? <TenantDialog tenantId={tenantId} name={name} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function TenantDialog({ tenantId, name, onClose }: { tenantId: string; name: string; onClose: () => void }): ReactNode {
  const toast = useToast();
  const path = { tenantId };
  const owed = useGet(WRITE_OFF, { path });
  const count = owed.data?.items.length ?? 0;
  const propose = useSend(WRITE_OFF, {
    path,
    onDone: ({ items }) => {
      toast(`${items.length} proposed. Another person must approve them.`);
      onClose();
    },
  });
  return (
    <ReasonDialog
      open
      title={`Write off everything ${name} owes`}
      effect={
        <div className="stack stack-8">
          <p>
            For a tenant that no longer exists. Once another person approves, collection stops for these invoices, the
            authors receive nothing for them, and the rest is recorded as our loss. If one is paid later, this is
            reversed.
          </p>
          <Resource of={owed} what="what is owed" lines={3}>
            {(list) =>
              list.items.length === 0 ? (
                <p>Nothing to propose. It owes nothing, or everything is already proposed.</p>
              ) : (
                <DataTable
                  label="Owed"
                  rows={list.items}
                  rowKey={(row) => row.invoice_id}
                  columns={[
                    { id: 'number', title: 'Invoice', cell: (row) => row.number },
                    { id: 'month', title: 'Month', cell: (row) => formatMonth(row.month) },
                    {
                      id: 'owed',
                      title: 'Owed',
                      right: true,
                      cell: (row) => <Money minor={row.owed_minor} currency={row.currency} />,
                    },
                    { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="invoice" code={row.state} /> },
                  ]}
                />
              )
            }
          </Resource>
        </div>
      }
      readBy="For the second person."
      confirm={count === 0 ? 'Nothing to propose' : `Propose ${count} ${count === 1 ? 'write-off' : 'write-offs'}`}
      whyNot={
        !owed.data
          ? 'The amount owed is still loading.'
          : count === 0
            ? 'Everything it owes is already proposed.'
            : null
      }
      danger
      busy={propose.isPending}
      error={propose.error}
      onClose={onClose}
      onConfirm={({ text }) => propose.mutate({ reason: text })}
    />
  );
}
