import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import type { InvoiceDetail } from '../../../api/views.js';
import { Dialog } from '../../../components/layout/dialog.js';
import { SendError } from '../../../components/feedback/states.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { WhyNot } from '../../../components/feedback/why-not.js';
import { REASONS, useScope, type Reason } from './scope-fields.js';

/** Cancels an invoice that is not paid, or a part of it, by a credit note. */
export function CancelDialog({ invoice, onClose }: { invoice: InvoiceDetail; onClose: () => void }): ReactNode {
  const toast = useToast();
  const { scope, fields } = useScope(invoice);
  const [reason, setReason] = useState<Reason>('billing_error');
  const [note, setNote] = useState('');
  const cancel = useSend('/api/v1/finance/invoices/{id}/credit-notes', {
    path: { id: invoice.id },
    onDone: () => {
      toast('Credit note issued.');
      onClose();
    },
  });
  return (
    <Dialog open title={`Cancel invoice ${invoice.number}`} onClose={onClose}>
      <p>
        The invoice stays unchanged. A credit note reduces it by the amount you choose. This cannot be undone. The
        remaining amount is charged.
      </p>
      {fields}
      <NativeSelect
        label="Reason"
        value={reason}
        data={[...REASONS]}
        onChange={(event) => setReason(event.currentTarget.value as Reason)}
      />
      <TextInput
        label="Reason (printed on the credit note)"
        value={note}
        maxLength={500}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <SendError error={cancel.error} />
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          Keep it
        </Button>
        <WhyNot
          reason={
            scope === undefined
              ? 'Enter the amount to cancel.'
              : note.trim().length < 3
                ? 'Enter the reason for the credit note.'
                : null
          }
        >
          {(described) => (
            <Button
              color="red"
              {...described}
              loading={cancel.isPending}
              onClick={() => {
                if (scope) cancel.mutate({ ...scope, reason, note: note.trim() });
              }}
            >
              Issue credit note
            </Button>
          )}
        </WhyNot>
      </div>
    </Dialog>
  );
}
