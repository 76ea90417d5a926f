import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSend, type InvoiceDetailView } from '../../../api/hooks.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { DialogButton } from '../../../components/layout/dialog-button.js';
import { controlled } from '../../../lib/use-form.js';
import { texts } from '../texts/collection.js';
import { common } from '../../../text/common.js';

/** For an invoice that the host collects: proposes that it was paid, by the reference of the transfer. */
export const HostPaymentButton = ({ invoice }: { invoice: InvoiceDetailView }) => (
  <DialogButton dialog={<HostPayment invoice={invoice} />}>{texts.hostPayment.propose}</DialogButton>
);

function HostPayment({ invoice }: { invoice: InvoiceDetailView }) {
  const [reference, setReference] = useState('');
  const send = useSend('/api/v1/finance/invoices/{id}/host-payment', {
    path: { id: invoice.id },
    toast: common.toastProposed,
  });
  const given = reference.trim();
  return (
    <ReasonDialog
      title={texts.hostPayment.title(invoice.number)}
      effect={
        <div className="stack stack-8">
          <p>{texts.hostPayment.effect}</p>
          <TextInput label={texts.hostPayment.reference} required {...controlled(reference, setReference)} />
        </div>
      }
      readBy={common.forTheSecondPerson}
      confirm={common.propose}
      whyNot={given.length < 3 ? texts.hostPayment.needsReference : null}
      send={send}
      onConfirm={({ text }) => send.mutate({ reference: given, reason: text })}
    />
  );
}
