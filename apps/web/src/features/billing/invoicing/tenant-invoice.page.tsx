import type { ReactNode } from 'react';
import { useGet } from '../../../api/hooks.js';
import { CreditNotesTable, RefundsTable } from '../../../components/finance/adjustment-tables.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Money } from '../../../components/values/money.js';
import { Card, Facts, Page } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { StatusBadge } from '../../../components/feedback/status-badge.js';
import { When } from '../../../components/values/when.js';
import { WhoActs } from '../../../components/feedback/who-acts.js';
import { formatMonth } from '../../../lib/format.js';
import { sellerText } from './seller.js';
import { useParam } from '../../../lib/url-state.js';
import { texts } from '../texts/invoicing.js';

/** One invoice as its tenant sees it: the lines, cancellations and refunds. */
export function TenantInvoicePage(): ReactNode {
  const id = useParam('id');
  const path = { id };
  const invoice = useGet('/api/v1/operator/invoices/{id}', { path }, { refreshMs: 15_000 });
  const adjustments = useGet('/api/v1/operator/invoices/{id}/adjustments', { path }, { refreshMs: 15_000 });
  return (
    <Page
      title={invoice.data ? texts.tenantInvoice.title(invoice.data.number) : texts.tenantInvoice.invoiceTitle}
      badges={invoice.data ? <StatusBadge kind="invoice" code={invoice.data.state} /> : null}
    >
      <Resource of={invoice} page>
        {(view) => (
          <>
            <WhoActs kind="invoice" code={view.state} />
            <Card>
              <Facts
                titles={texts.tenantInvoice.facts}
                items={{
                  month: formatMonth(view.month),
                  seller: view.issued_at === null ? null : sellerText(view.seller),
                  includingTax: <Money minor={view.tax_minor} currency={view.currency} />,
                  total: <Money minor={view.total_minor} currency={view.currency} />,
                  issued: <When at={view.issued_at} />,
                  paid: <When at={view.paid_at} />,
                }}
              />
            </Card>
            <h2>{texts.tenantInvoice.linesHeading}</h2>
            <DataTable
              label={texts.tenantInvoice.linesHeading}
              rows={view.lines}
              rowKey={(line) => line.id}
              titles={texts.tenantInvoice.columns}
              columns={[
                { id: 'drive', cell: (line) => line.drive_name },
                { id: 'venture', cell: (line) => line.venture_name },
                { id: 'text', wrap: true, cell: (line) => line.text },
                {
                  id: 'amount',
                  right: true,
                  cell: (line) => <Money minor={line.amount_minor} currency={view.currency} />,
                },
                { id: 'tax', right: true, cell: (line) => <Money minor={line.tax_minor} currency={view.currency} /> },
              ]}
            />
            <h2>{texts.tenantInvoice.refundedAndCreditedHeading}</h2>
            <Resource of={adjustments} what={texts.tenantInvoice.names.refundsAndCredits} lines={2}>
              {(back) => (
                <>
                  <Card>
                    <Facts
                      titles={texts.tenantInvoice.facts}
                      items={{
                        toPay: <Money minor={back.open_minor} currency={back.currency} />,
                        cancelled: <Money minor={back.credited_minor} currency={back.currency} />,
                        paidBack: <Money minor={back.refunded_minor} currency={back.currency} />,
                      }}
                    />
                  </Card>
                  {back.refunds.length > 0 ? <RefundsTable rows={back.refunds} /> : null}
                  {back.credit_notes.length > 0 ? <CreditNotesTable rows={back.credit_notes} /> : null}
                </>
              )}
            </Resource>
          </>
        )}
      </Resource>
    </Page>
  );
}
