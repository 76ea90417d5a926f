import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useGet, useList, useSend } from '../../../api/hooks.js';
import { CardEntry } from './card-entry.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { Money } from '../../../components/values/money.js';
import { Card, Page } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { EmptyState, SendError } from '../../../components/feedback/states.js';
import { StatusBadge, ToneBadge } from '../../../components/feedback/status-badge.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { formatMonth } from '../../../lib/format.js';
import { useSandbox } from '../../../shell/sandbox.js';
import { TestCard } from './test-card.js';

/** What an author pays for listings that it bills by itself, and the card for what its earnings do not cover. */
export function ListingFeesPage(): ReactNode {
  const fees = useList('/api/v1/author/listing-fees');
  return (
    <Page title="Listing fees">
      <p>
        If you bill customers yourself, each listing costs a flat monthly fee plus tax. It is deducted from your
        earnings; the rest is charged to your card.
      </p>
      <PayerCard />
      <ListTable
        label="Listing fees"
        list={fees}
        rowKey={(row) => row.id}
        empty={<EmptyState>No fees. Listings we bill for you are free of charge.</EmptyState>}
        columns={[
          { id: 'month', title: 'Month', cell: (row) => formatMonth(row.month) },
          { id: 'listing', title: 'Listing', cell: (row) => row.listing_name },
          {
            id: 'amount',
            title: 'Fee',
            right: true,
            cell: (row) => <Money minor={row.amount_minor} currency={row.currency} />,
          },
          {
            id: 'tax',
            title: 'Tax',
            right: true,
            cell: (row) => <Money minor={row.tax_minor} currency={row.currency} />,
          },
          {
            id: 'netted',
            title: 'From earnings',
            right: true,
            cell: (row) => <Money minor={row.netted_minor} currency={row.currency} />,
          },
          { id: 'invoice', title: 'Invoice', cell: (row) => row.invoice_number ?? '' },
          {
            id: 'state',
            title: 'Status',
            cell: (row) => (row.invoice_state ? <StatusBadge kind="invoice" code={row.invoice_state} /> : 'Settled'),
          },
          {
            id: 'pay',
            title: 'Next step',
            cell: (row) =>
              row.invoice_id && row.invoice_state === 'past_due' ? <Pay invoiceId={row.invoice_id} /> : '',
          },
        ]}
      />
    </Page>
  );
}

function Pay({ invoiceId }: { invoiceId: string }): ReactNode {
  const pay = useSend('/api/v1/author/invoices/{id}/pay', { path: { id: invoiceId } });
  return (
    <>
      <Button variant="default" loading={pay.isPending} onClick={() => pay.mutate({})}>
        Pay now
      </Button>
      <SendError error={pay.error} />
    </>
  );
}

function PayerCard(): ReactNode {
  const method = useGet('/api/v1/author/payment-method');
  const sandbox = useSandbox();
  const save = useSend('/api/v1/author/payment-method');
  const toast = useToast();
  const open = useSend('/api/v1/author/payment-method/page', { onDone: ({ url }) => location.assign(url) });
  const finish = useSend('/api/v1/author/payment-method/finish', { onDone: () => toast('Card saved.') });
  return (
    <Card title="Card">
      <Resource of={method} what="the card" lines={1}>
        {(view) => (
          <div className="row">
            <ToneBadge tone={view.ready ? 'ok' : 'neutral'}>{view.ready ? 'Ready' : 'None'}</ToneBadge>
            {view.last4 ? (
              <span>
                {view.brand} •••• {view.last4}
              </span>
            ) : null}
          </div>
        )}
      </Resource>
      <CardEntry open={open} finish={finish} ready={method.data?.ready ?? false} />
      {sandbox ? <TestCard save={save} /> : null}
      <SendError error={save.error} />
    </Card>
  );
}
