import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSend, type DueEvidenceView } from '../../../../api/hooks.js';
import { ReasonButton } from '../../../../components/forms/post-button.js';
import { SendDialog } from '../../../../components/forms/send-dialog.js';
import { DialogButton } from '../../../../components/layout/dialog-button.js';
import { controlled } from '../../../../lib/use-form.js';
import { visible } from '../../../../lib/visible.js';
import { common } from '../../../../text/common.js';
import { texts } from '../../texts/evidence.js';

type Waiting = Pick<DueEvidenceView, 'text'> & { evidence: NonNullable<DueEvidenceView['evidence']> };

/** What a reviewer does with a file that they have read. */
export function EvidenceDecision({ of }: { of: Waiting }) {
  return (
    <div className="row">
      <DialogButton
        size="compact-sm"
        aria-label={texts.decision.acceptTitle(visible(of.text))}
        dialog={<Accept of={of} />}
      >
        {texts.decision.accept}
      </DialogButton>
      <ReasonButton
        size="compact-sm"
        aria-label={texts.decision.rejectTitle(visible(of.text))}
        to="/api/v1/review/evidence/{evidenceId}/reject"
        options={{ path: { evidenceId: of.evidence.id }, toast: texts.decision.rejected }}
        title={texts.decision.rejectTitle(visible(of.text))}
        effect={texts.decision.rejectEffect}
        readBy={texts.decision.readBy}
        confirm={texts.decision.reject}
        danger
      >
        {texts.decision.reject}
      </ReasonButton>
    </div>
  );
}

function Accept({ of: { text, evidence } }: { of: Waiting }) {
  const [until, setUntil] = useState(evidence.valid_until.slice(0, 10));
  const path = { evidenceId: evidence.id };
  const send = useSend('/api/v1/review/evidence/{evidenceId}/accept', { path, toast: texts.decision.accepted });
  return (
    <SendDialog
      title={texts.decision.acceptTitle(visible(text))}
      confirm={texts.decision.accept}
      send={send}
      onConfirm={() => send.mutate({ accepted_until: `${until}T00:00:00Z` })}
    >
      <p>{texts.decision.acceptEffect(evidence.accepted_until !== null)}</p>
      <TextInput label={common.validUntilUtc} type="date" required {...controlled(until, setUntil)} />
    </SendDialog>
  );
}
