import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { useGet } from '../../../api/hooks.js';
import type { InvoiceDetailView } from '../../../api/schema.js';
import { CreditNotesTable, RefundsTable } from '../../../components/finance/adjustment-tables.js';
import { Money } from '../../../components/values/values.js';
import { Card, NamedFacts } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { StatusBadge } from '../../../components/feedback/feedback.js';
import { CancelDialog } from './cancel-dialog.js';
import { RefundDialog } from './refund-dialog.js';
import { SurplusDialog } from './surplus-dialog.js';
import { texts } from '../texts/refunds.js';
import { common } from '../../../text/common.js';
import { labels } from '../../../text/labels.js';
import { DialogButton } from '../../../components/layout/dialog-button.js';

/** Refunds and credit notes of an invoice, and the two ways to make another: before it is paid and after. */
export function InvoiceAdjustments({ invoice }: { invoice: InvoiceDetailView }): ReactNode {
  const path = { id: invoice.id };
  const adjustments = useGet('/api/v1/finance/invoices/{id}/adjustments', { path }, { refreshMs: 5_000 });
  return (
    <Card title={common.refundedAndCredited}>
      <Resource of={adjustments} what={common.refundsAndCredits} lines={2}>
        {(view) => (
          <>
            <NamedFacts
              items={[
                [
                  texts.invoiceAdjustments.facts.amountDue,
                  <Money key="o" minor={view.open_minor} currency={view.currency} />,
                ],
                [labels.cancelled, <Money key="c" minor={view.credited_minor} currency={view.currency} />],
                [
                  texts.invoiceAdjustments.facts.refunded,
                  <Money key="r" minor={view.refunded_minor} currency={view.currency} />,
                ],
                [
                  texts.invoiceAdjustments.facts.canBeRefunded,
                  <Money key="a" minor={view.refundable_minor} currency={view.currency} />,
                ],
                ...view.disputes.map(
                  (dispute) =>
                    [
                      common.dispute,
                      <span key={dispute.id} className="row">
                        <Link to="/finance/disputes/$id" params={{ id: dispute.id }}>
                          {dispute.provider_dispute_id}
                        </Link>
                        <StatusBadge kind="dispute" code={dispute.status} />
                      </span>,
                    ] as const,
                ),
              ]}
            />
            <div className="row">
              {view.refundable_minor === '0' ? null : (
                <DialogButton dialog={(close) => <RefundDialog invoice={invoice} onClose={close} />}>
                  {texts.invoiceAdjustments.refund}
                </DialogButton>
              )}
              {view.surplus_minor === '0' ? null : (
                <DialogButton
                  dialog={(close) => (
                    <SurplusDialog invoice={invoice} amountMinor={view.surplus_minor} onClose={close} />
                  )}
                >
                  {common.refundOverpayment}
                </DialogButton>
              )}
              {view.creditable ? (
                <DialogButton dialog={(close) => <CancelDialog invoice={invoice} onClose={close} />}>
                  {texts.invoiceAdjustments.cancelThisInvoice}
                </DialogButton>
              ) : null}
            </div>
            {view.refunds.length > 0 ? <RefundsTable rows={view.refunds} /> : null}
            {view.credit_notes.length > 0 ? <CreditNotesTable rows={view.credit_notes} /> : null}
          </>
        )}
      </Resource>
    </Card>
  );
}
