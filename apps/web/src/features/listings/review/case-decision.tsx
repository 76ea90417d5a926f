import { useNavigate } from '@tanstack/react-router';
import { useSend, type ReviewWorkspaceView, type SubmissionView } from '../../../api/hooks.js';
import { DecisionCard } from '../../../components/review/decision.js';
import { visible } from '../../../lib/visible.js';
import { texts as areaTexts } from '../texts/review.js';
import { common } from '../../../text/common.js';

const texts = areaTexts.caseDecision;

/** The missing conditions of each decision, and the buttons of complete ones. */
export function CaseDecision({ of: view, submission }: { of: ReviewWorkspaceView; submission: SubmissionView }) {
  const navigate = useNavigate();
  const decide = useSend('/api/v1/review/submissions/{id}/decide', {
    path: { id: view.submission_id },
    toast: texts.toast,
    onDone: () => void navigate({ to: '/review' }),
  });
  if (view.state !== 'in_review' || !view.digest) return null;
  const digest = view.digest;
  const installs = view.installs ? texts.someRunningInstalls(view.installs) : texts.runningInstalls;
  return (
    <DecisionCard
      of={view}
      subject={visible(`${submission.drive_name} ${submission.version ?? ''}`.trim())}
      effects={{
        approve: <p>{texts.approveEffect(installs)}</p>,
        request_changes: (
          <>
            <p>{texts.requestChangesEffect}</p>
            <pre className="pre-line" tabIndex={0} aria-label={texts.messageLabel}>
              {visible(view.request_text, true)}
            </pre>
          </>
        ),
        reject: <p>{texts.rejectEffect}</p>,
      }}
      reasons={{ reject: texts.rejections }}
      templates={{ approve: [texts.approveTemplate], request_changes: [], reject: [texts.rejectTemplate] }}
      optional="request_changes"
      whyNot={view.hold?.yours ? null : common.claimTheReviewFirst}
      send={decide}
      onDecide={({ decision, code, text }) =>
        decide.mutate({
          decision,
          digest,
          ...(text === '' ? {} : { reason: text }),
          ...(decision === 'reject' ? { code } : {}),
        })
      }
    />
  );
}
