import { useGet, useList, useSend } from '../../../api/hooks.js';
import { CardEntry } from './card-entry.js';
import { MemberMay } from '../../../components/feedback/member-may.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { Money } from '../../../components/values/values.js';
import { Card, Page } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { SendError, StatusBadge, ToneBadge } from '../../../components/feedback/feedback.js';
import { formatMonth } from '../../../lib/format.js';
import { useSandbox } from '../../../shell/sandbox/sandbox.js';
import { TestCard } from './test-card.js';
import { texts } from '../texts/invoicing.js';
import { common } from '../../../text/common.js';
import { PostButton } from '../../../components/forms/post-button.js';

/** Listing fees of an author who bills customers, and the card for amounts that the earnings do not cover. */
export function ListingFeesPage() {
  const fees = useList('/api/v1/author/listing-fees');
  return (
    <Page title={common.listingFees}>
      <p>{texts.listingFees.explanation}</p>
      <PayerCard />
      <ListTable
        label={common.listingFees}
        list={fees}
        empty={texts.listingFees.empty}
        titles={texts.listingFees.columns}
        columns={[
          { id: 'month', cell: (row) => formatMonth(row.month) },
          { id: 'listing', cell: (row) => row.listing_name },
          { id: 'fee', right: true, cell: (row) => <Money minor={row.amount_minor} currency={row.currency} /> },
          { id: 'tax', right: true, cell: (row) => <Money minor={row.tax_minor} currency={row.currency} /> },
          { id: 'netted', right: true, cell: (row) => <Money minor={row.netted_minor} currency={row.currency} /> },
          {
            id: 'invoice',
            cell: ({ invoice_id: id, invoice_number: number }) =>
              id ? <a href={`/api/v1/author/invoices/${id}/pdf`}>{number}</a> : '',
          },
          {
            id: 'state',
            cell: (row) =>
              row.invoice_state ? <StatusBadge kind="invoice" code={row.invoice_state} /> : texts.listingFees.settled,
          },
          {
            id: 'act',
            cell: (row) =>
              row.invoice_id && row.invoice_state === 'past_due' ? <Pay invoiceId={row.invoice_id} /> : '',
          },
        ]}
      />
    </Page>
  );
}

function Pay({ invoiceId }: { invoiceId: string }) {
  return (
    <MemberMay do="manage_money">
      <PostButton to="/api/v1/author/invoices/{id}/pay" options={{ path: { id: invoiceId } }} body={{}}>
        {texts.listingFees.payNow}
      </PostButton>
    </MemberMay>
  );
}

function PayerCard() {
  const method = useGet('/api/v1/author/payment-method');
  const sandbox = useSandbox();
  const save = useSend('/api/v1/author/payment-method');
  const open = useSend('/api/v1/author/payment-method/page', { onDone: ({ url }) => location.assign(url) });
  const finish = useSend('/api/v1/author/payment-method/finish', {
    toast: texts.listingFees.payerCardToast,
  });
  return (
    <Card title={texts.listingFees.payerCardTitle}>
      <Resource of={method} what={texts.listingFees.names.card} lines={1}>
        {(view) => (
          <div className="row">
            <ToneBadge tone={view.ready ? 'ok' : 'neutral'}>{view.ready ? common.ready : common.noneTitle}</ToneBadge>
            {view.last4 ? (
              <span>
                {view.brand} •••• {view.last4}
              </span>
            ) : null}
          </div>
        )}
      </Resource>
      <MemberMay do="manage_money">
        <CardEntry open={open} finish={finish} ready={method.data?.ready ?? false} />
        {sandbox ? <TestCard save={save} /> : null}
      </MemberMay>
      <SendError error={save.error} />
    </Card>
  );
}
