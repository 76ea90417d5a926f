import { Button, TextInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useGet, useSend } from '../../../api/hooks.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { FindAuthor } from '../../../components/forms/find-one.js';
import { Card, Page } from '../../../components/layout/page.js';
import type { Choice } from '../../../components/forms/pick-one.js';
import { Resource } from '../../../components/feedback/resource.js';
import { EmptyState, SendError } from '../../../components/feedback/states.js';
import { StatusBadge } from '../../../components/feedback/status-badge.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { When } from '../../../components/values/when.js';
import { WhyNot } from '../../../components/feedback/why-not.js';

const MIN_REASON = 3;

/** Authors who leave or were told to, and the way to tell one. */
export function OffboardingsPage(): ReactNode {
  const offboardings = useGet('/api/v1/admin/offboardings');
  return (
    <Page title="Offboarding">
      <Resource of={offboardings} page>
        {({ items }) => (
          <>
            {items.length === 0 ? (
              <EmptyState>No offboardings.</EmptyState>
            ) : (
              <DataTable
                label="Offboarding"
                rows={items}
                rowKey={(row) => `${row.org_id} ${row.asked_at}`}
                columns={[
                  { id: 'org', title: 'Author', cell: (row) => row.org_name },
                  { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="offboarding" code={row.state} /> },
                  { id: 'by', title: 'Announced by', cell: (row) => row.asked_by },
                  { id: 'reason', title: 'Reason', wrap: true, cell: (row) => row.reason },
                  { id: 'closes', title: 'No new installs from', cell: (row) => <When at={row.closes_at} /> },
                  { id: 'ends', title: 'Ends', cell: (row) => <When at={row.ends_at} /> },
                  {
                    id: 'act',
                    title: 'Next step',
                    cell: (row) => (row.can_be_taken_back ? <TakeBack orgId={row.org_id} /> : ''),
                  },
                ]}
              />
            )}
            <EndAccount />
          </>
        )}
      </Resource>
    </Page>
  );
}

function TakeBack({ orgId }: { orgId: string }): ReactNode {
  const withdraw = useSend('/api/v1/admin/authors/{orgId}/offboarding/withdraw', { path: { orgId } });
  return (
    <>
      <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
        Withdraw
      </Button>
      <SendError error={withdraw.error} />
    </>
  );
}

function EndAccount(): ReactNode {
  const toast = useToast();
  const [author, setAuthor] = useState<Choice | null>(null);
  const [name, setName] = useState('');
  const [reason, setReason] = useState('');
  const end = useSend('/api/v1/admin/authors/{orgId}/offboarding', {
    path: { orgId: author?.id ?? '' },
    onDone: () => {
      toast('Announced. The author and the operators of its installs are notified.');
      setAuthor(null);
      setName('');
      setReason('');
    },
  });
  const missing =
    author === null
      ? 'Choose an author first.'
      : name.trim() !== author.text
        ? `Type ${author.text} to confirm.`
        : reason.trim().length < MIN_REASON
          ? 'Give a reason.'
          : null;
  return (
    <section className="stack" aria-labelledby="end-account">
      <h2 id="end-account">Close an author’s account</h2>
      <Card>
        <p>
          The same notice period applies as when an author closes the account: you can withdraw this for 7 days, and
          installs end 90 days later. In urgent cases, a reviewer can remove the Drive.
        </p>
        <FindAuthor
          label="Author"
          description="Organisation name, or a member’s name or email"
          chosen={author}
          onChoose={setAuthor}
        />
        <TextInput
          label="Organisation name, to confirm"
          description={author ? `Type ${author.text}` : undefined}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          label="Reason"
          description="Sent to the author."
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <SendError error={end.error} />
        <div>
          <WhyNot reason={missing}>
            {(described) => (
              <Button
                color="red"
                loading={end.isPending}
                onClick={() => end.mutate({ reason: reason.trim(), confirm_name: name })}
                {...described}
              >
                Announce closure
              </Button>
            )}
          </WhyNot>
        </div>
      </Card>
    </section>
  );
}
