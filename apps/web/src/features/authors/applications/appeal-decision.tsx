import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import type { ApplicationCase } from '../../../api/views.js';
import { Card } from '../../../components/layout/page.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { WhyNot } from '../../../components/feedback/why-not.js';

export const SOMEBODY_ELSE = 'You rejected this application. Another reviewer must decide.';

type Answer = 'grant' | 'dismiss';
const answers: Record<Answer, { button: string; effect: string }> = {
  grant: {
    button: 'Grant the appeal',
    effect: 'The application goes back to review. Every criterion is reviewed again, by you or another reviewer.',
  },
  dismiss: {
    button: 'Dismiss the appeal',
    effect: 'The rejection becomes final. The reason is sent to the applicant.',
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
      toast(after.state === 'in_review' ? 'Appeal granted. The application is back in review.' : 'Dismissed.');
    },
  });
  if (application.appeal?.state !== 'open') return null;
  return (
    <Card title="Decision on the appeal">
      <div className="row">
        {(['dismiss', 'grant'] as const).map((answer) => (
          <WhyNot key={answer} reason={application.refused_by_you ? SOMEBODY_ELSE : null}>
            {(described) => (
              <Button
                variant={answer === 'grant' ? 'filled' : 'default'}
                {...described}
                onClick={() => setOpen(answer)}
              >
                {answers[answer].button}
              </Button>
            )}
          </WhyNot>
        ))}
      </div>
      {open ? (
        <ReasonDialog
          key={open}
          open
          title={answers[open].button}
          effect={<p>{answers[open].effect}</p>}
          readBy="Sent to the applicant."
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
