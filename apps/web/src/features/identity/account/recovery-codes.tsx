import type { ReactNode } from 'react';
import { CopyButton } from '../../../components/values/copy.js';
import { ShownOnce } from '../../../components/feedback/shown-once.js';

/** Shows fresh recovery codes once; closes only after "I stored them". */
export function RecoveryCodesDialog({
  codes,
  onStored,
}: {
  codes: readonly string[];
  onStored: () => void;
}): ReactNode {
  return (
    <ShownOnce
      title="Your recovery codes"
      warning="This is the only time they are shown. Each code works once if you lose your phone."
      what="them"
      onStored={onStored}
    >
      <div className="row">
        <pre className="secret-value grow" data-testid="recovery-codes" tabIndex={0}>
          {codes.join('\n')}
        </pre>
        <CopyButton text={codes.join('\n')} label="Copy the codes" />
      </div>
    </ShownOnce>
  );
}
