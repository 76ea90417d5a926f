import { useState } from 'react';
import { useGet, useList, useSend, type PaymentMethodView } from '../../../api/hooks.js';
import { CardEntry } from './card-entry.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { OwnTenants } from '../../../components/tables/own-tenants.js';
import { Rows } from '../../../components/tables/rows.js';
import { Card, Page } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { SendError, StatusBadge, ToneBadge } from '../../../components/feedback/feedback.js';
import { When } from '../../../components/values/values.js';
import { useUrlState } from '../../../lib/url-state.js';
import { useSandbox } from '../../../shell/sandbox/sandbox.js';
import { BillingDetails } from './billing-details.js';
import { TenantStatus } from './tenant-status.js';
import { TestCard } from './test-card.js';
import { invoiceColumns } from './invoice-columns.js';
import { texts } from '../texts/invoicing.js';
import { common } from '../../../text/common.js';

const METHOD = '/api/v1/operator/tenants/{tenantId}/payment-method';

/** Unpaid amounts, every invoice, and each tenant's payment method. */
export function BillingPage() {
  return (
    <Page title={common.billing}>
      <Unpaid />
      <h2>{common.invoices}</h2>
      <Invoices />
      <h2>{texts.billing.cardsBillingDetailsHeading}</h2>
      <Payers />
    </Page>
  );
}

/** Nothing while every tenant has paid. */
function Unpaid() {
  const list = useList('/api/v1/operator/unpaid-tenants', {}, { refreshMs: 15_000 });
  return (
    <Rows of={list} what={texts.tenantStatus.names.unpaidInvoices} lines={1} className="stack">
      {(rows) =>
        rows.length === 0
          ? null
          : rows.map((one) => (
              <TenantStatus key={one.tenant_id} tenantId={one.tenant_id} tenantName={one.tenant_name} />
            ))
      }
    </Rows>
  );
}

/** The tenant whose card was just entered comes first, whatever its position. */
function Payers() {
  const [returned] = useUrlState('tenant');
  const [back] = useState(returned);
  const found = useGet('/api/v1/operator/tenants', { query: { q: back } }, { enabled: back !== '' });
  return (
    <>
      {found.data?.items.map(({ id, name }) => (
        <Payer key={id} tenantId={id} tenantName={name} only={false} />
      ))}
      <OwnTenants without={back}>
        {({ id, name }, only) => <Payer key={id} tenantId={id} tenantName={name} only={only} />}
      </OwnTenants>
    </>
  );
}

/** How one tenant pays and where it is billed; collapsed among others, except for the one whose card was just entered. */
function Payer({ tenantId, tenantName, only }: { tenantId: string; tenantName: string; only: boolean }) {
  const method = useGet(METHOD, { path: { tenantId } });
  const [returned] = useUrlState('tenant');
  const [open, setOpen] = useState(only || returned === tenantId);
  return (
    <details className="fold" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className="row fold-title">
          <strong>{tenantName}</strong>
          {method.data ? <HasCard view={method.data} /> : null}
        </span>
      </summary>
      {open ? (
        <div className="stack">
          <PaymentMethod tenantId={tenantId} tenantName={tenantName} />
          <BillingDetails tenantId={tenantId} tenantName={tenantName} />
        </div>
      ) : null}
    </details>
  );
}

function HasCard({ view }: { view: PaymentMethodView }) {
  return (
    <>
      <ToneBadge tone={view.ready ? 'ok' : 'warn'}>{view.ready ? common.ready : common.missing}</ToneBadge>
      <span>
        {view.collected_by === 'host'
          ? texts.billing.hostCollects
          : view.last4
            ? `${view.brand} •••• ${view.last4}`
            : texts.billing.addCardFirst}
      </span>
    </>
  );
}

function PaymentMethod({ tenantId, tenantName }: { tenantId: string; tenantName: string }) {
  const path = { tenantId };
  const method = useGet(METHOD, { path });
  const host = method.data?.collected_by === 'host';
  const sandbox = useSandbox();
  const save = useSend(METHOD, { path });
  const [returned, setReturned] = useUrlState('tenant');
  const open = useSend(`${METHOD}/page`, { path, onDone: ({ url }) => location.assign(url) });
  const finish = useSend(`${METHOD}/finish`, {
    path,
    toast: texts.billing.toast(tenantName),
    onDone: () => setReturned(''),
  });
  return (
    <Card title={texts.billing.paymentMethodOfTitle(tenantName)}>
      <Resource of={method} what={texts.billing.names.paymentMethod} lines={1}>
        {() => null}
      </Resource>
      {host ? (
        <p>{texts.billing.hostCollects}</p>
      ) : (
        <CardEntry open={open} finish={finish} ready={method.data?.ready ?? false} mine={returned === tenantId} />
      )}
      {sandbox && !host ? (
        <>
          <SendError error={save.error} />
          <TestCard save={save} />
        </>
      ) : null}
    </Card>
  );
}

function Invoices() {
  const invoices = useList('/api/v1/operator/invoices', {}, { refreshMs: 15_000 });
  return (
    <ListTable
      label={common.invoices}
      list={invoices}
      empty={texts.billing.empty}
      columns={[
        { id: 'number', to: '/plugins/invoices/$id', cell: (row) => row.number },
        ...invoiceColumns,
        { id: 'issued', cell: (row) => <When at={row.issued_at} /> },
        { id: 'state', cell: (row) => <StatusBadge kind="invoice" code={row.state} /> },
      ]}
    />
  );
}
