import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { controlled } from '../../../lib/use-form.js';
import { texts as areaTexts } from '../texts/tenants.js';
import { SendDialog, type Sent } from '../../../components/forms/send-dialog.js';
import { common } from '../../../text/common.js';

const texts = areaTexts.nameDialog;

interface NameDialogProps {
  title: string;
  initial?: string;
  /** Also asks for the host's own id, which never changes. */
  withId?: boolean;
  /** Also asks for a currency. */
  withCurrency?: boolean;
  send: Sent;
  onSave: (given: { name: string; external_id: string; currency?: string }) => void;
}

/** Asks for the name of a tenant or a venture. */
export function NameDialog({
  title,
  initial = '',
  withId = false,
  withCurrency = false,
  send,
  onSave,
}: NameDialogProps) {
  const [name, setName] = useState(initial);
  const [id, setId] = useState('');
  const [currency, setCurrency] = useState('');
  const isMissing = name.trim() === '' || (withId && id.trim() === '');
  const save = (): void =>
    onSave({
      name: name.trim(),
      external_id: id.trim(),
      ...(currency.trim() === '' ? {} : { currency: currency.trim() }),
    });
  return (
    <SendDialog
      title={title}
      send={send}
      rest={send.error?.details.map((detail) => detail.message).join(' ')}
      confirm={common.save}
      whyNot={isMissing ? (withId ? texts.whyNot.nameAndId : texts.whyNot.name) : null}
      onConfirm={save}
    >
      <TextInput label={common.name} maxLength={200} {...controlled(name, setName)} />
      {withId ? (
        <TextInput label={texts.id} description={texts.idHelp} maxLength={100} {...controlled(id, setId)} />
      ) : null}
      {withCurrency ? (
        <TextInput
          label={texts.currency}
          description={texts.currencyHelp}
          maxLength={3}
          {...controlled(currency, setCurrency)}
        />
      ) : null}
    </SendDialog>
  );
}
