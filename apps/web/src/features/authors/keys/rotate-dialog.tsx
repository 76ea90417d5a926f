import { Checkbox, Radio, TextInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useSend } from '../../../api/hooks.js';
import { Alert } from '../../../components/feedback/feedback.js';
import { formatUtc } from '../../../lib/format.js';
import { serverNowMs } from '../../../lib/server-time.js';
import { controlled, ticked } from '../../../lib/use-form.js';
import type { RotateProps } from './owned-keys.js';
import { texts } from '../texts/keys.js';
import { SendDialog } from '../../../components/forms/send-dialog.js';
import { common } from '../../../text/common.js';
import { MIN_REASON, saysTooLittle } from '../../../components/forms/min-reason.js';

const OVERLAP_MS = 86_400_000;
const LEAKED_WORD = 'leaked';

/** Overlap of 24 hours, or "leaked": the old secret ends at once, after typing the word. */
export function RotateDialog({ driveId, overlap, onRotated, ...props }: RotateProps & { driveId: string }) {
  const [mode, setMode] = useState(props.mode);
  const [force, setForce] = useState(false);
  const [reason, setReason] = useState('');
  const [word, setWord] = useState('');
  const rotate = useSend('/api/v1/author/drives/{driveId}/keys/rotate', {
    path: { driveId },
    onDone: onRotated,
  });
  const unconfirmed =
    mode === 'leaked'
      ? word.trim().toLowerCase() === LEAKED_WORD
        ? null
        : texts.rotateDialog.typeToConfirm(LEAKED_WORD)
      : !overlap || force
        ? null
        : texts.rotateDialog.overlapNotConfirmed;
  const missing = unconfirmed ?? (saysTooLittle(reason) ? texts.rotateDialog.reasonTooShort(MIN_REASON) : null);
  return (
    <SendDialog
      title={common.rotateSecret}
      send={rotate}
      confirm={mode === 'leaked' ? texts.rotateDialog.createAndEnd : common.createANewSecret}
      whyNot={missing}
      danger={mode === 'leaked'}
      onConfirm={() => rotate.mutate({ mode, force: mode === 'overlap' && force, reason: reason.trim() })}
    >
      <Radio.Group
        label={texts.rotateDialog.currentSecretLabel}
        value={mode}
        onChange={(value) => setMode(value === 'leaked' ? 'leaked' : 'overlap')}
      >
        <div className="stack stack-8">
          <Radio value="overlap" label={texts.rotateDialog.overlap} />
          <Radio value="leaked" label={texts.rotateDialog.leakedEndsNow} />
        </div>
      </Radio.Group>
      <ul className="prose">
        <li>{texts.rotateDialog.effect}</li>
        {mode === 'overlap' ? (
          <li>{texts.rotateDialog.overlapEffect(formatUtc(new Date(serverNowMs() + OVERLAP_MS)))}</li>
        ) : (
          <li>{texts.rotateDialog.leakEffect}</li>
        )}
      </ul>
      {mode === 'overlap' && overlap ? (
        <>
          <Alert tone="warn">{texts.rotateDialog.notice}</Alert>
          <Checkbox label={texts.rotateDialog.endOldestSecret} {...ticked(force, setForce)} />
        </>
      ) : null}
      {mode === 'leaked' ? (
        <TextInput label={texts.rotateDialog.typeToConfirmLabel(LEAKED_WORD)} {...controlled(word, setWord)} />
      ) : null}
      <Textarea
        label={common.reason}
        description={texts.rotateDialog.reasonHelp(MIN_REASON)}
        rows={3}
        {...controlled(reason, setReason)}
      />
    </SendDialog>
  );
}
