import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import type { InvoiceDetailView } from '../../../api/schema.js';
import { decimalToMinor, formatMoney, minorToDecimal } from '../../../lib/format.js';
import { controlled } from '../../../lib/use-form.js';
import { texts } from '../texts/refunds.js';
import { SendDialog } from '../../../components/forms/send-dialog.js';
import { common } from '../../../text/common.js';

interface Props {
  invoice: InvoiceDetailView;
  amountMinor: string;
  onClose: () => void;
}

/** Refunds a surplus; no author loses anything by it. The amount is typed to confirm it. */
export function SurplusDialog({ invoice, amountMinor, onClose }: Props): ReactNode {
  const [note, setNote] = useState('');
  const [typed, setTyped] = useState('');
  const refund = useSend('/api/v1/finance/invoices/{id}/surplus-refunds', {
    path: { id: invoice.id },
    toast: texts.surplusDialog.toast,
    onDone: onClose,
  });
  const minor = decimalToMinor(typed, invoice.currency);
  return (
    <SendDialog
      title={texts.surplusDialog.dialogTitle(formatMoney(amountMinor, invoice.currency), invoice.tenant_name)}
      send={refund}
      confirm={common.refundOverpayment}
      whyNot={
        note.trim().length < 3
          ? texts.surplusDialog.enterAReason
          : minor === amountMinor
            ? null
            : texts.surplusDialog.whyNot.amountDiffers
      }
      onClose={onClose}
      onConfirm={() => refund.mutate({ note: note.trim(), confirm_minor: amountMinor })}
    >
      <p>{texts.surplusDialog.explanation}</p>
      <TextInput label={common.whyLabel} {...controlled(note, setNote)} maxLength={500} />
      <TextInput
        label={texts.surplusDialog.amountLabel(minorToDecimal(amountMinor, invoice.currency))}
        inputMode="decimal"
        {...controlled(typed, setTyped)}
      />
    </SendDialog>
  );
}
