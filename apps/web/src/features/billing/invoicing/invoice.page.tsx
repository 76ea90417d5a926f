import type { ReactNode } from 'react';
import { useGet } from '../../../api/hooks.js';
import type { Schemas } from '../../../api/types.js';
import { Id } from '../../../components/values/copy.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Money } from '../../../components/values/money.js';
import { Card, Facts, Page } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { EmptyState } from '../../../components/feedback/states.js';
import { StatusBadge } from '../../../components/feedback/status-badge.js';
import { When } from '../../../components/values/when.js';
import { WhoActs } from '../../../components/feedback/who-acts.js';
import { formatMonth, formatUtc, humanize } from '../../../lib/format.js';
import { sellerText } from './seller.js';
import { ProposeWriteOff } from '../collection/propose-write-off.js';
import { useParam } from '../../../lib/url-state.js';
import { InvoiceAdjustments } from '../refunds/invoice-adjustments.js';
import { WriteOffTenant } from '../collection/write-off-tenant.js';

/** Why the invoice bears the tax that it bears. */
function taxText(tax: Schemas['InvoiceTaxView']): string {
  if (tax.reverse_charge) return `Reverse charge: the customer (${tax.tax_id ?? ''}) owes the tax`;
  const rate = tax.percentage === null ? '' : `${tax.percentage} % ${tax.name ?? ''} `;
  return `${rate}${tax.country ?? ''}${tax.region ? `-${tax.region}` : ''}`.trim() || humanize(tax.reason);
}

/** One invoice: a line for each stretch of an install within the month. */
export function InvoicePage(): ReactNode {
  const id = useParam('id');
  const invoice = useGet('/api/v1/finance/invoices/{id}', { path: { id } }, { refreshMs: 10_000 });
  return (
    <Page
      title={invoice.data ? `Invoice ${invoice.data.number}` : 'Invoice'}
      badges={invoice.data ? <StatusBadge kind="invoice" code={invoice.data.state} /> : null}
    >
      <Resource of={invoice} page>
        {(view) => (
          <>
            <WhoActs kind="invoice" code={view.state} />
            <Card>
              <Facts
                items={[
                  ['Id', <Id key="id" value={view.id} />],
                  ['Tenant', view.tenant_name],
                  ['Month', formatMonth(view.month)],
                  ['Seller', view.issued_at === null ? null : sellerText(view.seller)],
                  ['Total', <Money key="t" minor={view.total_minor} currency={view.currency} />],
                  ['Issued', <When key="i" at={view.issued_at} />],
                  ['Payment failure', view.last_problem ? humanize(view.last_problem) : null],
                  [
                    'Tax',
                    view.tax_minor === '0' ? null : <Money key="x" minor={view.tax_minor} currency={view.currency} />,
                  ],
                  ['Tax rule', view.tax ? taxText(view.tax) : null],
                  [
                    'Plugins suspended since',
                    view.suspend_at && view.state === 'past_due' ? <When key="s" at={view.suspend_at} /> : null,
                  ],
                  ['Next attempt', view.next_retry_at ? <When key="n" at={view.next_retry_at} /> : null],
                  ['Paid', <When key="p" at={view.paid_at} />],
                ]}
              />
            </Card>
            {view.state === 'past_due' || view.state === 'below_minimum' ? (
              <div className="row">
                <ProposeWriteOff id={view.id} number={view.number} />
                {view.kind === 'installs' ? <WriteOffTenant tenantId={view.tenant_id} name={view.tenant_name} /> : null}
              </div>
            ) : null}
            <h2>Lines</h2>
            <DataTable
              label="Lines"
              rows={view.lines}
              rowKey={(line) => line.id}
              columns={[
                { id: 'drive', title: 'Drive', cell: (line) => line.drive_name },
                { id: 'venture', title: 'Venture', cell: (line) => line.venture_name },
                { id: 'text', title: 'What', wrap: true, cell: (line) => line.text },
                { id: 'from', title: 'From', cell: (line) => formatUtc(line.from_at) },
                { id: 'to', title: 'To', cell: (line) => formatUtc(line.to_at) },
                {
                  id: 'amount',
                  title: 'Before tax',
                  right: true,
                  cell: (line) => <Money minor={line.amount_minor} currency={view.currency} />,
                },
                {
                  id: 'tax',
                  title: 'Tax',
                  right: true,
                  cell: (line) => <Money minor={line.tax_minor} currency={view.currency} />,
                },
              ]}
            />
            <InvoiceAdjustments invoice={view} />
            <h2>Payments</h2>
            {view.payments.length === 0 ? (
              <EmptyState>Not charged yet.</EmptyState>
            ) : (
              <DataTable
                label="Payments"
                rows={view.payments}
                rowKey={(payment) => String(payment.n)}
                columns={[
                  { id: 'n', title: 'Try', cell: (payment) => payment.n },
                  {
                    id: 'state',
                    title: 'Status',
                    cell: (payment) => <StatusBadge kind="payment" code={payment.state} />,
                  },
                  { id: 'at', title: 'Time', cell: (payment) => <When at={payment.created_at} /> },
                  {
                    id: 'amount',
                    title: 'Amount',
                    right: true,
                    cell: (payment) => <Money minor={payment.amount_minor} currency={view.currency} />,
                  },
                  {
                    id: 'fee',
                    title: 'Platform fee',
                    right: true,
                    cell: (payment) =>
                      payment.fee_minor ? <Money minor={payment.fee_minor} currency={view.currency} /> : '',
                  },
                  {
                    id: 'intent',
                    title: 'Payment',
                    cell: (payment) =>
                      payment.payment_intent_id ? <Id value={payment.payment_intent_id} what="payment" /> : '',
                  },
                  { id: 'problem', title: 'Problem', wrap: true, cell: (payment) => payment.problem ?? '' },
                ]}
              />
            )}
          </>
        )}
      </Resource>
    </Page>
  );
}
