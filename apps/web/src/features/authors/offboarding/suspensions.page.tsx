import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useList, useSend } from '../../../api/hooks.js';
import type { SuspensionView } from '../../../api/views.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { FindAuthor } from '../../../components/forms/find-one.js';
import { Card, Page } from '../../../components/layout/page.js';
import type { Choice } from '../../../components/forms/pick-one.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { EmptyState } from '../../../components/feedback/states.js';
import { StatusBadge } from '../../../components/feedback/status-badge.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { When } from '../../../components/values/when.js';
import { WhyNot } from '../../../components/feedback/why-not.js';
import { useUrlState } from '../../../lib/url-state.js';
import { suspensionReasons } from '../../../text/suspension-reasons.js';

const REASONS = Object.entries(suspensionReasons).map(([value, label]) => ({ value, label }));
type Code = keyof typeof suspensionReasons;
const isCode = (text: string): text is Code => text in suspensionReasons;

/** Developer accounts that staff suspended, and the way to suspend one and to resume it. */
export function SuspensionsPage(): ReactNode {
  const [show, setShow] = useUrlState('show');
  const onlyOpen = show === 'open';
  const suspensions = useList('/api/v1/admin/suspensions', { query: { ...(onlyOpen && { open: 'true' as const }) } });
  const [resuming, setResuming] = useState<SuspensionView | null>(null);
  return (
    <Page title="Suspensions">
      <p className="dim">
        A suspended author cannot add submissions, versions or secrets. Installs and payouts continue; finance can hold
        payouts separately. To stop new installs, pause the Drive.
      </p>
      <div className="filters">
        <Checkbox
          label="Active only"
          checked={onlyOpen}
          onChange={(event) => setShow(event.currentTarget.checked ? 'open' : '')}
        />
      </div>
      <ListTable
        label="Suspensions"
        list={suspensions}
        rowKey={(row) => row.id}
        onClearFilters={onlyOpen ? () => setShow('') : undefined}
        empty={<EmptyState>No suspensions.</EmptyState>}
        columns={[
          { id: 'org', title: 'Author', wrap: true, cell: (row) => row.org_name },
          { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="suspension" code={row.state} /> },
          {
            id: 'reason',
            title: 'Reason',
            wrap: true,
            cell: (row) => (
              <>
                {suspensionReasons[row.code]}
                <div className="dim">{row.reason}</div>
              </>
            ),
          },
          {
            id: 'since',
            title: 'Suspended',
            wrap: true,
            cell: (row) => (
              <>
                <When at={row.suspended_at} /> by {row.suspended_by}
              </>
            ),
          },
          {
            id: 'until',
            title: 'Resumed',
            wrap: true,
            cell: (row) =>
              row.resumed_at ? (
                <>
                  <When at={row.resumed_at} /> by {row.resumed_by}
                  <div className="dim">{row.resume_reason}</div>
                </>
              ) : (
                ''
              ),
          },
          {
            id: 'act',
            title: 'Next step',
            cell: (row) =>
              row.state === 'suspended' ? (
                <Button variant="default" aria-label={`Resume ${row.org_name}`} onClick={() => setResuming(row)}>
                  Resume
                </Button>
              ) : (
                ''
              ),
          },
        ]}
      />
      <SuspendAuthor />
      {resuming ? <ResumeDialog key={resuming.id} suspension={resuming} onClose={() => setResuming(null)} /> : null}
    </Page>
  );
}

function SuspendAuthor(): ReactNode {
  const toast = useToast();
  const [author, setAuthor] = useState<Choice | null>(null);
  const [asking, setAsking] = useState(false);
  const suspend = useSend('/api/v1/admin/authors/{orgId}/suspend', {
    path: { orgId: author?.id ?? '' },
    onDone: () => {
      toast(`${author?.text ?? 'The author'} is suspended. All members are notified by email.`);
      setAsking(false);
      setAuthor(null);
    },
  });
  return (
    <Card title="Suspend an author">
      <FindAuthor
        label="Author"
        description="Organisation name, or a member’s name or email"
        chosen={author}
        onChoose={setAuthor}
      />
      <div>
        <WhyNot reason={author ? null : 'Choose an author first.'}>
          {(described) => (
            <Button color="red" onClick={() => setAsking(true)} {...described}>
              Suspend
            </Button>
          )}
        </WhyNot>
      </div>
      {asking && author ? (
        <ReasonDialog
          open
          danger
          title={`Suspend ${author.text}`}
          effect="New submissions, versions and secrets are blocked, and pending reviews cannot be approved. Installs and payouts continue."
          readBy="Sent to the author by email and shown on their home page."
          reasons={REASONS}
          confirm={`Suspend ${author.text}`}
          busy={suspend.isPending}
          error={suspend.error}
          onClose={() => setAsking(false)}
          onConfirm={({ code, text }) => {
            if (isCode(code)) suspend.mutate({ reason_code: code, reason: text });
          }}
        />
      ) : null}
    </Card>
  );
}

function ResumeDialog({ suspension, onClose }: { suspension: SuspensionView; onClose: () => void }): ReactNode {
  const toast = useToast();
  const resume = useSend('/api/v1/admin/authors/{orgId}/resume', {
    path: { orgId: suspension.org_id },
    onDone: () => {
      onClose();
      toast(`${suspension.org_name} is active again. All members are notified by email.`);
    },
  });
  return (
    <ReasonDialog
      open
      title={`Resume ${suspension.org_name}`}
      effect="Submissions, versions and secrets are allowed again."
      readBy="Sent to the author by email."
      confirm={`Resume ${suspension.org_name}`}
      busy={resume.isPending}
      error={resume.error}
      onClose={onClose}
      onConfirm={({ text }) => resume.mutate({ reason: text })}
    />
  );
}
