import { NativeSelect, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import type { InvoiceDetailView } from '../../../api/schema.js';
import { REASONS, useScope, type Reason } from './scope-fields.js';
import { texts } from '../texts/refunds.js';
import { controlled } from '../../../lib/use-form.js';
import { SendDialog } from '../../../components/forms/send-dialog.js';
import { common } from '../../../text/common.js';

/** Cancels an invoice that is not paid, or a part of it, by a credit note. */
export function CancelDialog({ invoice, onClose }: { invoice: InvoiceDetailView; onClose: () => void }): ReactNode {
  const { scope, fields } = useScope(invoice);
  const [reason, setReason] = useState<Reason>('billing_error');
  const [note, setNote] = useState('');
  const cancel = useSend('/api/v1/finance/invoices/{id}/credit-notes', {
    path: { id: invoice.id },
    toast: texts.cancelDialog.toast,
    onDone: onClose,
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
          : note.trim().length < 3
            ? texts.cancelDialog.whyNot.reasonMissing
            : null
      }
      danger
      onClose={onClose}
      onConfirm={() => {
        if (scope) cancel.mutate({ ...scope, reason, note: note.trim() });
      }}
    >
      <p>{texts.cancelDialog.explanation}</p>
      {fields}
      <NativeSelect label={common.reason} {...controlled(reason, setReason)} data={[...REASONS]} />
      <TextInput label={texts.cancelDialog.noteLabel} {...controlled(note, setNote)} maxLength={500} />
    </SendDialog>
  );
}
