import { useSend } from '../../../api/hooks.js';
import type { ReactNode } from 'react';
import type { RunView } from '../../../api/views.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { formatMoney, formatMonth } from '../../../lib/format.js';

/** States in which nothing was sent yet. */
export const CANCELLABLE = ['draft', 'computing', 'computed', 'approved'];

/** Gives a run up before anything of it is sent. */
export function CancelRunDialog({ run, onClose }: { run: RunView; onClose: () => void }): ReactNode {
  const toast = useToast();
  const cancel = useSend('/api/v1/finance/payout-runs/{id}/cancel', {
    path: { id: run.id },
    onDone: () => {
      toast('Cancelled. You can prepare the month again.');
      onClose();
    },
  });
  const kept = run.totals
    .filter((total) => BigInt(total.to_pay_minor) > 0n)
    .map((total) => formatMoney(total.to_pay_minor, total.currency));
  return (
    <ReasonDialog
      open
      title={`Cancel the payout run of ${formatMonth(run.month)}`}
      effect={
        <ul>
          <li>Nothing was sent, and nothing will be.</li>
          <li>
            {kept.length === 0
              ? 'No amounts are reserved.'
              : `The reserved amounts (${kept.join(' and ')}) return to the authors’ balances.`}
          </li>
          <li>
            {run.approvals.length === 0
              ? 'You can prepare the month again.'
              : 'Its approvals are void. You can prepare the month again; it must be approved again.'}
          </li>
        </ul>
      }
      readBy="Kept in the history of the run."
      confirm="Cancel run"
      dismiss="Keep the run"
      danger
      busy={cancel.isPending}
      error={cancel.error}
      onClose={onClose}
      onConfirm={({ text }) => cancel.mutate({ reason: text })}
    />
  );
}
