import type { ReactNode } from 'react';
import { useList, useRemove } from '../../../api/hooks.js';
import type { HostOperatorView, TenantView } from '../../../api/schema.js';
import { StatusBadge, SendButton } from '../../../components/feedback/feedback.js';
import { Card } from '../../../components/layout/page.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { When } from '../../../components/values/values.js';
import { texts as areaTexts } from '../texts/tenants.js';
import { common } from '../../../text/common.js';
const texts = areaTexts.operatorInvitations;

/** Invitations of the host platform to operate a tenant, and their outcome; an invitation can be withdrawn. */
export function Invitations({ tenant }: { tenant: TenantView }): ReactNode {
  const list = useList('/api/v1/host/external/tenants/{tenant}/operators', { path: { tenant: tenant.external_id } });
  return (
    <Card title={texts.title}>
      <p className="dim">{texts.explanation}</p>
      <ListTable
        label={texts.title}
        list={list}
        rowKey={(row) => row.external_id}
        empty={texts.empty}
        titles={texts.columns}
        columns={[
          { id: 'email', wrap: true, cell: (row) => row.email },
          { id: 'id', cell: (row) => <code>{row.external_id}</code> },
          { id: 'state', cell: (row) => <StatusBadge kind="host_operator" code={row.state} /> },
          { id: 'invited', cell: (row) => <When at={row.invited_at} /> },
          {
            id: 'act',
            // Who confirmed is an operator, and is removed as one.
            cell: (row) => (row.state === 'confirmed' ? null : <Withdraw tenant={tenant} invited={row} />),
          },
        ]}
      />
    </Card>
  );
}

function Withdraw({ tenant, invited }: { tenant: TenantView; invited: HostOperatorView }): ReactNode {
  const withdraw = useRemove('/api/v1/host/external/tenants/{tenant}/operators/{operator}', {
    path: { tenant: tenant.external_id, operator: invited.external_id },
    toast: texts.toast(invited.email),
  });
  return (
    <SendButton
      send={withdraw}
      variant="default"
      aria-label={texts.withdrawLabel(invited.email)}
      onClick={() => withdraw.mutate()}
    >
      {common.withdraw}
    </SendButton>
  );
}
