import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSend } from '../../../api/hooks.js';
import type { SubmissionView, Workspace } from '../../../api/views.js';
import { Card } from '../../../components/layout/page.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { WhyNot } from '../../../components/feedback/why-not.js';
import { visible } from '../../../lib/visible.js';
import type { Decision } from '../../../components/review/decision.js';

const names: Record<Decision, string> = { approve: 'Approve', request_changes: 'Request changes', reject: 'Reject' };
const order: readonly Decision[] = ['request_changes', 'reject', 'approve'];

/** Codes of the catalogue of reasons for a rejection. */
const rejections = [
  { value: 'do_not_rules', label: 'Breaks the do-not rules' },
  { value: 'security', label: 'Not safe enough' },
  { value: 'scope', label: 'Asks for more than it needs' },
  { value: 'misleading_claims', label: 'Claims what is not there' },
  { value: 'compliance', label: 'Compliance claims without ground' },
  { value: 'duplicate', label: 'Copies or resembles another Drive' },
  { value: 'quality', label: 'Listing cannot be understood' },
  { value: 'other', label: 'Something else' },
] as const;
type RejectionCode = (typeof rejections)[number]['value'];

const templates: Record<Decision, readonly string[]> = {
  approve: ['All checks passed; every permission is explained by what the Drive does.'],
  request_changes: [],
  reject: ['The Drive asks for access that its purpose does not explain, and no reason was given.'],
};

/** What each decision still needs, and the buttons of those that need nothing more. */
export function CaseDecision({ of: view, submission }: { of: Workspace; submission: SubmissionView }): ReactNode {
  const [open, setOpen] = useState<Decision | null>(null);
  const toast = useToast();
  const navigate = useNavigate();
  const decide = useSend('/api/v1/review/submissions/{id}/decide', {
    path: { id: view.submission_id },
    onDone: () => {
      toast('Decided. The author has been told.');
      void navigate({ to: '/review' });
    },
  });
  if (view.state !== 'in_review' || !view.digest) return null;
  const digest = view.digest;
  const held = view.hold?.yours === true;
  const title = (id: string): string => view.criteria.find((criterion) => criterion.id === id)?.title ?? id;
  const subject = `${submission.drive_name} ${submission.version ?? ''}`.trim();
  const effects: Record<Decision, ReactNode> = {
    approve: (
      <p>
        It goes live at exactly the digest shown.{' '}
        {view.installs ? `${view.installs} running installs` : 'Running installs'} are offered it when its version went
        up. Their operators decide; where a tenant lets harmless upgrades in, a harmless one happens at once.
      </p>
    ),
    request_changes: (
      <>
        <p>The author gets this, answers, and only these criteria are judged again:</p>
        <pre className="pre-line" tabIndex={0} aria-label="What the author reads">
          {visible(view.request_text, true)}
        </pre>
      </>
    ),
    reject: <p>This submission ends here. The author reads the reason.</p>,
  };
  return (
    <Card title="Decision">
      <ul className="checks" aria-label="What a decision needs">
        {order.map((decision) => {
          const gap = view.decisions.find((one) => one.decision === decision);
          const about = gap && gap.criteria.length > 0 ? ` ${gap.criteria.map(title).join(', ')}.` : '';
          const missing = !held
            ? 'Take the case first.'
            : gap && !gap.possible
              ? `${gap.message ?? 'It is not possible yet.'}${about}`
              : null;
          return (
            <li key={decision}>
              <div className="row">
                <WhyNot reason={missing}>
                  {(described) => (
                    <Button
                      variant={decision === 'approve' ? 'filled' : 'default'}
                      {...described}
                      onClick={() => {
                        decide.reset();
                        setOpen(decision);
                      }}
                    >
                      {names[decision]}
                    </Button>
                  )}
                </WhyNot>
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
          readBy="The author reads this."
          reasons={open === 'reject' ? rejections : undefined}
          templates={templates[open]}
          optional={open === 'request_changes'}
          confirm={names[open]}
          danger={open === 'reject'}
          busy={decide.isPending}
          error={decide.error}
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
