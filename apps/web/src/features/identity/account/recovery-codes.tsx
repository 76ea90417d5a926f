import type { ReactNode } from 'react';
import { CopyButton } from '../../../components/values/values.js';
import { ShownOnce } from '../../../components/feedback/shown-once.js';
import { texts } from '../texts.js';

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
      title={texts.recoveryCodes.yourRecoveryCodesTitle}
      warning={texts.recoveryCodes.warning}
      what={texts.recoveryCodes.names.them}
      onStored={onStored}
    >
      <div className="row">
        <pre className="secret-value grow" data-testid="recovery-codes" tabIndex={0}>
          {codes.join('\n')}
        </pre>
        <CopyButton text={codes.join('\n')} label={texts.recoveryCodes.copyTheCodes} />
      </div>
    </ShownOnce>
  );
}
