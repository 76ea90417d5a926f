import { useState, type ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import type { ApplicationCase } from '../../../api/views.js';
import { Card } from '../../../components/layout/page.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { ActionButton } from '../../../components/feedback/why-not.js';
import { texts } from '../texts/applications.js';

export const SOMEBODY_ELSE = texts.appealDecision.ownRejection;

type Answer = 'grant' | 'dismiss';
const answers: Record<Answer, { button: string; effect: string }> = {
  grant: {
    button: texts.appealDecision.grant.button,
    effect: texts.appealDecision.grantEffect,
  },
  dismiss: {
    button: texts.appealDecision.dismiss.button,
    effect: texts.appealDecision.dismissEffect,
  },
};

/** An appeal that waits: another reviewer than the one who refused says whether it is heard. */
export function DecideAppeal({ application }: { application: ApplicationCase }): ReactNode {
  const toast = useToast();
  const [open, setOpen] = useState<Answer | null>(null);
  const decide = useSend('/api/v1/review/applications/{id}/appeal/decide', {
    path: { id: application.id },
    onDone: (after) => {
      setOpen(null);
      toast(
        after.state === 'in_review' ? texts.appealDecision.toastAppealGranted : texts.appealDecision.toastDismissed,
      );
    },
  });
  if (application.appeal?.state !== 'open') return null;
  return (
    <Card title={texts.appealDecision.title}>
      <div className="row">
        {(['dismiss', 'grant'] as const).map((answer) => (
          <ActionButton
            key={answer}
            whyNot={application.refused_by_you ? SOMEBODY_ELSE : null}
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
          readBy={texts.appealDecision.readBy}
          confirm={answers[open].button}
          danger={open === 'dismiss'}
          busy={decide.isPending}
          error={decide.error}
          onClose={() => setOpen(null)}
          onConfirm={({ text }) => decide.mutate({ decision: open, text })}
        />
      ) : null}
    </Card>
  );
}
