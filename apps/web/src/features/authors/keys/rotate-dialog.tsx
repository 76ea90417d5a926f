import { Button, Checkbox, Radio, TextInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import type { KeyView } from '../../../api/views.js';
import { Dialog } from '../../../components/layout/dialog.js';
import { Alert, SendError } from '../../../components/feedback/states.js';
import { WhyNot } from '../../../components/feedback/why-not.js';
import { formatUtc } from '../../../lib/format.js';
import { serverNowMs } from '../../../lib/server-time.js';

const OVERLAP_MS = 86_400_000;
const MIN_REASON = 20;
const LEAKED_WORD = 'leaked';

interface RotateDialogProps {
  driveId: string;
  /** The secret that is ending already, if one is. */
  overlap: KeyView | undefined;
  /** The author came to say that the secret leaked. */
  leaked: boolean;
  onClose: () => void;
  onRotated: (secret: string) => void;
}

/** Overlap of 24 hours, or "leaked": the old secret ends at once, after typing the word. */
export function RotateDialog({ driveId, overlap, leaked, onClose, onRotated }: RotateDialogProps): ReactNode {
  const [mode, setMode] = useState<'overlap' | 'leaked'>(leaked ? 'leaked' : 'overlap');
  const [force, setForce] = useState(false);
  const [reason, setReason] = useState('');
  const [word, setWord] = useState('');
  const rotate = useSend('/api/v1/author/drives/{driveId}/keys/rotate', {
    path: { driveId },
    onDone: (issued) => onRotated(issued.secret),
  });
  const unconfirmed =
    mode === 'leaked'
      ? word.trim().toLowerCase() === LEAKED_WORD
        ? null
        : `Type “${LEAKED_WORD}” to confirm.`
      : !overlap || force
        ? null
        : 'An overlap is in progress. Confirm that the oldest secret ends now, or wait until it ends.';
  const missing =
    unconfirmed ?? (reason.trim().length < MIN_REASON ? `Write a reason of at least ${MIN_REASON} characters.` : null);
  return (
    <Dialog open title="Rotate secret" onClose={onClose}>
      <SendError error={rotate.error} />
      <Radio.Group
        label="What happens to the current secret"
        value={mode}
        onChange={(value) => setMode(value === 'leaked' ? 'leaked' : 'overlap')}
      >
        <div className="stack stack-8">
          <Radio value="overlap" label="Overlap: both are accepted for 24 hours" />
          <Radio value="leaked" label="Leaked: it ends now" />
        </div>
      </Radio.Group>
      <ul className="prose">
        <li>A new secret is created and shown once. We sign with it from now on.</li>
        {mode === 'overlap' ? (
          <li>The current secret works until {formatUtc(new Date(serverNowMs() + OVERLAP_MS))}, then it ends.</li>
        ) : (
          <li>Calls fail until your Drive has the new secret.</li>
        )}
      </ul>
      {mode === 'overlap' && overlap ? (
        <>
          <Alert tone="warn">An overlap is already in progress. Rotating again ends the oldest secret now.</Alert>
          <Checkbox
            label="End the oldest secret now"
            checked={force}
            onChange={(event) => setForce(event.currentTarget.checked)}
          />
        </>
      ) : null}
      {mode === 'leaked' ? (
        <TextInput
          label={`Type “${LEAKED_WORD}” to confirm`}
          value={word}
          onChange={(event) => setWord(event.currentTarget.value)}
        />
      ) : null}
      <Textarea
        label="Reason"
        description={`Kept in the rotation history. At least ${MIN_REASON} characters.`}
        rows={3}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <WhyNot reason={missing}>
          {(described) => (
            <Button
              color={mode === 'leaked' ? 'red' : undefined}
              {...described}
              loading={rotate.isPending}
              onClick={() => rotate.mutate({ mode, force: mode === 'overlap' && force, reason: reason.trim() })}
            >
              {mode === 'leaked' ? 'Create a new secret and end the old one' : 'Create a new secret'}
            </Button>
          )}
        </WhyNot>
      </div>
    </Dialog>
  );
}
