import { useSend, type PayoutRunView } from '../../../api/hooks.js';
import { useMe } from '../../../api/session.js';
import { Facts } from '../../../components/layout/page.js';
import { formatCount, formatMoney, formatMonth, shortCode } from '../../../lib/format.js';
import { DecisionsSoFar } from './run-exceptions.js';
import { RunPayees } from './run-payees.js';
import { texts } from '../texts/runs.js';
import { SendDialog } from '../../../components/forms/send-dialog.js';
import { common } from '../../../text/common.js';
import { DialogButton } from '../../../components/layout/dialog-button.js';
import { ConfirmButton, PostButton, ReasonButton } from '../../../components/forms/post-button.js';

/** Why this person may not approve, null when nothing speaks against it. The server decides again. */
function whyNot(run: PayoutRunView, userId: string | undefined): string | null {
  if (run.prepared_by === userId) return texts.runActions.preparedByYou;
  if (run.decisions_missing > 0)
    return texts.runActions.decisionsMissing(
      formatCount(run.decisions_missing),
      run.decisions_missing,
      run.prepared_by_name,
    );
  if (run.approvals.some((one) => one.user_id === userId)) return texts.runActions.alreadyApproved;
  return null;
}

function toPay(run: PayoutRunView): string {
  return run.totals.map((total) => formatMoney(total.to_pay_minor, total.currency)).join(common.and) || common.nothing;
}

/** Possible actions on a run. */
export function RunActions({ run }: { run: PayoutRunView }) {
  const me = useMe();
  const approval = (close: () => void) => <ApproveDialog run={run} onClose={close} />;
  const reason = whyNot(run, me?.user.id);
  const path = { id: run.id };
  const authors = run.totals.reduce((sum, total) => sum + total.authors, 0);
  const kept = run.totals
    .filter((total) => BigInt(total.to_pay_minor) > 0n)
    .map((total) => formatMoney(total.to_pay_minor, total.currency));
  return (
    <>
      {['draft', 'computing', 'computed'].includes(run.state) ? (
        <PostButton
          to="/api/v1/finance/payout-runs/{id}/recompute"
          options={{ path, toast: texts.runActions.toastRecomputedEarlier }}
          body={undefined}
        >
          {texts.runActions.recompute}
        </PostButton>
      ) : null}
      {run.undecided_failures > 0 ? (
        <>
          <PostButton
            variant="filled"
            to="/api/v1/finance/payout-runs/{id}/retry-failed"
            options={{ path, toast: ({ retried }) => texts.runActions.toastBeingRetried(retried) }}
            body={undefined}
          >
            {texts.runActions.retryFailed}
          </PostButton>
          <ReasonButton
            to="/api/v1/finance/payout-runs/{id}/give-up-failed"
            options={{ path, toast: texts.runActions.toastGivenUp }}
            title={texts.runActions.giveUpTitle(run.undecided_failures)}
            effect={texts.runActions.giveUpEffect(formatMonth(run.month))}
            readBy={texts.cancelRunDialog.readBy}
            confirm={texts.runActions.giveUpFailed}
          >
            {texts.runActions.giveUpFailed}
          </ReasonButton>
        </>
      ) : null}
      {run.state === 'computed' ? (
        <DialogButton variant="filled" whyNot={reason} dialog={approval}>
          {common.approve}
        </DialogButton>
      ) : null}
      {run.state === 'approved' ? (
        <ConfirmButton
          variant="filled"
          to="/api/v1/finance/payout-runs/{id}/execute"
          options={{ path }}
          body={undefined}
          title={texts.runActions.executeDialogTitle}
          effect={texts.runActions.executeDialogExplanation(toPay(run), authors)}
          confirm={texts.runActions.pay(toPay(run))}
        >
          {common.execute}
        </ConfirmButton>
      ) : null}
      {run.state === 'approved' && reason === null ? (
        <DialogButton dialog={approval}>{texts.runActions.approveAsWell}</DialogButton>
      ) : null}
      {run.state === 'executing' ? (
        run.paused ? (
          <PostButton variant="filled" to="/api/v1/finance/payout-runs/{id}/resume" options={{ path }} body={{}}>
            {common.resume}
          </PostButton>
        ) : (
          <ReasonButton
            to="/api/v1/finance/payout-runs/{id}/pause"
            options={{ path }}
            title={texts.runActions.pauseButtonDialogTitle}
            effect={texts.runActions.pauseButtonExplanation}
            readBy={texts.runActions.pauseReadBy}
            confirm={common.pause}
          >
            {common.pause}
          </ReasonButton>
        )
      ) : null}
      {CANCELLABLE.includes(run.state) ? (
        <ReasonButton
          to="/api/v1/finance/payout-runs/{id}/cancel"
          options={{ path, toast: texts.cancelRunDialog.toast }}
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
                {run.approvals.length === 0
                  ? texts.cancelRunDialog.mayPrepareAgain
                  : texts.cancelRunDialog.approvalsVoid}
              </li>
            </ul>
          }
          readBy={texts.cancelRunDialog.readBy}
          confirm={common.cancelRun}
          dismiss={texts.cancelRunDialog.dismiss}
          danger
        >
          {common.cancelRun}
        </ReasonButton>
      ) : null}
    </>
  );
}

function ApproveDialog({ run, onClose }: { run: PayoutRunView; onClose: () => void }) {
  const approve = useSend('/api/v1/finance/payout-runs/{id}/approve', {
    path: { id: run.id },
    toast: common.toastApproved,
    onDone: onClose,
  });
  return (
    <SendDialog
      title={texts.runActions.approveDialogTitle}
      send={approve}
      confirm={texts.runActions.approve(toPay(run), shortCode(run.input_hash ?? ''))}
      onClose={onClose}
      onConfirm={() => approve.mutate({ input_hash: run.input_hash ?? '' })}
    >
      <Facts
        items={{
          toPay: toPay(run),
          preparedBy: run.prepared_by_name,
        }}
      />
      <DecisionsSoFar run={run} onLeave={onClose} />
      <RunPayees run={run} />
      <p>{texts.runActions.approveDialogExplanation}</p>
    </SendDialog>
  );
}

/** States in which nothing was sent yet. */
const CANCELLABLE = ['draft', 'computing', 'computed', 'approved'];
