import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { MemberMay, useMemberMay } from '../../../components/feedback/member-may.js';
import type { ApiError } from '../../../api/errors.js';
import { useSend } from '../../../api/hooks.js';
import type { DriveView, ListingAppealView, SubmissionView } from '../../../api/views.js';
import { Card } from '../../../components/layout/page.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { StatusBadge, WhoActs } from '../../../components/feedback/feedback.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { When } from '../../../components/values/values.js';
import { formatUtc } from '../../../lib/format.js';
import { visible } from '../../../lib/visible.js';
import { WithdrawAppeal } from '../../../components/review/withdraw-appeal.js';
import { texts } from '../texts/appeals.js';
import { common } from '../../../text/common.js';

const FILED = texts.listingAppeal.toastSubmitted;

/** Appeals the refusal of a submission. */
export function AppealRefusal({ of: { id, appeal, may_appeal_until: until } }: { of: SubmissionView }): ReactNode {
  const file = useAppealDialog();
  const send = useSend('/api/v1/submissions/{id}/appeal', { path: { id }, onDone: file.done });
  return (
    <>
      <AppealCard appeal={appeal} more={texts.listingAppeal.more} />
      {until === null ? null : (
        <AppealForm
          dialog={file}
          title={texts.listingAppeal.appealAgainstRefusalTitle}
          effect={texts.listingAppeal.refusalEffect}
          until={until}
          busy={send.isPending}
          error={send.error}
          onSend={(text) => send.mutate({ text })}
        />
      )}
    </>
  );
}

/** Appeals the removal of a Drive. */
export function AppealRemoval({ of: { id, appeal, may_appeal_until: until } }: { of: DriveView }): ReactNode {
  const file = useAppealDialog();
  const send = useSend('/api/v1/author/drives/{driveId}/appeal', { path: { driveId: id }, onDone: file.done });
  return (
    <>
      <AppealCard appeal={appeal} />
      {until === null ? null : (
        <AppealForm
          dialog={file}
          title={texts.listingAppeal.appealAgainstRemovalTitle}
          effect={texts.listingAppeal.removalEffect}
          until={until}
          busy={send.isPending}
          error={send.error}
          onSend={(text) => send.mutate({ text })}
        />
      )}
    </>
  );
}

interface AppealDialog {
  open: boolean;
  set: (open: boolean) => void;
  done: () => void;
}

function useAppealDialog(): AppealDialog {
  const toast = useToast();
  const [open, set] = useState(false);
  const done = (): void => {
    set(false);
    toast(FILED);
  };
  return { open, set, done };
}

function AppealForm(props: {
  dialog: AppealDialog;
  title: string;
  effect: string;
  until: string;
  busy: boolean;
  error: ApiError | null;
  onSend: (text: string) => void;
}): ReactNode {
  const { open, set } = props.dialog;
  return (
    <div>
      <MemberMay do="develop">
        <Button variant="default" onClick={() => set(true)}>
          {texts.listingAppeal.appeal}
        </Button>
      </MemberMay>
      <ReasonDialog
        open={open}
        title={props.title}
        effect={<p>{texts.listingAppeal.explanation(props.effect, formatUtc(props.until))}</p>}
        readBy={texts.listingAppeal.readBy}
        confirm={texts.listingAppeal.confirm}
        send={{ isPending: props.busy, error: props.error }}
        onClose={() => set(false)}
        onConfirm={({ text }) => props.onSend(text)}
      />
    </div>
  );
}

/** An appeal, who must act, and the answer. `more`: shown while it is open. */
function AppealCard({ appeal, more }: { appeal: ListingAppealView | null; more?: string }): ReactNode {
  const develops = useMemberMay('develop');
  if (!appeal) return null;
  return (
    <Card title={texts.listingAppeal.appeal}>
      <StatusBadge kind="listing_appeal" code={appeal.state} />
      <WhoActs kind="listing_appeal" code={appeal.state} note={appeal.state === 'open' ? more : null} />
      <p className="pre-line">
        <When at={appeal.filed_at} />: {visible(appeal.text, true)}
      </p>
      {appeal.decision_text === null ? null : (
        <p className="pre-line">
          <span className="strong">{texts.listingAppeal.reviewer}</span> <When at={appeal.ended_at} />:{' '}
          {visible(appeal.decision_text, true)}
        </p>
      )}
      {appeal.state === 'open' && develops ? <WithdrawOwn id={appeal.id} /> : null}
    </Card>
  );
}

function WithdrawOwn({ id }: { id: string }): ReactNode {
  const withdraw = useSend('/api/v1/author/appeals/{id}/withdraw', {
    path: { id },
    toast: common.toastWithdrawn,
  });
  return <WithdrawAppeal send={withdraw} decision={texts.listingAppeal.decision} />;
}
