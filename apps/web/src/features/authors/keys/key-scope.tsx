import type { ReactNode } from 'react';
import { useMemberMay } from '../../../components/feedback/member-may.js';
import { useSend } from '../../../api/hooks.js';
import { DialogButton } from '../../../components/layout/dialog-button.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { texts } from '../texts/keys.js';
import { common } from '../../../text/common.js';

const SENTENCES: Readonly<Record<string, string>> = texts.keyScope.sentences;

/** One secret for all installs, or one per tenant for a Drive that reads `signing_key`. */
export function KeyScope({ driveId, scope }: { driveId: string; scope: string }): ReactNode {
  const choose = useSend('/api/v1/author/drives/{driveId}/keys/scope', { path: { driveId } });
  const develops = useMemberMay('develop');
  const verb = scope === 'tenant' ? texts.keyScope.useOneSecret : texts.keyScope.useSecretPer;
  const other = scope === 'tenant' ? 'drive' : 'tenant';
  return (
    <section className="stack stack-8" aria-labelledby="scope">
      <h2 id="scope">{texts.keyScope.heading}</h2>
      <p>{SENTENCES[scope]}</p>
      {scope === 'fleet' || !develops ? null : (
        <div>
          <DialogButton
            dialog={(close) => (
              <ReasonDialog
                title={other === 'tenant' ? texts.keyScope.secretPerTenantTitle : texts.keyScope.secretInstallsTitle}
                effect={other === 'tenant' ? texts.keyScope.newInstallsEffect : texts.keyScope.nowCallsEffect}
                readBy={common.keptInTheRotationHistory}
                confirm={verb}
                send={choose}
                onClose={close}
                onConfirm={({ text }) => choose.mutate({ scope: other, reason: text }, { onSuccess: close })}
              />
            )}
          >
            {verb}
          </DialogButton>
        </div>
      )}
    </section>
  );
}
