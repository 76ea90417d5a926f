import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useMemberMay } from '../../../components/feedback/member-may.js';
import { useSend } from '../../../api/hooks.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { texts } from '../texts/keys.js';
import { common } from '../../../text/common.js';

const SENTENCES: Readonly<Record<string, string>> = texts.keyScope.sentences;

/** One secret for all installs, or one per tenant for a Drive that reads `signing_key`. */
export function KeyScope({ driveId, scope }: { driveId: string; scope: string }): ReactNode {
  const [choosing, setChoosing] = useState(false);
  const choose = useSend('/api/v1/author/drives/{driveId}/keys/scope', {
    path: { driveId },
    onDone: () => setChoosing(false),
  });
  const develops = useMemberMay('develop');
  const other = scope === 'tenant' ? 'drive' : 'tenant';
  return (
    <section className="stack stack-8" aria-labelledby="scope">
      <h2 id="scope">{texts.keyScope.heading}</h2>
      <p>{SENTENCES[scope]}</p>
      {scope === 'fleet' || !develops ? null : (
        <div>
          <Button variant="default" onClick={() => setChoosing(true)}>
            {other === 'tenant' ? texts.keyScope.useSecretPer : texts.keyScope.useOneSecret}
          </Button>
        </div>
      )}
      <ReasonDialog
        open={choosing}
        title={other === 'tenant' ? texts.keyScope.secretPerTenantTitle : texts.keyScope.secretInstallsTitle}
        effect={other === 'tenant' ? texts.keyScope.newInstallsEffect : texts.keyScope.nowCallsEffect}
        readBy={common.keptInTheRotationHistory}
        confirm={other === 'tenant' ? texts.keyScope.useSecretPer : texts.keyScope.useOneSecret}
        send={choose}
        onClose={() => setChoosing(false)}
        onConfirm={({ text }) => choose.mutate({ scope: other, reason: text })}
      />
    </section>
  );
}
