import { useState, type ReactNode } from 'react';
import type { ApplicationCaseView, ReviewWorkspaceView } from '../../api/schema.js';
import { optionsOf } from '../../lib/options.js';
import { useKeys } from '../../lib/page-keys.js';
import { visible } from '../../lib/visible.js';
import { ActionButton, Alert } from '../feedback/feedback.js';
import { ReasonDialog } from '../forms/reason-dialog.js';
import type { Sent } from '../forms/send-dialog.js';
import { Card } from '../layout/page.js';
import { texts } from '../texts/review.js';
import { common } from '../../text/common.js';

type Decision = ApplicationCaseView['decisions'][number]['decision'];

const KEYS = { request_changes: 'a', reject: 'x', approve: 'y' } as const;
const DECISIONS = ['request_changes', 'reject', 'approve'] as const;

interface DecisionCardProps<C extends string> {
  /** What is decided about, and which decisions its criteria allow. */
  of: Pick<ApplicationCaseView, 'decisions'> & { criteria: readonly { id: string; title: string }[] };
  /** What speaks most against it: reason enough to refuse it, without another verdict. */
  worst?: ReviewWorkspaceView['worst'];
  /** Name of the subject in the head of the dialog. */
  subject: string;
  effects: Record<Decision, ReactNode>;
  /** The catalogue of reasons; left out where a decision has none. */
  reasons: Partial<Record<Decision, Readonly<Partial<Record<C, string>>>>>;
  templates: Record<Decision, readonly string[]>;
  /** The decision whose words may be left out. */
  optional?: Decision;
  /** Why its reader may not decide at all; null: they may. */
  whyNot: string | null;
  send: Sent & { reset: () => void };
  /** `against`: the criterion that the words speak against, where none is judged yet. */
  onDecide: (input: { decision: Decision; code: C; text: string; against: string | null }) => void;
}

/** Approve, request changes, reject: each says what it lacks, or opens its effect and asks for a reason the author reads. */
export function DecisionCard<C extends string>({ of, worst, subject, send, ...props }: DecisionCardProps<C>) {
  const [open, setOpen] = useState<Decision | null>(null);
  const title = (id: string): string => of.criteria.find((criterion) => criterion.id === id)?.title ?? id;
  const fromWorst = (decision: Decision): string | null =>
    decision !== 'approve' && !of.decisions.find((one) => one.decision === decision)?.possible
      ? (worst?.criterion ?? null)
      : null;
  const missing = (decision: Decision): string | null => {
    const gap = of.decisions.find((one) => one.decision === decision);
    if (!gap || gap.possible || fromWorst(decision)) return null;
    const about = gap.criteria.length > 0 ? ` ${gap.criteria.map(title).join(', ')}.` : '';
    return `${gap.message ?? texts.decision.notPossibleYet}${about}`;
  };
  const whyNot = (decision: Decision): string | null => props.whyNot ?? missing(decision);
  const begin = (decision: Decision) => (): void => {
    send.reset();
    setOpen(decision);
  };
  useKeys(Object.fromEntries(DECISIONS.map((one) => [KEYS[one], whyNot(one) === null ? begin(one) : null])));
  const against = open ? fromWorst(open) : null;
  const reasons = open ? props.reasons[open] : undefined;
  return (
    <Card title={common.decision}>
      {worst ? (
        <Alert tone={worst.level === 'quiet' ? 'neutral' : worst.level}>
          <p className="strong">{visible(worst.text)}</p>
        </Alert>
      ) : null}
      <div className="row" role="group" aria-label={texts.decision.requiredLabel}>
        {DECISIONS.map((decision) => (
          <ActionButton
            key={decision}
            whyNot={whyNot(decision)}
            variant={decision === 'approve' ? 'filled' : 'default'}
            aria-keyshortcuts={KEYS[decision]}
            onClick={begin(decision)}
          >
            {texts.decision.buttons[decision]} <kbd aria-hidden>{KEYS[decision]}</kbd>
          </ActionButton>
        ))}
      </div>
      {open ? (
        <ReasonDialog
          key={open}
          title={`${texts.decision.buttons[open]}: ${subject}`}
          effect={props.effects[open]}
          readBy={common.sentToTheAuthor}
          reasons={reasons && optionsOf(reasons as Readonly<Record<C, string>>)}
          templates={props.templates[open]}
          first={against && worst ? { code: worst.code ?? undefined, text: worst.text } : undefined}
          optional={open === props.optional && !against}
          confirm={texts.decision.buttons[open]}
          danger={open === 'reject'}
          send={send}
          onClose={() => setOpen(null)}
          onConfirm={({ code, text }) => props.onDecide({ decision: open, code: code as C, text, against })}
        />
      ) : null}
    </Card>
  );
}
