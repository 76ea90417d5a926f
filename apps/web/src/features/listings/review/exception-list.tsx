import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import type { ReviewExceptionView } from '../../../api/schema.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { DialogButton } from '../../../components/layout/dialog-button.js';
import { SendError, StatusBadge } from '../../../components/feedback/feedback.js';
import { When } from '../../../components/values/values.js';
import { formatUtcDate, humanize } from '../../../lib/format.js';
import { visible } from '../../../lib/visible.js';
import { texts } from '../texts/review.js';
import { rich } from '../../../text/rich.js';
import { common } from '../../../text/common.js';

/** Exceptions with their reviewers; a second reviewer confirms, any reviewer ends. */
export function ExceptionList({
  of: exceptions,
  drive,
}: {
  of: readonly ReviewExceptionView[];
  drive?: boolean;
}): ReactNode {
  return (
    <ul className="checks" aria-label={texts.exceptions.title}>
      {exceptions.map((exception) => (
        <Row key={exception.id} exception={exception} drive={drive === true} />
      ))}
    </ul>
  );
}

function Row({ exception, drive }: { exception: ReviewExceptionView; drive: boolean }): ReactNode {
  const path = { id: exception.id };
  const confirm = useSend('/api/v1/review/exceptions/{id}/confirm', {
    path,
    toast: texts.exceptionList.toast,
  });
  const end = useSend('/api/v1/review/exceptions/{id}/end', { path });
  const { state } = exception;
  const label = state === 'proposed' ? common.decline : texts.exceptionList.endException;
  return (
    <li>
      <div className="row">
        <h3>
          {drive ? (
            <Link to="/review/submissions/$id" params={{ id: exception.submission_id }} search={{ tab: 'exceptions' }}>
              {visible(exception.drive_name)}
            </Link>
          ) : exception.kind === 'custom_tier' ? (
            texts.exceptionList.customPrice
          ) : (
            texts.exceptionList.waivedCheck
          )}
        </h3>
        <code>{exception.check_id}</code>
        <span>{humanize(exception.criterion)}</span>
        <StatusBadge kind="exception" code={state} />
      </div>
      <p className="small">{visible(exception.reason)}</p>
      <p className="small dim">
        {rich(texts.exceptionList.proposedByUntil, {
          proposedBy: visible(exception.proposed_by),
          time: <When at={exception.proposed_at} />,
          confirmation: exception.confirmed_by ? (
            <>
              {rich(texts.exceptionList.confirmedBy, {
                confirmedBy: visible(exception.confirmed_by),
                time: <When at={exception.confirmed_at} />,
              })}
            </>
          ) : null,
          date: formatUtcDate(exception.ends_at),
          endReason: exception.end_reason ? `. ${visible(exception.end_reason)}` : '',
        })}
      </p>
      <SendError error={confirm.error} />
      {state === 'proposed' || state === 'in_force' ? (
        <div className="row">
          {state === 'proposed' && !exception.yours ? (
            <Button size="compact-sm" loading={confirm.isPending} onClick={() => confirm.mutate()}>
              {common.confirm}
            </Button>
          ) : null}
          {state === 'proposed' && exception.yours ? (
            <span className="small">{texts.exceptionList.ownProposal}</span>
          ) : null}
          <DialogButton
            size="compact-sm"
            dialog={(close) => (
              <ReasonDialog
                title={texts.exceptionList.dialogTitle(label, exception.check_id)}
                effect={<p>{texts.exceptionList.explanation}</p>}
                readBy={common.visibleToReviewers}
                confirm={label}
                send={end}
                onClose={close}
                onConfirm={({ text }) => end.mutate({ reason: text }, { onSuccess: close })}
              />
            )}
          >
            {label}
          </DialogButton>
        </div>
      ) : null}
    </li>
  );
}
