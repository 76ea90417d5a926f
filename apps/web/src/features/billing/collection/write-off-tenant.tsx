import { useGet, useSend } from '../../../api/hooks.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Money } from '../../../components/values/values.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { DialogButton } from '../../../components/layout/dialog-button.js';
import { Resource } from '../../../components/feedback/resource.js';
import { StatusBadge } from '../../../components/feedback/feedback.js';
import { formatMonth } from '../../../lib/format.js';
import { texts } from '../texts/collection.js';
import { common } from '../../../text/common.js';

const WRITE_OFF = '/api/v1/finance/tenants/{tenantId}/write-off';

/** For a tenant that is gone: proposes to give up everything it owes; a second person decides on each invoice. */
export function WriteOffTenant({ tenantId, name }: { tenantId: string; name: string }) {
  return (
    <DialogButton dialog={<TenantDialog tenantId={tenantId} name={name} />}>
      {texts.writeOffTenant.proposeAllOf(name)}
    </DialogButton>
  );
}

function TenantDialog({ tenantId, name }: { tenantId: string; name: string }) {
  const path = { tenantId };
  const owed = useGet(WRITE_OFF, { path });
  const count = owed.data?.items.length ?? 0;
  const propose = useSend(WRITE_OFF, {
    path,
    toast: ({ items }) => texts.writeOffTenant.tenantDialogToast(items.length),
  });
  return (
    <ReasonDialog
      title={texts.writeOffTenant.tenantDialogTitle(name)}
      effect={
        <div className="stack stack-8">
          <p>{texts.writeOffTenant.tenantGone}</p>
          <Resource of={owed} what={texts.writeOffTenant.names.whatIsOwed} lines={3}>
            {(list) =>
              list.items.length === 0 ? (
                <p>{texts.writeOffTenant.nothingToPropose}</p>
              ) : (
                <DataTable
                  label={common.owed}
                  rows={list.items}
                  rowKey={(row) => row.invoice_id}
                  columns={[
                    { id: 'number', cell: (row) => row.number },
                    { id: 'month', cell: (row) => formatMonth(row.month) },
                    {
                      id: 'owed',
                      right: true,
                      cell: (row) => <Money minor={row.owed_minor} currency={row.currency} />,
                    },
                    { id: 'state', cell: (row) => <StatusBadge kind="invoice" code={row.state} /> },
                  ]}
                />
              )
            }
          </Resource>
        </div>
      }
      readBy={common.forTheSecondPerson}
      confirm={count === 0 ? texts.writeOffTenant.nothingProposeConfirm : texts.writeOffTenant.proposeConfirm(count)}
      whyNot={
        !owed.data
          ? texts.writeOffTenant.whyNot.stillLoading
          : count === 0
            ? texts.writeOffTenant.whyNot.alreadyProposed
            : null
      }
      danger
      send={propose}
      onConfirm={({ text }) => propose.mutate({ reason: text })}
    />
  );
}
