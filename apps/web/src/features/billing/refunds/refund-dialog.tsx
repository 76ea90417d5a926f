import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSend, type InvoiceDetailView, type RefundPreviewView } from '../../../api/hooks.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Dialog, DialogActions } from '../../../components/layout/dialog.js';
import { Money } from '../../../components/values/values.js';
import { Facts } from '../../../components/layout/page.js';
import { ActionButton, Alert, SendError } from '../../../components/feedback/feedback.js';
import { ReversalsTable } from '../../../components/finance/reversals-table.js';
import { formatMoney } from '../../../lib/format.js';
import { controlled } from '../../../lib/use-form.js';
import { REASONS, useScope, type Reason, type Scope } from './scope-fields.js';
import { sentOr, texts } from '../texts/refunds.js';
import { SendDialog } from '../../../components/forms/send-dialog.js';
import { common } from '../../../text/common.js';
import { saysTooLittle } from '../../../components/forms/min-reason.js';

/** A refund in two steps: the amount and each author's loss, then the reason; the button names the amount. */
export function RefundDialog({ invoice, onClose }: { invoice: InvoiceDetailView; onClose: () => void }) {
  const { scope, fields } = useScope(invoice);
  const [previewed, setPreviewed] = useState<{ scope: Scope; preview: RefundPreviewView } | null>(null);
  const preview = useSend('/api/v1/finance/invoices/{id}/refund-preview', { path: { id: invoice.id } });
  if (previewed) {
    return (
      <ConfirmRefund
        invoice={invoice}
        scope={previewed.scope}
        preview={previewed.preview}
        onBack={() => setPreviewed(null)}
        onClose={onClose}
      />
    );
  }
  return (
    <SendDialog
      title={texts.refundDialog.dialogTitle(invoice.number)}
      send={preview}
      confirm={texts.refundDialog.preview}
      whyNot={scope === undefined ? texts.refundDialog.whyNot.amountMissing : null}
      onClose={onClose}
      onConfirm={() => {
        if (scope) preview.mutate(scope, { onSuccess: (data) => setPreviewed({ scope, preview: data }) });
      }}
    >
      {fields}
    </SendDialog>
  );
}

interface ConfirmProps {
  invoice: InvoiceDetailView;
  scope: Scope;
  preview: RefundPreviewView;
  onBack: () => void;
  onClose: () => void;
}

function ConfirmRefund({ invoice, scope, preview, onBack, onClose }: ConfirmProps) {
  const { currency, amount_minor: amount } = preview;
  const [reason, setReason] = useState<Reason>('requested_by_customer');
  const [note, setNote] = useState('');
  const refund = useSend('/api/v1/finance/invoices/{id}/refunds', {
    path: { id: invoice.id },
    toast: sentOr(texts.refundDialog.confirmRefundToast),
    onDone: onClose,
  });
  return (
    <Dialog title={texts.refundDialog.confirmRefundDialogTitle(formatMoney(amount, currency))} onClose={onClose}>
      <Facts
        titles={texts.refundDialog.confirmRefundFacts}
        items={{
          to: invoice.tenant_name,
          fromPlatformRevenue: <Money minor={preview.platform_minor} currency={currency} />,
          tax: <Money minor={preview.tax_minor} currency={currency} />,
          notDue:
            preview.uncharged_minor === '0' ? null : <Money minor={preview.uncharged_minor} currency={currency} />,
        }}
      />
      <DataTable
        label={texts.refundDialog.confirmRefundTableLabel}
        rows={preview.authors}
        rowKey={(row) => row.org_id}
        titles={texts.refundDialog.confirmRefundColumns}
        columns={[
          { id: 'author', cell: (row) => row.name },
          { id: 'loses', right: true, cell: (row) => <Money minor={row.amount_minor} currency={currency} /> },
          { id: 'after', right: true, cell: (row) => <Money minor={row.payable_after_minor} currency={currency} /> },
        ]}
      />
      {preview.needs_second_person ? (
        <Alert tone="info">{texts.secondPerson.needed(formatMoney(preview.alone_up_to_minor, currency))}</Alert>
      ) : null}
      <ReversalsTable lines={preview.lines} currency={currency} />
      <NativeSelect label={common.reason} {...controlled(reason, setReason)} data={REASONS} />
      <TextInput label={texts.cancelDialog.noteLabel} {...controlled(note, setNote)} maxLength={500} />
      <SendError error={refund.error} />
      <DialogActions onCancel={onBack} cancel={common.back}>
        <ActionButton
          whyNot={saysTooLittle(note) ? texts.cancelDialog.whyNot.reasonMissing : null}
          color="red"
          loading={refund.isPending}
          onClick={() => refund.mutate({ ...scope, reason, note: note.trim(), confirm_minor: amount })}
        >
          {texts.refundDialog.confirmRefundDialogTitle(formatMoney(amount, currency))}
        </ActionButton>
      </DialogActions>
    </Dialog>
  );
}
