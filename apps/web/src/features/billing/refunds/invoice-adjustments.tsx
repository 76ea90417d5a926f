import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useGet, useSend, type InvoiceDetailView } from '../../../api/hooks.js';
import { CreditNotesTable, RefundsTable } from '../../../components/finance/adjustment-tables.js';
import { ApprovalList } from '../../../components/review/approval-list.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Id, Money, When } from '../../../components/values/values.js';
import { Card, NamedFacts } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { Alert, StatusBadge } from '../../../components/feedback/feedback.js';
import { RefundDialog } from './refund-dialog.js';
import { shownStatus } from '../../../components/finance/dispute-status.js';
import { sentOr, texts } from '../texts/refunds.js';
import { common } from '../../../text/common.js';
import { labels } from '../../../text/labels.js';
import { DialogButton } from '../../../components/layout/dialog-button.js';
import { NativeSelect, TextInput } from '@mantine/core';
import { REASONS, useScope, type Reason } from './scope-fields.js';
import { controlled } from '../../../lib/use-form.js';
import { SendDialog } from '../../../components/forms/send-dialog.js';
import { formatMoney, humanize } from '../../../lib/format.js';
import { saysTooLittle } from '../../../components/forms/min-reason.js';

/** Refunds and credit notes of an invoice, and the two ways to make another: before it is paid and after. */
export function InvoiceAdjustments({ invoice }: { invoice: InvoiceDetailView }) {
  const path = { id: invoice.id };
  const adjustments = useGet('/api/v1/finance/invoices/{id}/adjustments', { path }, { refreshMs: 5_000 });
  const money = (minor: string) => <Money minor={minor} currency={invoice.currency} />;
  const some = (minor: string) => (minor === '0' ? null : money(minor));
  return (
    <Card title={common.refundedAndCredited}>
      <Resource of={adjustments} what={common.refundsAndCredits} lines={2}>
        {(view) => (
          <>
            <NamedFacts
              items={[
                [texts.invoiceAdjustments.facts.amountDue, money(view.open_minor)],
                [texts.invoiceAdjustments.facts.carriedIn, some(view.carried_in_minor)],
                [texts.invoiceAdjustments.facts.carriedOut, some(view.carried_out_minor)],
                [texts.invoiceAdjustments.facts.notDue, some(view.not_due_minor)],
                [labels.cancelled, money(view.credited_minor)],
                [texts.invoiceAdjustments.facts.refunded, money(view.refunded_minor)],
                [texts.invoiceAdjustments.facts.canBeRefunded, money(view.refundable_minor)],
                ...view.disputes.map(
                  (dispute) =>
                    [
                      common.dispute,
                      <span key={dispute.id} className="row">
                        <Link to="/finance/disputes/$id" params={{ id: dispute.id }}>
                          {dispute.provider_dispute_id}
                        </Link>
                        <StatusBadge kind="dispute" code={shownStatus(dispute)} />
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
                  dialog={
                    <SurplusDialog
                      invoice={invoice}
                      amountMinor={view.surplus_minor}
                      aloneMinor={view.alone_up_to_minor}
                    />
                  }
                >
                  {common.refundOverpayment}
                </DialogButton>
              )}
              {view.creditable ? (
                <DialogButton dialog={<CancelDialog invoice={invoice} aloneMinor={view.alone_up_to_minor} />}>
                  {texts.invoiceAdjustments.cancelThisInvoice}
                </DialogButton>
              ) : null}
            </div>
            <ApprovalList
              kind="give_back"
              subject_id={invoice.id}
              label={texts.invoiceAdjustments.approvals}
              empty={texts.invoiceAdjustments.noApprovals}
            />
            {view.refunds.length > 0 ? <RefundsTable rows={view.refunds} /> : null}
            {view.credit_notes.length > 0 ? <CreditNotesTable rows={view.credit_notes} role="finance" /> : null}
            {view.settlements.length > 0 ? (
              <DataTable
                label={texts.invoiceAdjustments.settled}
                rows={view.settlements}
                titles={texts.invoiceAdjustments.columns}
                columns={[
                  { id: 'at', cell: (row) => <When at={row.created_at} /> },
                  { id: 'what', cell: (row) => humanize(row.cause) },
                  { id: 'amount', right: true, cell: (row) => money(row.amount_minor) },
                  {
                    id: 'settled',
                    right: true,
                    cell: (row) => <Money minor={row.settled_minor} currency={row.settled_currency} />,
                  },
                  { id: 'rate', right: true, cell: (row) => row.exchange_rate },
                  {
                    id: 'fee',
                    right: true,
                    cell: (row) => <Money minor={row.fee_minor} currency={row.settled_currency} />,
                  },
                  { id: 'transaction', cell: (row) => <Id value={row.id} /> },
                ]}
              />
            ) : null}
          </>
        )}
      </Resource>
    </Card>
  );
}

interface Props {
  invoice: InvoiceDetailView;
  /** What one person may give back now. */
  aloneMinor: string;
}

/** Cancels an invoice that is not paid, or a part of it, by a credit note. */
function CancelDialog({ invoice, aloneMinor }: Props) {
  const { scope, fields } = useScope(invoice);
  const [reason, setReason] = useState<Reason>('billing_error');
  const [note, setNote] = useState('');
  const cancel = useSend('/api/v1/finance/invoices/{id}/credit-notes', {
    path: { id: invoice.id },
    toast: sentOr(texts.cancelDialog.toast),
  });
  return (
    <SendDialog
      title={texts.cancelDialog.dialogTitle(invoice.number)}
      send={cancel}
      confirm={texts.cancelDialog.issueCreditNote}
      cancel={common.keepIt}
      whyNot={
        scope === undefined
          ? texts.cancelDialog.whyNot.amountMissing
          : saysTooLittle(note)
            ? texts.cancelDialog.whyNot.reasonMissing
            : null
      }
      danger
      onConfirm={() => {
        if (scope) cancel.mutate({ ...scope, reason, note: note.trim() });
      }}
    >
      <p>{texts.cancelDialog.explanation}</p>
      <Alert tone="info">{texts.secondPerson.alone(formatMoney(aloneMinor, invoice.currency))}</Alert>
      {fields}
      <NativeSelect label={common.reason} {...controlled(reason, setReason)} data={REASONS} />
      <TextInput label={texts.cancelDialog.noteLabel} {...controlled(note, setNote)} maxLength={500} />
    </SendDialog>
  );
}

/** Refunds a surplus; no author loses anything by it. */
function SurplusDialog({ invoice, amountMinor, aloneMinor }: Props & { amountMinor: string }) {
  const [note, setNote] = useState('');
  const refund = useSend('/api/v1/finance/invoices/{id}/surplus-refunds', {
    path: { id: invoice.id },
    toast: sentOr(texts.surplusDialog.toast),
  });
  return (
    <SendDialog
      title={texts.surplusDialog.dialogTitle(formatMoney(amountMinor, invoice.currency), invoice.tenant_name)}
      send={refund}
      confirm={common.refundOverpayment}
      whyNot={saysTooLittle(note) ? common.reasonTooShort : null}
      onConfirm={() => refund.mutate({ note: note.trim(), confirm_minor: amountMinor })}
    >
      <p>{texts.surplusDialog.explanation}</p>
      <Alert tone="info">{texts.secondPerson.alone(formatMoney(aloneMinor, invoice.currency))}</Alert>
      <TextInput label={common.whyLabel} {...controlled(note, setNote)} maxLength={500} />
    </SendDialog>
  );
}
