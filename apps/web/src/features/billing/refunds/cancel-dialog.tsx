import { NativeSelect, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import type { InvoiceDetail } from '../../../api/views.js';
import { Dialog, DialogActions } from '../../../components/layout/dialog.js';
import { SendError } from '../../../components/feedback/states.js';
import { ActionButton } from '../../../components/feedback/why-not.js';
import { REASONS, useScope, type Reason } from './scope-fields.js';
import { texts } from '../texts/refunds.js';
import { controlled } from '../../../lib/use-form.js';

/** Cancels an invoice that is not paid, or a part of it, by a credit note. */
export function CancelDialog({ invoice, onClose }: { invoice: InvoiceDetail; onClose: () => void }): ReactNode {
  const { scope, fields } = useScope(invoice);
  const [reason, setReason] = useState<Reason>('billing_error');
  const [note, setNote] = useState('');
  const cancel = useSend('/api/v1/finance/invoices/{id}/credit-notes', {
    path: { id: invoice.id },
    toast: texts.cancelDialog.toast,
    onDone: onClose,
  });
  return (
    <Dialog open title={texts.cancelDialog.dialogTitle(invoice.number)} onClose={onClose}>
      <p>{texts.cancelDialog.explanation}</p>
      {fields}
      <NativeSelect
        label={texts.cancelDialog.reasonLabel}
        value={reason}
        data={[...REASONS]}
        onChange={(event) => setReason(event.currentTarget.value as Reason)}
      />
      <TextInput label={texts.cancelDialog.noteLabel} {...controlled(note, setNote)} maxLength={500} />
      <SendError error={cancel.error} />
      <DialogActions onCancel={onClose} cancel={texts.cancelDialog.keepIt}>
        <ActionButton
          whyNot={
            scope === undefined
              ? texts.cancelDialog.whyNot.amountMissing
              : note.trim().length < 3
                ? texts.cancelDialog.whyNot.reasonMissing
                : null
          }
          color="red"
          loading={cancel.isPending}
          onClick={() => {
            if (scope) cancel.mutate({ ...scope, reason, note: note.trim() });
          }}
        >
          {texts.cancelDialog.issueCreditNote}
        </ActionButton>
      </DialogActions>
    </Dialog>
  );
}
