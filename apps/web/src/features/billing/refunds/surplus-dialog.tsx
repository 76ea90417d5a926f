import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import type { InvoiceDetail } from '../../../api/views.js';
import { Dialog } from '../../../components/layout/dialog.js';
import { SendError } from '../../../components/feedback/states.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { WhyNot } from '../../../components/feedback/why-not.js';
import { decimalToMinor, formatMoney, minorToDecimal } from '../../../lib/format.js';

interface Props {
  invoice: InvoiceDetail;
  amountMinor: string;
  onClose: () => void;
}

/** What was paid too much goes back; no author loses anything by it. The amount is typed to confirm it. */
export function SurplusDialog({ invoice, amountMinor, onClose }: Props): ReactNode {
  const toast = useToast();
  const [note, setNote] = useState('');
  const [typed, setTyped] = useState('');
  const refund = useSend('/api/v1/finance/invoices/{id}/surplus-refunds', {
    path: { id: invoice.id },
    onDone: () => {
      toast('The overpayment is being refunded.');
      onClose();
    },
  });
  const minor = decimalToMinor(typed, invoice.currency);
  return (
    <Dialog
      open
      title={`Return ${formatMoney(amountMinor, invoice.currency)} to ${invoice.tenant_name}`}
      onClose={onClose}
    >
      <p>The amount is in suspense, so authors, platform revenue and tax are not affected.</p>
      <TextInput label="Why" value={note} maxLength={500} onChange={(event) => setNote(event.currentTarget.value)} />
      <TextInput
        label={`Type the amount, ${minorToDecimal(amountMinor, invoice.currency)}, to confirm`}
        inputMode="decimal"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <SendError error={refund.error} />
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <WhyNot
          reason={
            note.trim().length < 3
              ? 'Enter a reason.'
              : minor === amountMinor
                ? null
                : 'Type the amount exactly as shown.'
          }
        >
          {(described) => (
            <Button
              {...described}
              loading={refund.isPending}
              onClick={() => refund.mutate({ note: note.trim(), confirm_minor: amountMinor })}
            >
              Refund overpayment
            </Button>
          )}
        </WhyNot>
      </div>
    </Dialog>
  );
}
