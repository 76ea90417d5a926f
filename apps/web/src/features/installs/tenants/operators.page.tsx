import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useGet, useList, useSend, type TenantOperatorView, type TenantView } from '../../../api/hooks.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { Card, Page } from '../../../components/layout/page.js';
import { ApprovalList } from '../../../components/review/approval-list.js';
import { ReasonButton, RemoveButton } from '../../../components/forms/post-button.js';
import { Resource } from '../../../components/feedback/resource.js';
import { SendError, ToneBadge, ActionButton, StatusBadge } from '../../../components/feedback/feedback.js';
import { When } from '../../../components/values/values.js';
import { useParam } from '../../../lib/url-state.js';
import { controlled } from '../../../lib/use-form.js';
import { texts } from '../texts/tenants.js';
import { common, rich } from '../../../text/common.js';
import { saysTooLittle } from '../../../components/forms/min-reason.js';

/** Operators of a tenant; the host manages them by its API, admins here. */
export function OperatorsPage() {
  const id = useParam('id');
  const tenant = useGet('/api/v1/host/tenants/{id}', { path: { id } });
  return (
    <Resource of={tenant} page>
      {(found) => <Operators tenant={found} />}
    </Resource>
  );
}

function Operators({ tenant }: { tenant: TenantView }) {
  const path = { id: tenant.id };
  const operators = useList('/api/v1/host/tenants/{id}/operators', { path });
  return (
    <Page title={texts.operators.title(tenant.name)}>
      <p className="dim">
        {rich(texts.operators.explanation, { link: (text) => <Link to="/admin/tenants">{text}</Link> })}
      </p>
      <ListTable
        label={common.operators}
        list={operators}
        empty={texts.operators.empty}
        columns={[
          { id: 'name', cell: (row) => row.name },
          {
            id: 'email',
            cell: (row) => (
              <>
                {row.email} {row.disabled ? <ToneBadge tone="bad">{common.disabled}</ToneBadge> : null}
              </>
            ),
          },
          { id: 'second', cell: (row) => (row.second_factor ? common.on : common.off) },
          { id: 'since', cell: (row) => <When at={row.since} /> },
          { id: 'act', cell: (row) => <RemoveOperator tenant={tenant} operator={row} /> },
        ]}
      />
      <Card title={texts.operators.waiting}>
        <ApprovalList
          kind="operator_invitation"
          subject_id={tenant.id}
          label={texts.operators.waiting}
          empty={texts.operators.nothingWaits}
        />
      </Card>
      <Invitations tenant={tenant} />
      <InviteOperator tenant={tenant} />
    </Page>
  );
}

function InviteOperator({ tenant }: { tenant: TenantView }) {
  const [email, setEmail] = useState('');
  const [reason, setReason] = useState('');
  const invite = useSend('/api/v1/host/tenants/{id}/operators', {
    path: { id: tenant.id },
    toast: texts.operators.inviteToast(email.trim()),
    onDone: () => {
      setEmail('');
      setReason('');
    },
  });
  const whyNot =
    email.trim() === '' ? texts.operators.emailMissing : saysTooLittle(reason) ? common.reasonTooShort : null;
  return (
    <Card title={texts.operators.inviteTitle}>
      <TextInput
        label={common.email}
        type="email"
        description={texts.operators.eMailHelp}
        {...controlled(email, setEmail)}
      />
      <TextInput
        label={common.reason}
        description={texts.operators.reasonHelp}
        maxLength={1000}
        {...controlled(reason, setReason)}
      />
      <SendError error={invite.error} />
      <ActionButton
        whyNot={whyNot}
        loading={invite.isPending}
        onClick={() => invite.mutate({ email: email.trim(), reason: reason.trim() })}
      >
        {texts.operators.invite}
      </ActionButton>
    </Card>
  );
}

function RemoveOperator({ tenant, operator }: { tenant: TenantView; operator: TenantOperatorView }) {
  return (
    <ReasonButton
      aria-label={common.removeNamed(operator.name)}
      danger
      to="/api/v1/host/tenants/{id}/operators/{userId}/remove"
      options={{
        path: { id: tenant.id, userId: operator.id },
        toast: texts.operators.removeOperatorToast(operator.name, tenant.name),
      }}
      title={texts.operators.removeOperatorDialogTitle(operator.name, tenant.name)}
      effect={texts.operators.removeOperatorEffect(tenant.name)}
      readBy={common.readBy}
      confirm={common.removeNamed(operator.name)}
    >
      {common.remove}
    </ReasonButton>
  );
}

/** Invitations to operate a tenant, and their outcome; an invitation can be withdrawn. */
function Invitations({ tenant }: { tenant: TenantView }) {
  const list = useList('/api/v1/host/external/tenants/{tenant}/operators', { path: { tenant: tenant.external_id } });
  return (
    <Card title={texts.operatorInvitations.title}>
      <p className="dim">{texts.operatorInvitations.explanation}</p>
      <ListTable
        label={texts.operatorInvitations.title}
        list={list}
        rowKey={(row) => row.external_id}
        empty={texts.operatorInvitations.empty}
        titles={texts.operatorInvitations.columns}
        columns={[
          { id: 'email', cell: (row) => row.email },
          { id: 'id', cell: (row) => <code>{row.external_id}</code> },
          { id: 'state', cell: (row) => <StatusBadge kind="host_operator" code={row.state} /> },
          { id: 'invited', cell: (row) => <When at={row.invited_at} /> },
          { id: 'expires', cell: (row) => <When at={row.expires_at} /> },
          {
            id: 'act',
            // Who confirmed is an operator, and is removed as one.
            cell: ({ state, external_id: operator, email }) =>
              state === 'confirmed' ? null : (
                <RemoveButton
                  to="/api/v1/host/external/tenants/{tenant}/operators/{operator}"
                  options={{
                    path: { tenant: tenant.external_id, operator },
                    toast: texts.operatorInvitations.toast(email),
                  }}
                  aria-label={texts.operatorInvitations.withdrawLabel(email)}
                >
                  {common.withdraw}
                </RemoveButton>
              ),
          },
        ]}
      />
    </Card>
  );
}
