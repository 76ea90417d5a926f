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
  { value: 'misleading_claims', label: 'Claims features that do not exist' },
  { value: 'compliance', label: 'Unsupported compliance claims' },
  { value: 'duplicate', label: 'Copies or resembles another Drive' },
  { value: 'quality', label: 'Unclear listing' },
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
      toast('Decision sent to the author.');
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
        Exactly the digest shown goes live. {view.installs ? `${view.installs} running installs` : 'Running installs'}{' '}
        are offered the upgrade if the version number increased. Their operators decide, unless the tenant accepts
        harmless upgrades automatically.
      </p>
    ),
    request_changes: (
      <>
        <p>The author receives this and responds. Only these criteria are reviewed again:</p>
        <pre className="pre-line" tabIndex={0} aria-label="Message to the author">
          {visible(view.request_text, true)}
        </pre>
      </>
    ),
    reject: <p>This closes the submission. The reason is sent to the author.</p>,
  };
  return (
    <Card title="Decision">
      <ul className="checks" aria-label="Required for a decision">
        {order.map((decision) => {
          const gap = view.decisions.find((one) => one.decision === decision);
          const about = gap && gap.criteria.length > 0 ? ` ${gap.criteria.map(title).join(', ')}.` : '';
          const missing = !held
            ? 'Claim the review first.'
            : gap && !gap.possible
              ? `${gap.message ?? 'Not possible yet.'}${about}`
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
          readBy="Sent to the author."
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
