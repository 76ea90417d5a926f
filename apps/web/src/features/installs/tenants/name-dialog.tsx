import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ApiError } from '../../../api/errors.js';
import { SendError } from '../../../components/feedback/states.js';
import { ActionButton } from '../../../components/feedback/why-not.js';
import { Dialog, DialogActions } from '../../../components/layout/dialog.js';
import { keepFocus } from '../../../lib/keep-focus.js';
import { controlled } from '../../../lib/use-form.js';
import { texts as areaTexts } from '../texts/tenants.js';

const texts = areaTexts.nameDialog;

interface NameDialogProps {
  title: string;
  initial?: string;
  /** Also asks for the host's own id, which never changes. */
  withId?: boolean;
  /** Also asks for a currency. */
  withCurrency?: boolean;
  send: { error: ApiError | null; isPending: boolean };
  onSave: (given: { name: string; external_id: string; currency?: string }) => void;
  onClose: () => void;
}

/** Asks for the name of a tenant or a venture. */
export function NameDialog({
  title,
  initial = '',
  withId = false,
  withCurrency = false,
  send,
  onSave,
  onClose,
}: NameDialogProps): ReactNode {
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
    <Dialog open title={title} onClose={onClose}>
      <SendError error={send.error} rest={send.error?.details.map((detail) => detail.message).join(' ')} />
      <TextInput label={texts.name} maxLength={200} {...controlled(name, setName)} />
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
      <DialogActions onCancel={onClose}>
        <ActionButton
          whyNot={isMissing ? (withId ? texts.whyNot.nameAndId : texts.whyNot.name) : null}
          loading={send.isPending}
          onMouseDown={keepFocus}
          onClick={save}
        >
          {texts.save}
        </ActionButton>
      </DialogActions>
    </Dialog>
  );
}
