import type { ReactNode } from 'react';
import type { AppealView, ListingAppealView } from '../../api/schema.js';
import { formatUtc } from '../../lib/format.js';
import { visible } from '../../lib/visible.js';
import { common } from '../../text/common.js';
import { StatusBadge, WhoActs } from '../feedback/feedback.js';
import { ReasonDialog } from '../forms/reason-dialog.js';
import { SendDialog, type Sent } from '../forms/send-dialog.js';
import { DialogButton } from '../layout/dialog-button.js';
import { Card } from '../layout/page.js';
import { texts } from '../texts/review.js';
import { When } from '../values/values.js';

interface Then {
  onSuccess: () => void;
}

interface FileAppealProps {
  title: string;
  /** Effect of granting it, as one sentence. */
  effect: string;
  until: string;
  send: Sent & { mutate: (body: { text: string }, then: Then) => void };
  variant?: string;
}

/** Appeals a decision, once and until its deadline. */
export function FileAppeal({ title, effect, until, send, variant }: FileAppealProps) {
  return (
    <DialogButton
      variant={variant ?? 'default'}
      dialog={(close) => (
        <ReasonDialog
          title={title}
          effect={<p>{texts.appeal.explanation(effect, formatUtc(until))}</p>}
          readBy={texts.appeal.readBy}
          confirm={texts.appeal.confirm}
          send={send}
          onClose={close}
          onConfirm={({ text }) => send.mutate({ text }, { onSuccess: close })}
        />
      )}
    >
      {common.appeal}
    </DialogButton>
  );
}

interface AppealCardProps {
  kind: 'appeal' | 'listing_appeal';
  appeal: ListingAppealView | AppealView | null;
  /** Beside who must act, while it is open. */
  note?: ReactNode;
  /** While it is open. */
  action?: ReactNode;
}

/** An appeal, who must act, and the answer. */
export function AppealCard({ kind, appeal, note, action }: AppealCardProps) {
  if (!appeal) return null;
  const open = appeal.state === 'open';
  return (
    <Card title={common.appeal}>
      <StatusBadge kind={kind} code={appeal.state} />
      {/* The page of an application says at its head who decides its open appeal. */}
      {open && kind === 'appeal' ? null : <WhoActs kind={kind} code={appeal.state} note={open ? note : null} />}
      <p className="pre-line">
        <When at={appeal.filed_at} />: {visible(appeal.text, true)}
      </p>
      {appeal.decision_text === null ? null : (
        <p className="pre-line">
          <span className="strong">{texts.appeal.reviewer}</span>{' '}
          <When at={'ended_at' in appeal ? appeal.ended_at : appeal.decided_at} />:{' '}
          {visible(appeal.decision_text, true)}
        </p>
      )}
      {open ? action : null}
    </Card>
  );
}

interface WithdrawAppealProps {
  send: Sent & { mutate: (body: undefined, then: Then) => void };
  /** What becomes final. */
  decision: string;
}

/** Withdraws an open appeal, after a confirmation: it cannot be filed again. */
export function WithdrawAppeal({ send, decision }: WithdrawAppealProps) {
  return (
    <div>
      <DialogButton
        dialog={(close) => (
          <SendDialog
            title={texts.appeal.withdrawTheAppeal}
            send={send}
            confirm={texts.appeal.withdrawAppeal}
            cancel={common.keepIt}
            danger
            onClose={close}
            onConfirm={() => send.mutate(undefined, { onSuccess: close })}
          >
            <p>{texts.appeal.becomesFinal(decision)}</p>
          </SendDialog>
        )}
      >
        {texts.appeal.withdrawTheAppeal}
      </DialogButton>
    </div>
  );
}
