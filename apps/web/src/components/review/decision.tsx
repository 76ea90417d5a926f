import { useState, type ReactNode } from 'react';
import type { ApiError } from '../../api/errors.js';
import { ActionButton } from '../feedback/feedback.js';
import { ReasonDialog } from '../forms/reason-dialog.js';
import { texts } from '../texts/review.js';
import { common } from '../../text/common.js';

export type Decision = 'approve' | 'request_changes' | 'reject';

interface DecisionInput<C extends string> {
  decision: Decision;
  code: C;
  text: string;
}

interface DecisionButtonsProps<C extends string> {
  /** Name of the subject of the decision: "the application". */
  subject: string;
  /** The effect of approving, as one sentence. */
  approveEffect: string;
  /** The catalogue of reasons; left out where the decision has none. */
  reasons?: Record<Decision, readonly { value: C; label: string }[]>;
  templates: Record<Decision, readonly string[]>;
  /** The missing condition of a decision, as a sentence; null without one. */
  missing?: (decision: Decision) => string | null;
  busy: boolean;
  error: ApiError | null;
  onDecide: (input: DecisionInput<C>) => void;
  onOpen?: () => void;
}

const buttons: Record<Decision, string> = texts.decision.buttons;

/** Approve, request changes, reject: each opens a summary of its effect and asks for a reason the author will read. */
export function DecisionButtons<C extends string = never>(props: DecisionButtonsProps<C>): ReactNode {
  const [open, setOpen] = useState<Decision | null>(null);
  const effects: Record<Decision, string> = {
    approve: props.approveEffect,
    request_changes: texts.decision.effects.requestChanges(props.subject),
    reject: texts.decision.effects.reject(props.subject),
  };
  const start = (decision: Decision): void => {
    setOpen(decision);
    props.onOpen?.();
  };
  return (
    <>
      {(['request_changes', 'reject', 'approve'] as const).map((decision) => (
        <div key={decision}>
          <ActionButton
            whyNot={props.missing?.(decision) ?? null}
            variant={decision === 'approve' ? 'filled' : 'default'}
            onClick={() => start(decision)}
          >
            {buttons[decision]}
          </ActionButton>
        </div>
      ))}
      {open ? (
        <ReasonDialog
          key={open}
          open
          title={`${buttons[open]}: ${props.subject}`}
          effect={<p>{effects[open].charAt(0).toUpperCase() + effects[open].slice(1)}</p>}
          readBy={common.sentToTheAuthor}
          reasons={props.reasons?.[open]}
          templates={props.templates[open]}
          confirm={buttons[open]}
          danger={open === 'reject'}
          send={{ isPending: props.busy, error: props.error }}
          onClose={() => setOpen(null)}
          onConfirm={({ code, text }) => props.onDecide({ decision: open, code: code as C, text })}
        />
      ) : null}
    </>
  );
}
