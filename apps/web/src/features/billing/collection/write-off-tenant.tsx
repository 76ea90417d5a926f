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
      toast(`${items.length} proposed. Another person has to approve them.`);
      onClose();
    },
  });
  return (
    <ReasonDialog
      open
      title={`Give up everything that ${name} owes`}
      effect={
        <div className="stack stack-8">
          <p>
            For a tenant that is gone. Once another person has approved it, nobody is asked for these invoices any more,
            the authors get nothing for them, and the rest is our loss. Should one be paid later, all of that is undone.
          </p>
          <Resource of={owed} what="what is owed" lines={3}>
            {(list) =>
              list.items.length === 0 ? (
                <p>Nothing is left to propose: it owes nothing, or all of it is proposed already.</p>
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
      readBy="The second person reads this."
      confirm={count === 0 ? 'Nothing to propose' : `Propose ${count} ${count === 1 ? 'write-off' : 'write-offs'}`}
      whyNot={
        !owed.data ? 'What it owes is not read yet.' : count === 0 ? 'It owes nothing that is not proposed yet.' : null
      }
      danger
      busy={propose.isPending}
      error={propose.error}
      onClose={onClose}
      onConfirm={({ text }) => propose.mutate({ reason: text })}
    />
  );
}
