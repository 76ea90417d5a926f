import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import type { SubmissionView, Workspace } from '../../../api/views.js';
import { Card } from '../../../components/layout/page.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { ActionButton } from '../../../components/feedback/feedback.js';
import { visible } from '../../../lib/visible.js';
import type { Decision } from '../../../components/review/decision.js';
import { texts } from '../texts/review.js';
import { common } from '../../../text/common.js';

const names: Record<Decision, string> = texts.caseDecision.names;
const order: readonly Decision[] = ['request_changes', 'reject', 'approve'];

/** Codes of the catalogue of reasons for a rejection. */
const rejections = [
  { value: 'do_not_rules', label: texts.caseDecision.rejections.doNotRules },
  { value: 'security', label: texts.caseDecision.rejections.security },
  { value: 'scope', label: texts.caseDecision.rejections.scope },
  { value: 'misleading_claims', label: texts.caseDecision.rejections.misleadingClaims },
  { value: 'compliance', label: texts.caseDecision.rejections.compliance },
  { value: 'duplicate', label: texts.caseDecision.rejections.duplicate },
  { value: 'quality', label: texts.caseDecision.rejections.quality },
  { value: 'other', label: texts.caseDecision.rejections.other },
] as const;
type RejectionCode = (typeof rejections)[number]['value'];

const templates: Record<Decision, readonly string[]> = {
  approve: [texts.caseDecision.approveTemplate],
  request_changes: [],
  reject: [texts.caseDecision.rejectTemplate],
};

/** The missing conditions of each decision, and the buttons of complete ones. */
export function CaseDecision({ of: view, submission }: { of: Workspace; submission: SubmissionView }): ReactNode {
  const [open, setOpen] = useState<Decision | null>(null);
  const navigate = useNavigate();
  const decide = useSend('/api/v1/review/submissions/{id}/decide', {
    path: { id: view.submission_id },
    toast: texts.caseDecision.toast,
    onDone: () => void navigate({ to: '/review' }),
  });
  if (view.state !== 'in_review' || !view.digest) return null;
  const digest = view.digest;
  const held = view.hold?.yours === true;
  const title = (id: string): string => view.criteria.find((criterion) => criterion.id === id)?.title ?? id;
  const subject = `${submission.drive_name} ${submission.version ?? ''}`.trim();
  const effects: Record<Decision, ReactNode> = {
    approve: (
      <p>
        {texts.caseDecision.approveEffect(
          view.installs ? texts.caseDecision.someRunningInstalls(view.installs) : texts.caseDecision.runningInstalls,
        )}
      </p>
    ),
    request_changes: (
      <>
        <p>{texts.caseDecision.requestChangesEffect}</p>
        <pre className="pre-line" tabIndex={0} aria-label={texts.caseDecision.messageLabel}>
          {visible(view.request_text, true)}
        </pre>
      </>
    ),
    reject: <p>{texts.caseDecision.rejectEffect}</p>,
  };
  return (
    <Card title={texts.caseDecision.title}>
      <ul className="checks" aria-label={texts.caseDecision.requiredDecisionLabel}>
        {order.map((decision) => {
          const gap = view.decisions.find((one) => one.decision === decision);
          const about = gap && gap.criteria.length > 0 ? ` ${gap.criteria.map(title).join(', ')}.` : '';
          const missing = !held
            ? texts.caseDecision.claimTheReviewFirst
            : gap && !gap.possible
              ? `${gap.message ?? texts.caseDecision.notPossibleYet}${about}`
              : null;
          return (
            <li key={decision}>
              <div className="row">
                <ActionButton
                  whyNot={missing}
                  variant={decision === 'approve' ? 'filled' : 'default'}
                  onClick={() => {
                    decide.reset();
                    setOpen(decision);
                  }}
                >
                  {names[decision]}
                </ActionButton>
              </div>
            </li>
          );
        })}
      </ul>
      {open ? (
        <ReasonDialog
          key={open}
          open
          title={`${names[open]}: ${visible(subject)}`}
          effect={effects[open]}
          readBy={common.sentToTheAuthor}
          reasons={open === 'reject' ? rejections : undefined}
          templates={templates[open]}
          optional={open === 'request_changes'}
          confirm={names[open]}
          danger={open === 'reject'}
          send={decide}
          onClose={() => setOpen(null)}
          onConfirm={({ code, text }) =>
            decide.mutate({
              decision: open,
              digest,
              ...(text === '' ? {} : { reason: text }),
              ...(open === 'reject' ? { code: code as RejectionCode } : {}),
            })
          }
        />
      ) : null}
    </Card>
  );
}
