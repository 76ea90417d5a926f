import { ReasonDialog } from '../forms/reason-dialog.js';
import type { Sent } from '../forms/send-dialog.js';
import { DialogButton } from '../layout/dialog-button.js';
import { Card } from '../layout/page.js';

export type AppealAnswer = 'grant' | 'dismiss';

interface AppealDecisionProps {
  title: string;
  /** What an answer is called, and its effect as one sentence. */
  answers: Record<AppealAnswer, { button: string; effect: string }>;
  readBy: string;
  /** Why an answer cannot be given; null: it can. */
  whyNot: (answer: AppealAnswer) => string | null;
  decide: Sent & {
    mutate: (body: { decision: AppealAnswer; text: string }, then: { onSuccess: () => void }) => void;
  };
}

/** Grant or dismiss an open appeal: each opens its effect and asks for a reason. */
export function AppealDecision({ title, answers, readBy, whyNot, decide }: AppealDecisionProps) {
  return (
    <Card title={title}>
      <div className="row">
        {(['dismiss', 'grant'] as const).map((answer) => (
          <DialogButton
            key={answer}
            whyNot={whyNot(answer)}
            variant={answer === 'grant' ? 'filled' : 'default'}
            dialog={(close) => (
              <ReasonDialog
                title={answers[answer].button}
                effect={<p>{answers[answer].effect}</p>}
                readBy={readBy}
                confirm={answers[answer].button}
                danger={answer === 'dismiss'}
                send={decide}
                onClose={close}
                onConfirm={({ text }) => decide.mutate({ decision: answer, text }, { onSuccess: close })}
              />
            )}
          >
            {answers[answer].button}
          </DialogButton>
        ))}
      </div>
    </Card>
  );
}
