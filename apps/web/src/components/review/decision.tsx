import { useState, type ReactNode } from 'react';
import type { ApplicationCaseView } from '../../api/schema.js';
import { optionsOf } from '../../lib/options.js';
import { ActionButton } from '../feedback/feedback.js';
import { ReasonDialog } from '../forms/reason-dialog.js';
import type { Sent } from '../forms/send-dialog.js';
import { Card } from '../layout/page.js';
import { texts } from '../texts/review.js';
import { common } from '../../text/common.js';

type Decision = ApplicationCaseView['decisions'][number]['decision'];

interface DecisionCardProps<C extends string> {
  /** What is decided about, and which decisions its criteria allow. */
  of: Pick<ApplicationCaseView, 'decisions'> & { criteria: readonly { id: string; title: string }[] };
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
  onDecide: (input: { decision: Decision; code: C; text: string }) => void;
}

/** Approve, request changes, reject: each says what it lacks, or opens its effect and asks for a reason the author reads. */
export function DecisionCard<C extends string>({ of, subject, send, ...props }: DecisionCardProps<C>) {
  const [open, setOpen] = useState<Decision | null>(null);
  const title = (id: string): string => of.criteria.find((criterion) => criterion.id === id)?.title ?? id;
  const missing = (decision: Decision): string | null => {
    const gap = of.decisions.find((one) => one.decision === decision);
    if (!gap || gap.possible) return null;
    const about = gap.criteria.length > 0 ? ` ${gap.criteria.map(title).join(', ')}.` : '';
    return `${gap.message ?? texts.decision.notPossibleYet}${about}`;
  };
  const reasons = open ? props.reasons[open] : undefined;
  return (
    <Card title={common.decision}>
      <ul className="checks" aria-label={texts.decision.requiredLabel}>
        {(['request_changes', 'reject', 'approve'] as const).map((decision) => (
          <li key={decision}>
            <div className="row">
              <ActionButton
                whyNot={props.whyNot ?? missing(decision)}
                variant={decision === 'approve' ? 'filled' : 'default'}
                onClick={() => {
                  send.reset();
                  setOpen(decision);
                }}
              >
                {texts.decision.buttons[decision]}
              </ActionButton>
            </div>
          </li>
        ))}
      </ul>
      {open ? (
        <ReasonDialog
          key={open}
          title={`${texts.decision.buttons[open]}: ${subject}`}
          effect={props.effects[open]}
          readBy={common.sentToTheAuthor}
          reasons={reasons && optionsOf(reasons as Readonly<Record<C, string>>)}
          templates={props.templates[open]}
          optional={open === props.optional}
          confirm={texts.decision.buttons[open]}
          danger={open === 'reject'}
          send={send}
          onClose={() => setOpen(null)}
          onConfirm={({ code, text }) => props.onDecide({ decision: open, code: code as C, text })}
        />
      ) : null}
    </Card>
  );
}
