import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import type { ApplicationView } from '../../../api/views.js';
import { Card } from '../../../components/layout/page.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { StatusBadge, WhoActs } from '../../../components/feedback/feedback.js';
import { When } from '../../../components/values/values.js';
import { formatUtc } from '../../../lib/format.js';
import { visible } from '../../../lib/visible.js';
import { WithdrawAppeal } from '../../../components/review/withdraw-appeal.js';
import { texts } from '../texts/applications.js';
import { common } from '../../../text/common.js';

/** Appeals a refusal, once and until its deadline. */
export function FileAppeal({
  application: { id, may_appeal_until: until },
}: {
  application: ApplicationView;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const appeal = useSend('/api/v1/applications/{id}/appeal', {
    path: { id },
    toast: texts.applicationAppeal.toastAppealSubmitted,
    onDone: () => setOpen(false),
  });
  if (until === null) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{texts.applicationAppeal.appeal}</Button>
      <ReasonDialog
        open={open}
        title={texts.applicationAppeal.dialogTitle}
        effect={<p>{texts.applicationAppeal.explanation(formatUtc(until))}</p>}
        readBy={texts.applicationAppeal.readBy}
        confirm={texts.applicationAppeal.confirm}
        send={appeal}
        onClose={() => setOpen(false)}
        onConfirm={({ text }) => appeal.mutate({ text })}
      />
    </>
  );
}

/** An appeal and its answer; `action` while it is open. */
export function AppealCard({ of: { appeal }, action }: { of: ApplicationView; action?: ReactNode }): ReactNode {
  if (!appeal) return null;
  return (
    <Card title={texts.applicationAppeal.appeal}>
      <StatusBadge kind="appeal" code={appeal.state} />
      {appeal.state === 'open' ? null : <WhoActs kind="appeal" code={appeal.state} />}
      <p className="pre-line">
        <When at={appeal.filed_at} />: {visible(appeal.text, true)}
      </p>
      {appeal.decision_text ? (
        <p className="pre-line">
          <span className="strong">{texts.applicationAppeal.reviewer}</span> <When at={appeal.decided_at} />:{' '}
          {visible(appeal.decision_text, true)}
        </p>
      ) : null}
      {appeal.state === 'open' ? action : null}
    </Card>
  );
}

/** Takes the appeal of an application of mine back. */
export function WithdrawOwnAppeal({ id }: { id: string }): ReactNode {
  const withdraw = useSend('/api/v1/applications/{id}/appeal/withdraw', {
    path: { id },
    toast: common.toastWithdrawn,
  });
  return <WithdrawAppeal send={withdraw} decision={texts.applicationAppeal.decision} />;
}
