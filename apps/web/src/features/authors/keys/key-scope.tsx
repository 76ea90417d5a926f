import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';

const SENTENCES: Readonly<Record<string, string>> = {
  drive: 'One secret signs the calls for all installs.',
  tenant: 'Each tenant gets its own secret, sent once in `signing_key` of the install request.',
  fleet: 'The secret of the first-party Drives signs. An admin rotates it.',
};

/** One secret for all installs, or one per tenant for a Drive that reads `signing_key`. */
export function KeyScope({ driveId, scope }: { driveId: string; scope: string }): ReactNode {
  const [choosing, setChoosing] = useState(false);
  const choose = useSend('/api/v1/author/drives/{driveId}/keys/scope', {
    path: { driveId },
    onDone: () => setChoosing(false),
  });
  const other = scope === 'tenant' ? 'drive' : 'tenant';
  return (
    <section className="stack stack-8" aria-labelledby="scope">
      <h2 id="scope">Whose secret signs</h2>
      <p>{SENTENCES[scope]}</p>
      {scope === 'fleet' ? null : (
        <div>
          <Button variant="default" onClick={() => setChoosing(true)}>
            {other === 'tenant' ? 'Use one secret per tenant' : 'Use one secret for all installs'}
          </Button>
        </div>
      )}
      <ReasonDialog
        open={choosing}
        title={other === 'tenant' ? 'One secret per tenant' : 'One secret for all installs'}
        effect={
          other === 'tenant'
            ? 'New installs get their own secret. Your Drive must read it from the install request and use it to verify that tenant’s calls. Until then, calls are signed with the Drive’s secret.'
            : 'From now on, calls for all installs are signed with the Drive’s secret.'
        }
        readBy="Kept in the rotation history."
        confirm={other === 'tenant' ? 'Use one secret per tenant' : 'Use one secret for all installs'}
        busy={choose.isPending}
        error={choose.error}
        onClose={() => setChoosing(false)}
        onConfirm={({ text }) => choose.mutate({ scope: other, reason: text })}
      />
    </section>
  );
}
