import type { ReactNode } from 'react';
import { useGet, type InvoiceDetailView, type InvoiceTaxView, type SellerView } from '../../../api/hooks.js';
import { ApprovalList } from '../../../components/review/approval-list.js';
import { CreditNotesTable, RefundsTable } from '../../../components/finance/adjustment-tables.js';
import { Id, Money, When } from '../../../components/values/values.js';
import { ExportButton } from '../../../components/tables/export-button.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Card, Facts } from '../../../components/layout/page.js';
import { Resource, ResourcePage } from '../../../components/feedback/resource.js';
import { StatusBadge, WhoActs } from '../../../components/feedback/feedback.js';
import { formatMonth, formatUtc, humanize } from '../../../lib/format.js';
import { ReasonButton } from '../../../components/forms/post-button.js';
import { useParam } from '../../../lib/url-state.js';
import { InvoiceAdjustments } from '../refunds/invoice-adjustments.js';
import { HostPaymentButton } from '../collection/host-payment.js';
import { WriteOffTenant } from '../collection/write-off-tenant.js';
import { labels } from '../../../text/labels.js';
import { texts as collectionTexts } from '../texts/collection.js';
import { texts } from '../texts/invoicing.js';
import { common } from '../../../text/common.js';
import { countryName } from '../../../lib/countries.js';

const collection = collectionTexts.proposeWriteOff;

/** States in which an invoice may be, or was, given up. */
const WRITTEN_OFF: readonly string[] = ['past_due', 'below_minimum', 'uncollectible'];

const UNPAID: readonly string[] = ['open', 'past_due', 'uncollectible'];

/** Why the invoice bears the tax that it bears. */
function taxText(tax: InvoiceTaxView): string {
  if (tax.reverse_charge) return texts.invoice.reverseCharge(tax.tax_id ?? '');
  const rate = tax.percentage === null ? '' : `${tax.percentage} % ${tax.name ?? ''} `;
  return `${rate}${tax.country ?? ''}${tax.region ? `-${tax.region}` : ''}`.trim() || humanize(tax.reason);
}

/** One invoice as finance sees it: with its payments, and what can be given back or up. */
export const InvoicePage = () => (
  <Invoice
    api="/api/v1/finance/invoices/{id}"
    drive={labels.drive}
    more={(view) => (
      <>
        {view.state === 'past_due' || view.state === 'below_minimum' ? (
          <div className="row">
            <ReasonButton
              to="/api/v1/finance/invoices/{id}/write-off"
              options={{ path: { id: view.id }, toast: common.toastProposed }}
              title={collection.dialogTitle(view.number)}
              effect={collection.effect}
              readBy={common.forTheSecondPerson}
              confirm={common.propose}
              danger
            >
              {collection.proposeWriteOff}
            </ReasonButton>
            {view.kind === 'installs' ? <WriteOffTenant tenantId={view.tenant_id} name={view.tenant_name} /> : null}
          </div>
        ) : null}
        {view.collected_by === 'host' && UNPAID.includes(view.state) ? <HostPaymentButton invoice={view} /> : null}
        {WRITTEN_OFF.includes(view.state) ? (
          <ApprovalList
            kind="write_off"
            subject_id={view.id}
            label={common.writeOffs}
            empty={texts.invoice.noWriteOff}
          />
        ) : null}
        <InvoiceAdjustments invoice={view} />
        <Payments of={view} />
      </>
    )}
  />
);

/** The same as its tenant sees it: the lines, cancellations and refunds. */
export const TenantInvoicePage = () => (
  <Invoice
    api="/api/v1/operator/invoices/{id}"
    drive={labels.plugin}
    more={({ id }) => <TenantAdjustments id={id} />}
  />
);

interface InvoiceProps {
  api: '/api/v1/finance/invoices/{id}' | '/api/v1/operator/invoices/{id}';
  /** What its reader calls a Drive. */
  drive: string;
  /** Below the lines. */
  more: (invoice: InvoiceDetailView) => ReactNode;
}

/** A line for each stretch of an install within the month. */
function Invoice({ api, drive, more }: InvoiceProps) {
  const id = useParam('id');
  const invoice = useGet(api, { path: { id } }, { refreshMs: 10_000 });
  return (
    <ResourcePage
      of={invoice}
      title={invoice.data ? texts.invoice.title(invoice.data.number) : common.invoice}
      badges={invoice.data ? <StatusBadge kind="invoice" code={invoice.data.state} /> : null}
      actions={<ExportButton href={`${api.replace('{id}', id)}/pdf`}>{common.pdf}</ExportButton>}
    >
      {(view) => (
        <>
          <WhoActs kind="invoice" code={view.state} />
          <Card>
            <Facts
              titles={texts.invoice.facts}
              items={{
                id: <Id value={view.id} />,
                [view.kind === 'installs' ? 'tenant' : 'author']: view.tenant_name,
                month: formatMonth(view.month),
                seller: view.issued_at === null ? null : sellerText(view.seller),
                total: <Money minor={view.total_minor} currency={view.currency} />,
                issued: <When at={view.issued_at} />,
                paymentFailure: view.last_problem ? humanize(view.last_problem) : null,
                tax: view.tax_minor === '0' ? null : <Money minor={view.tax_minor} currency={view.currency} />,
                taxRule: view.tax ? taxText(view.tax) : null,
                pluginsSuspendedSince:
                  view.suspend_at && view.state === 'past_due' ? <When at={view.suspend_at} /> : null,
                next: view.next_retry_at ? <When at={view.next_retry_at} /> : null,
                paid: <When at={view.paid_at} />,
                collectedBy: view.collected_by === 'host' ? texts.invoice.theHost : null,
                reference: view.host_reference,
              }}
            />
          </Card>
          <h2>{common.lines}</h2>
          <DataTable
            label={common.lines}
            rows={view.lines}
            empty={texts.invoice.feesOnly}
            titles={{ ...texts.invoice.columns, drive }}
            columns={[
              { id: 'drive', cell: (line) => line.drive_name },
              { id: 'venture', cell: (line) => line.venture_name },
              { id: 'what', cell: (line) => line.text },
              { id: 'from', cell: (line) => formatUtc(line.from_at) },
              { id: 'to', cell: (line) => formatUtc(line.to_at) },
              { id: 'beforeTax', right: true, cell: (line) => amount(view, line.amount_minor) },
              { id: 'tax', right: true, cell: (line) => <Money minor={line.tax_minor} currency={view.currency} /> },
            ]}
          />
          {more(view)}
        </>
      )}
    </ResourcePage>
  );
}

const nonZero = (minor: string, currency: string) =>
  minor === '0' ? null : <Money minor={minor} currency={currency} />;

const amount = ({ currency }: InvoiceDetailView, minor: string) => <Money minor={minor} currency={currency} />;

function Payments({ of: view }: { of: InvoiceDetailView }) {
  return (
    <>
      <h2>{common.payments}</h2>
      <DataTable
        label={common.payments}
        rows={view.payments}
        empty={view.host_reference ? texts.invoice.paidByHost : texts.invoice.empty[view.collected_by]}
        rowKey={(payment) => String(payment.n)}
        titles={texts.invoice.columns}
        columns={[
          { id: 'n', cell: (payment) => payment.n },
          { id: 'state', cell: (payment) => <StatusBadge kind="payment" code={payment.state} /> },
          { id: 'at', cell: (payment) => <When at={payment.created_at} /> },
          { id: 'amount', right: true, cell: (payment) => amount(view, payment.amount_minor) },
          {
            id: 'intent',
            cell: (payment) =>
              payment.payment_intent_id ? (
                <Id value={payment.payment_intent_id} what={texts.invoice.names.payment} />
              ) : (
                ''
              ),
          },
          { id: 'problem', cell: (payment) => payment.problem ?? '' },
        ]}
      />
    </>
  );
}

function TenantAdjustments({ id }: { id: string }) {
  const path = { id };
  const adjustments = useGet('/api/v1/operator/invoices/{id}/adjustments', { path }, { refreshMs: 15_000 });
  return (
    <>
      <h2>{common.refundedAndCredited}</h2>
      <Resource of={adjustments} what={common.refundsAndCredits} lines={2}>
        {(back) => (
          <>
            <Card>
              <Facts
                titles={texts.invoice.facts}
                items={{
                  toPay: <Money minor={back.open_minor} currency={back.currency} />,
                  carriedIn: nonZero(back.carried_in_minor, back.currency),
                  carriedOut: nonZero(back.carried_out_minor, back.currency),
                  notDue: nonZero(back.not_due_minor, back.currency),
                  cancelled: <Money minor={back.credited_minor} currency={back.currency} />,
                  paidBack: <Money minor={back.refunded_minor} currency={back.currency} />,
                }}
              />
            </Card>
            {back.refunds.length > 0 ? <RefundsTable rows={back.refunds} /> : null}
            {back.credit_notes.length > 0 ? <CreditNotesTable rows={back.credit_notes} role="operator" /> : null}
          </>
        )}
      </Resource>
    </>
  );
}

/** The operator as an invoice names it; with a note when nobody has decided it. */
function sellerText(seller: SellerView | null): string {
  if (seller === null) return texts.seller.notSet;
  const { legal_name, address, country, tax_id } = seller;
  return [
    legal_name,
    ...address.split('\n'),
    countryName(country),
    tax_id === null ? texts.seller.noTaxNumber : texts.seller.taxNumber(tax_id),
  ].join(', ');
}
