import { Button, NativeSelect } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import type { ReactNode } from 'react';
import { useGet, useList, useSend } from '../../api/hooks.js';
import { CardEntry } from '../../components/card-entry.js';
import { ListTable } from '../../components/data-table.js';
import { Money } from '../../components/money.js';
import { Card, Page } from '../../components/page.js';
import { Resource } from '../../components/resource.js';
import { EmptyState, SendError } from '../../components/states.js';
import { StatusBadge, ToneBadge } from '../../components/status-badge.js';
import { useToast } from '../../components/toasts.js';
import { When } from '../../components/when.js';
import { formatMonth } from '../../lib/format.js';
import { useUrlState } from '../../lib/url-state.js';
import { useSandbox } from '../../shell/sandbox.js';
import { BillingDetails } from './billing-details.js';
import { TenantStanding } from './standing.js';

const METHOD = '/api/v1/operator/tenants/{tenantId}/payment-method';

/** How the tenant pays, and its invoices. */
export function BillingPage(): ReactNode {
  const ventures = useGet('/api/v1/operator/ventures');
  return (
    <Page title="Billing">
      <Resource of={ventures} page>
        {(list) =>
          [...new Map(list.items.map((one) => [one.tenant_id, one.tenant_name]))].map(([id, name]) => (
            <Fragment key={id}>
              <TenantStanding tenantId={id} tenantName={name} />
              <PaymentMethod tenantId={id} tenantName={name} />
              <BillingDetails tenantId={id} tenantName={name} />
            </Fragment>
          ))
        }
      </Resource>
      <h2>Invoices</h2>
      <Invoices />
    </Page>
  );
}

function PaymentMethod({ tenantId, tenantName }: { tenantId: string; tenantName: string }): ReactNode {
  const path = { tenantId };
  const method = useGet(METHOD, { path });
  const [card, setCard] = useState('pm_card_visa');
  const sandbox = useSandbox();
  const save = useSend(METHOD, { path });
  const toast = useToast();
  const [returned, setReturned] = useUrlState('tenant');
  const open = useSend(`${METHOD}/page`, { path, onDone: ({ url }) => location.assign(url) });
  const finish = useSend(`${METHOD}/finish`, {
    path,
    onDone: () => {
      setReturned('');
      toast(`The card of ${tenantName} is saved.`);
    },
  });
  return (
    <Card title={`Payment method of ${tenantName}`}>
      <Resource of={method} what="the payment method" lines={1}>
        {(view) => (
          <div className="row">
            <ToneBadge tone={view.ready ? 'ok' : 'warn'}>{view.ready ? 'Ready' : 'Missing'}</ToneBadge>
            {view.last4 ? (
              <span>
                {view.brand} •••• {view.last4}
              </span>
            ) : (
              <span>Needed before a paid plugin can be installed.</span>
            )}
          </div>
        )}
      </Resource>
      <CardEntry open={open} finish={finish} ready={method.data?.ready ?? false} mine={returned === tenantId} />
      {sandbox ? (
        <>
          <SendError error={save.error} />
          <div className="filters">
            <NativeSelect
              label="Test card"
              value={card}
              data={[
                { value: 'pm_card_visa', label: 'Visa, always pays' },
                { value: 'pm_card_mastercard', label: 'Mastercard, always pays' },
                { value: 'pm_card_chargeCustomerFail', label: 'Declined when charged' },
              ]}
              onChange={(event) => setCard(event.currentTarget.value)}
            />
            <Button loading={save.isPending} onClick={() => save.mutate({ payment_method: card })}>
              Save this card
            </Button>
          </div>
        </>
      ) : null}
    </Card>
  );
}

function Invoices(): ReactNode {
  const invoices = useList('/api/v1/operator/invoices', {}, { refreshMs: 15_000 });
  return (
    <ListTable
      label="Invoices"
      list={invoices}
      rowKey={(row) => row.id}
      empty={<EmptyState>No invoice yet. The first one comes after the end of the month.</EmptyState>}
      columns={[
        {
          id: 'number',
          title: 'Invoice',
          cell: (row) => (
            <Link to="/plugins/invoices/$id" params={{ id: row.id }}>
              {row.number}
            </Link>
          ),
        },
        { id: 'month', title: 'Month', cell: (row) => formatMonth(row.month) },
        {
          id: 'total',
          title: 'Total',
          right: true,
          cell: (row) => <Money minor={row.total_minor} currency={row.currency} />,
        },
        { id: 'issued', title: 'Issued', cell: (row) => <When at={row.issued_at} /> },
        { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="invoice" code={row.state} /> },
      ]}
    />
  );
}
