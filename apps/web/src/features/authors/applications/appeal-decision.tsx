import type { ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import type { ApplicationCase } from '../../../api/views.js';
import { AppealDecision } from '../../../components/review/appeal-decision.js';
import { texts } from '../texts/applications.js';

export const SOMEBODY_ELSE = texts.appealDecision.ownRejection;

const ANSWERS = {
  grant: { button: texts.appealDecision.grant.button, effect: texts.appealDecision.grantEffect },
  dismiss: { button: texts.appealDecision.dismiss.button, effect: texts.appealDecision.dismissEffect },
};

/** An appeal that waits: a reviewer other than the one who refused decides it. */
export function DecideAppeal({ application }: { application: ApplicationCase }): ReactNode {
  const decide = useSend('/api/v1/review/applications/{id}/appeal/decide', {
    path: { id: application.id },
    toast: (after) =>
      after.state === 'in_review' ? texts.appealDecision.toastAppealGranted : texts.appealDecision.toastDismissed,
  });
  if (application.appeal?.state !== 'open') return null;
  return (
    <AppealDecision
      title={texts.appealDecision.title}
      answers={ANSWERS}
      readBy={texts.appealDecision.readBy}
      whyNot={() => (application.refused_by_you ? SOMEBODY_ELSE : null)}
      decide={decide}
    />
  );
}
