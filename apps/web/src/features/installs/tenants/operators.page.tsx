import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useGet, useList, useSend } from '../../../api/hooks.js';
import type { TenantOperatorView, TenantView } from '../../../api/views.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { Card, Page } from '../../../components/layout/page.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { Resource } from '../../../components/feedback/resource.js';
import { EmptyState, SendError } from '../../../components/feedback/states.js';
import { ToneBadge } from '../../../components/feedback/status-badge.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { When } from '../../../components/values/when.js';
import { WhyNot } from '../../../components/feedback/why-not.js';
import { useParam } from '../../../lib/url-state.js';

/** Who looks after the plugins of a tenant; the host says so by its API, admins here. */
export function OperatorsPage(): ReactNode {
  const id = useParam('id');
  const tenant = useGet('/api/v1/host/tenants/{id}', { path: { id } });
  return (
    <Resource of={tenant} page>
      {(found) => <Operators tenant={found} />}
    </Resource>
  );
}

function Operators({ tenant }: { tenant: TenantView }): ReactNode {
  const path = { id: tenant.id };
  const operators = useList('/api/v1/host/tenants/{id}/operators', { path });
  const [removing, setRemoving] = useState<TenantOperatorView | null>(null);
  return (
    <Page title={`Operators of ${tenant.name}`}>
      <p className="dim">
        Operators install plugins for the tenant and decide on upgrades. <Link to="/admin/tenants">All tenants</Link>
      </p>
      <ListTable
        label="Operators"
        list={operators}
        rowKey={(row) => row.id}
        empty={
          <EmptyState>This tenant has no operators, so its upgrades cannot be accepted. Add an operator.</EmptyState>
        }
        columns={[
          { id: 'name', title: 'Name', wrap: true, cell: (row) => row.name },
          {
            id: 'email',
            title: 'E-mail',
            wrap: true,
            cell: (row) => (
              <>
                {row.email} {row.disabled ? <ToneBadge tone="bad">Disabled</ToneBadge> : null}
              </>
            ),
          },
          { id: 'second', title: 'Two-factor', cell: (row) => (row.second_factor ? 'On' : 'Off') },
          { id: 'since', title: 'Since', cell: (row) => <When at={row.since} /> },
          {
            id: 'act',
            title: 'Next step',
            cell: (row) => (
              <Button variant="default" aria-label={`Remove ${row.name}`} onClick={() => setRemoving(row)}>
                Remove
              </Button>
            ),
          },
        ]}
      />
      <AddOperator tenant={tenant} />
      {removing ? (
        <RemoveOperator key={removing.id} tenant={tenant} operator={removing} onClose={() => setRemoving(null)} />
      ) : null}
    </Page>
  );
}

function AddOperator({ tenant }: { tenant: TenantView }): ReactNode {
  const toast = useToast();
  const [email, setEmail] = useState('');
  const add = useSend('/api/v1/host/tenants/{id}/operators', {
    path: { id: tenant.id },
    onDone: () => {
      toast(`${email.trim()} is now an operator of ${tenant.name} and was notified by email.`);
      setEmail('');
    },
  });
  return (
    <Card title="Add an operator">
      <TextInput
        label="E-mail"
        type="email"
        description="A person with an account and a confirmed email address."
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <SendError error={add.error} />
      <div>
        <WhyNot reason={email.trim() === '' ? 'Enter the email address of a person with an account.' : null}>
          {(described) => (
            <Button loading={add.isPending} onClick={() => add.mutate({ email: email.trim() })} {...described}>
              Add
            </Button>
          )}
        </WhyNot>
      </div>
    </Card>
  );
}

function RemoveOperator({
  tenant,
  operator,
  onClose,
}: {
  tenant: TenantView;
  operator: TenantOperatorView;
  onClose: () => void;
}): ReactNode {
  const toast = useToast();
  const remove = useSend('/api/v1/host/tenants/{id}/operators/{userId}/remove', {
    path: { id: tenant.id, userId: operator.id },
    onDone: () => {
      onClose();
      toast(`${operator.name} no longer operates ${tenant.name}.`);
    },
  });
  return (
    <ReasonDialog
      open
      danger
      title={`Remove ${operator.name} from ${tenant.name}`}
      effect={
        <>
          From now on nothing of {tenant.name} is accessible to them by session or token, and they are notified by
          email. Installs continue.
        </>
      }
      readBy="Kept in the audit trail."
      confirm={`Remove ${operator.name}`}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={({ text }) => remove.mutate({ reason: text })}
    />
  );
}
