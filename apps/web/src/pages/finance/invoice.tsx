import type { ReactNode } from 'react';
import { useGet } from '../../api/hooks.js';
import type { InvoiceDetail } from '../../api/views.js';
import { Id } from '../../components/copy.js';
import { DataTable } from '../../components/data-table.js';
import { Money } from '../../components/money.js';
import { Card, Facts, Page } from '../../components/page.js';
import { Resource } from '../../components/resource.js';
import { StatusBadge } from '../../components/status-badge.js';
import { When } from '../../components/when.js';
import { WhoActs } from '../../components/who-acts.js';
import { formatMonth, formatUtc } from '../../lib/format.js';
import { useParam } from '../../lib/url-state.js';

/** One invoice: a line for each stretch of an install within the month. */
export function InvoicePage(): ReactNode {
  const id = useParam('id');
  const invoice = useGet<InvoiceDetail>('/api/v1/finance/invoices/{id}', { path: { id } }, { refreshMs: 10_000 });
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
                  ['Total', <Money key="t" minor={view.total_minor} currency={view.currency} />],
                  ['Issued', <When key="i" at={view.issued_at} />],
                  ['Paid', <When key="p" at={view.paid_at} />],
                ]}
              />
            </Card>
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
                  title: 'Amount',
                  right: true,
                  cell: (line) => <Money minor={line.amount_minor} currency={view.currency} />,
                },
              ]}
            />
          </>
        )}
      </Resource>
    </Page>
  );
}
