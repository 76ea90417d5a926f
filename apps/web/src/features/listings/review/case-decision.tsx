import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { call } from '../../../api/client.js';
import { useSend, type ReviewWorkspaceView, type SubmissionView } from '../../../api/hooks.js';
import { useToast } from '../../../components/feedback/toast-context.js';
import { DecisionCard } from '../../../components/review/decision.js';
import { useNextCase } from '../../../components/review/next-case.js';
import { visible } from '../../../lib/visible.js';
import { texts as areaTexts } from '../texts/review.js';
import { common, rich } from '../../../text/common.js';

const texts = areaTexts.caseDecision;

/** What speaks most against the case, the missing conditions of each decision, and the buttons of complete ones. */
export function CaseDecision({ of: view, submission }: { of: ReviewWorkspaceView; submission: SubmissionView }) {
  const id = view.submission_id;
  const name = visible(`${submission.drive_name} ${submission.version ?? ''}`.trim());
  const next = useNextCase('submissions', id);
  const show = useToast();
  const judged = useRef<object | null>(null);
  const decide = useSend('/api/v1/review/submissions/{id}/decide', {
    path: { id },
    send: async ({ digest }, first) => {
      const body = { digest, judgements: [judged.current] };
      if (judged.current) await call('POST', '/api/v1/review/submissions/{id}/judgements', { path: { id }, body });
      return first();
    },
    onDone: () => {
      const back = <Link to="/review/submissions/$id" params={{ id }} children={name} />;
      show(<>{rich(texts.toast, { back })}</>);
      void next();
    },
  });
  if (view.state !== 'in_review' || !view.digest || view.own) return null;
  const digest = view.digest;
  const installs = view.installs ? texts.someRunningInstalls(view.installs) : texts.runningInstalls;
  return (
    <DecisionCard
      of={view}
      worst={view.worst}
      subject={name}
      effects={{
        approve: <p>{texts.approveEffect(installs)}</p>,
        request_changes: (
          <>
            <p>{view.request_text === '' ? texts.requestWorstEffect : texts.requestChangesEffect}</p>
            <pre className="pre-line" tabIndex={0} hidden={view.request_text === ''} aria-label={texts.messageLabel}>
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
      onDecide={({ decision, code, text, against }) => {
        const verdict = decision === 'reject' ? 'fail' : 'needs_change';
        judged.current = against === null ? null : { criterion: against, verdict, note: text };
        decide.mutate({
          decision,
          digest,
          // The note of the judgement is in the request already.
          ...(text !== '' && !(against && decision === 'request_changes') && { reason: text }),
          ...(decision === 'reject' && { code }),
        });
      }}
    />
  );
}
