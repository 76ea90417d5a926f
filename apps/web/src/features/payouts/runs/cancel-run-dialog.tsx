import { useSend } from '../../../api/hooks.js';
import type { ReactNode } from 'react';
import type { PayoutRunView } from '../../../api/schema.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { formatMoney, formatMonth } from '../../../lib/format.js';
import { texts } from '../texts/runs.js';
import { common } from '../../../text/common.js';

/** States in which nothing was sent yet. */
export const CANCELLABLE = ['draft', 'computing', 'computed', 'approved'];

/** Gives a run up before anything of it is sent. */
export function CancelRunDialog({ run, onClose }: { run: PayoutRunView; onClose: () => void }): ReactNode {
  const cancel = useSend('/api/v1/finance/payout-runs/{id}/cancel', {
    path: { id: run.id },
    toast: texts.cancelRunDialog.toast,
    onDone: onClose,
  });
  const kept = run.totals
    .filter((total) => BigInt(total.to_pay_minor) > 0n)
    .map((total) => formatMoney(total.to_pay_minor, total.currency));
  return (
    <ReasonDialog
      title={texts.cancelRunDialog.dialogTitle(formatMonth(run.month))}
      effect={
        <ul>
          <li>{texts.cancelRunDialog.nothingSent}</li>
          <li>
            {kept.length === 0
              ? texts.cancelRunDialog.noAmountsAreReserved
              : texts.cancelRunDialog.amountsReturn(kept.join(common.and))}
          </li>
          <li>
            {run.approvals.length === 0 ? texts.cancelRunDialog.mayPrepareAgain : texts.cancelRunDialog.approvalsVoid}
          </li>
        </ul>
      }
      readBy={texts.cancelRunDialog.readBy}
      confirm={common.cancelRun}
      dismiss={texts.cancelRunDialog.dismiss}
      danger
      send={cancel}
      onClose={onClose}
      onConfirm={({ text }) => cancel.mutate({ reason: text })}
    />
  );
}
