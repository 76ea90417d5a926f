import { NativeSelect, Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { controlled } from '../../lib/use-form.js';
import { SendDialog, type Sent } from './send-dialog.js';
import { texts } from '../texts/forms.js';
import { common } from '../../text/common.js';
import { MIN_REASON, saysTooLittle } from './min-reason.js';

export interface ReasonDialogProps {
  title: string;
  /** What will happen, in at most three lines. */
  effect: ReactNode;
  /** Who reads the reason: "Sent to the author." */
  readBy: string;
  /** Codes and names of the catalogue of reasons, where there is one. */
  reasons?: readonly { value: string; label: string }[];
  templates?: readonly string[];
  /** What the fields begin with. */
  first?: { code?: string | undefined; text: string } | undefined;
  /** The words may be left out. */
  optional?: boolean;
  confirm: string;
  /** Label of the button that leaves it, where “Cancel” is the dialog's action. */
  dismiss?: string;
  /** Why it cannot be confirmed; null: it can. */
  whyNot?: string | null;
  danger?: boolean;
  send: Sent;
  onClose?: () => void;
  onConfirm: (input: { code: string; text: string }) => void;
}

/** A decision with a reason of at least 20 characters, unless it may be left out; the button names the effect. */
export function ReasonDialog(props: ReasonDialogProps) {
  const [code, setCode] = useState(props.first?.code ?? props.reasons?.[0]?.value ?? '');
  const [text, setText] = useState(props.first?.text ?? '');
  const [touched, setTouched] = useState(false);
  const tooShort = saysTooLittle(text) && !(props.optional && text.trim() === '');
  const confirm = (): void => {
    setTouched(true);
    if (!tooShort) props.onConfirm({ code, text: text.trim() });
  };
  return (
    <SendDialog
      title={props.title}
      send={props.send}
      confirm={props.confirm}
      cancel={props.dismiss}
      whyNot={props.whyNot}
      danger={props.danger}
      onClose={props.onClose}
      onConfirm={confirm}
    >
      <div>{props.effect}</div>
      {props.reasons ? (
        <NativeSelect label={common.reason} data={[...props.reasons]} {...controlled(code, setCode)} />
      ) : null}
      {props.templates && props.templates.length > 0 ? (
        <NativeSelect
          label={texts.reasonDialog.startTemplateOptionalLabel}
          data={[
            { value: '', label: texts.reasonDialog.options.any },
            ...props.templates.map((template) => ({ value: template, label: template })),
          ]}
          value=""
          onChange={(event) => setText(event.currentTarget.value)}
        />
      ) : null}
      <Textarea
        label={common.inYourWords}
        description={texts.reasonDialog.inYourWordsHelp(props.readBy, MIN_REASON, Boolean(props.optional))}
        {...controlled(text, setText)}
        minRows={3}
        autosize={false}
        rows={4}
        required={!props.optional}
        onBlur={() => setTouched(true)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.ctrlKey && !props.whyNot && !props.send.isPending) confirm();
        }}
        error={touched && tooShort ? texts.reasonDialog.inYourWordsError(MIN_REASON) : undefined}
      />
    </SendDialog>
  );
}
