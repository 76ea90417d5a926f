import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ApiError } from '../../../api/errors.js';
import { useSend } from '../../../api/hooks.js';
import type { DriveView, ListingAppealView, SubmissionView } from '../../../api/views.js';
import { Card } from '../../../components/layout/page.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { StatusBadge } from '../../../components/feedback/status-badge.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { When } from '../../../components/values/when.js';
import { WhoActs } from '../../../components/feedback/who-acts.js';
import { formatUtc } from '../../../lib/format.js';
import { visible } from '../../../lib/visible.js';
import { WithdrawAppeal } from '../../../components/review/withdraw-appeal.js';

const FILED = 'Appeal submitted. A different reviewer will decide.';

/** Asks for somebody else to look at the refusal of a submission. */
export function AppealRefusal({ of: { id, appeal, may_appeal_until: until } }: { of: SubmissionView }): ReactNode {
  const file = useAppealDialog();
  const send = useSend('/api/v1/submissions/{id}/appeal', { path: { id }, onDone: file.done });
  return (
    <>
      <AppealCard appeal={appeal} more="A new submission of this Drive closes the appeal." />
      {until === null ? null : (
        <AppealForm
          dialog={file}
          title="Appeal against the refusal"
          effect="If granted, this submission goes back to review with a different reviewer. A new submission of this Drive closes the appeal."
          until={until}
          busy={send.isPending}
          error={send.error}
          onSend={(text) => send.mutate({ text })}
        />
      )}
    </>
  );
}

/** Asks for somebody else to look at the removal of a Drive. */
export function AppealRemoval({ of: { id, appeal, may_appeal_until: until } }: { of: DriveView }): ReactNode {
  const file = useAppealDialog();
  const send = useSend('/api/v1/author/drives/{driveId}/appeal', { path: { driveId: id }, onDone: file.done });
  return (
    <>
      <AppealCard appeal={appeal} />
      {until === null ? null : (
        <AppealForm
          dialog={file}
          title="Appeal against the removal"
          effect="If granted, the Drive returns to its previous status. Ended installs are not restored."
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
      <Button variant="default" onClick={() => set(true)}>
        Appeal
      </Button>
      <ReasonDialog
        open={open}
        title={props.title}
        effect={
          <p>
            A reviewer who was not involved makes the final decision. {props.effect} You can appeal until{' '}
            {formatUtc(props.until)}.
          </p>
        }
        readBy="For the reviewer: explain what was overlooked or is incorrect."
        confirm="Submit appeal"
        busy={props.busy}
        error={props.error}
        onClose={() => set(false)}
        onConfirm={({ text }) => props.onSend(text)}
      />
    </div>
  );
}

/** An appeal, who must act, and what was answered. `more`: said while it is open. */
function AppealCard({ appeal, more }: { appeal: ListingAppealView | null; more?: string }): ReactNode {
  if (!appeal) return null;
  return (
    <Card title="Appeal">
      <StatusBadge kind="listing_appeal" code={appeal.state} />
      <WhoActs kind="listing_appeal" code={appeal.state} note={appeal.state === 'open' ? more : null} />
      <p className="pre-line">
        <When at={appeal.filed_at} />: {visible(appeal.text, true)}
      </p>
      {appeal.decision_text === null ? null : (
        <p className="pre-line">
          <span className="strong">Reviewer</span> <When at={appeal.ended_at} />: {visible(appeal.decision_text, true)}
        </p>
      )}
      {appeal.state === 'open' ? <WithdrawOwn id={appeal.id} /> : null}
    </Card>
  );
}

function WithdrawOwn({ id }: { id: string }): ReactNode {
  const toast = useToast();
  const withdraw = useSend('/api/v1/author/appeals/{id}/withdraw', { path: { id }, onDone: () => toast('Withdrawn.') });
  return <WithdrawAppeal send={withdraw} stands="The decision" />;
}
