import { useState, type ReactNode } from 'react';
import type { ApiError } from '../../api/errors.js';
import { ActionButton } from '../feedback/feedback.js';
import { ReasonDialog } from '../forms/reason-dialog.js';
import { Card } from '../layout/page.js';

export type AppealAnswer = 'grant' | 'dismiss';

interface AppealDecisionProps {
  title: string;
  /** What an answer is called, and its effect as one sentence. */
  answers: Record<AppealAnswer, { button: string; effect: string }>;
  readBy: string;
  /** Why an answer cannot be given; null: it can. */
  whyNot: (answer: AppealAnswer) => string | null;
  decide: {
    isPending: boolean;
    error: ApiError | null;
    mutate: (body: { decision: AppealAnswer; text: string }, then: { onSuccess: () => void }) => void;
  };
}

/** Grant or dismiss an open appeal: each opens its effect and asks for a reason. */
export function AppealDecision({ title, answers, readBy, whyNot, decide }: AppealDecisionProps): ReactNode {
  const [open, setOpen] = useState<AppealAnswer | null>(null);
  const close = (): void => setOpen(null);
  return (
    <Card title={title}>
      <div className="row">
        {(['dismiss', 'grant'] as const).map((answer) => (
          <ActionButton
            key={answer}
            whyNot={whyNot(answer)}
            variant={answer === 'grant' ? 'filled' : 'default'}
            onClick={() => setOpen(answer)}
          >
            {answers[answer].button}
          </ActionButton>
        ))}
      </div>
      {open ? (
        <ReasonDialog
          key={open}
          open
          title={answers[open].button}
          effect={<p>{answers[open].effect}</p>}
          readBy={readBy}
          confirm={answers[open].button}
          danger={open === 'dismiss'}
          send={decide}
          onClose={close}
          onConfirm={({ text }) => decide.mutate({ decision: open, text }, { onSuccess: close })}
        />
      ) : null}
    </Card>
  );
}
