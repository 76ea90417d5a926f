import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../components/values/copy.js';
import { Dialog } from '../../../components/layout/dialog.js';
import { Alert } from '../../../components/feedback/states.js';
import { WhyNot } from '../../../components/feedback/why-not.js';

/** Shows fresh recovery codes once; closes only after "I stored them". */
export function RecoveryCodesDialog({
  codes,
  onStored,
}: {
  codes: readonly string[];
  onStored: () => void;
}): ReactNode {
  const [stored, setStored] = useState(false);
  return (
    <Dialog open title="Your recovery codes" onClose={() => (stored ? onStored() : undefined)}>
      <Alert tone="warn">This is the only time they are shown. Each code works once if you lose your phone.</Alert>
      <div className="row">
        <pre className="secret-value grow" data-testid="recovery-codes" tabIndex={0}>
          {codes.join('\n')}
        </pre>
        <CopyButton text={codes.join('\n')} label="Copy the codes" />
      </div>
      <Checkbox checked={stored} onChange={(event) => setStored(event.currentTarget.checked)} label="I stored them" />
      <div className="dialog-actions">
        <WhyNot reason={stored ? null : 'Confirm that you stored them. They will not be shown again.'}>
          {(described) => (
            <Button {...described} onClick={onStored}>
              Done
            </Button>
          )}
        </WhyNot>
      </div>
    </Dialog>
  );
}
