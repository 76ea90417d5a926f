import { Button, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useGet, useSend } from '../../api/hooks.js';
import { meQuery } from '../../api/session.js';
import type { Schemas } from '../../api/types.js';
import { DataTable } from '../../components/data-table.js';
import { Card, Page } from '../../components/page.js';
import { Resource } from '../../components/resource.js';
import { Alert, SendError } from '../../components/states.js';
import { StatusBadge } from '../../components/status-badge.js';
import { useToast } from '../../components/toasts.js';
import { When } from '../../components/when.js';
import { serverNowMs } from '../../lib/server-time.js';
import { useParam } from '../../lib/url-state.js';

type Policy = Schemas['PolicyView'];
type Version = Schemas['PolicyVersionView'];

/** One policy: what holds, what waits for a second person, what held before, and a way to propose another. */
export function PolicyPage(): ReactNode {
  const key = useParam('key');
  const policy = useGet('/api/v1/finance/policies/{key}', { path: { key } }, { refreshMs: 15_000 });
  return (
    <Page title={policy.data?.title ?? 'Policy'}>
      <Resource of={policy} page>
        {(view) => (
          <>
            <Card title="What holds now">
              <p>{view.sentence}</p>
              {view.coming ? (
                <p>
                  From <When at={view.coming.valid_from} />: {view.coming.sentence}
                </p>
              ) : null}
            </Card>
            {view.proposal ? <Proposal proposal={view.proposal} /> : <ProposeForm key={view.version} policy={view} />}
            <h2>History</h2>
            <DataTable
              label="History"
              rows={view.versions}
              rowKey={(row) => row.id}
              columns={[
                { id: 'version', title: 'Version', cell: (row) => row.version },
                { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="decision" code={row.state} /> },
                { id: 'what', title: 'What it says', wrap: true, cell: (row) => row.sentence },
                {
                  id: 'from',
                  title: 'From',
                  cell: (row) => (row.version === 1 ? 'The beginning' : <When at={row.valid_from} />),
                },
                { id: 'who', title: 'Proposed by', cell: (row) => row.proposed_by },
                { id: 'by', title: 'Decided by', cell: (row) => row.decided_by ?? '' },
                { id: 'why', title: 'Reason', wrap: true, cell: (row) => row.reason },
              ]}
            />
          </>
        )}
      </Resource>
    </Page>
  );
}

function Proposal({ proposal }: { proposal: Version }): ReactNode {
  const me = useQuery(meQuery).data;
  const toast = useToast();
  const path = { id: proposal.id };
  const approve = useSend('/api/v1/finance/policy-proposals/{id}/approve', { path, onDone: () => toast('Approved.') });
  const reject = useSend('/api/v1/finance/policy-proposals/{id}/reject', { path, onDone: () => toast('Turned down.') });
  const own = me?.user.id === proposal.proposed_by_id;
  return (
    <Card title="Waits for a second person">
      <p>{proposal.sentence}</p>
      <p className="small dim">
        From <When at={proposal.valid_from} />. Proposed by {proposal.proposed_by}: {proposal.reason}
      </p>
      <SendError error={approve.error ?? reject.error} />
      {own ? (
        <Alert tone="info">You proposed this. Another person with the finance role has to approve it.</Alert>
      ) : null}
      <div className="row">
        <Button disabled={own} loading={approve.isPending} onClick={() => approve.mutate({})}>
          Approve
        </Button>
        <Button variant="default" loading={reject.isPending} onClick={() => reject.mutate({})}>
          {own ? 'Take back' : 'Turn down'}
        </Button>
      </div>
    </Card>
  );
}

function read(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

function ProposeForm({ policy }: { policy: Policy }): ReactNode {
  const toast = useToast();
  const [text, setText] = useState(JSON.stringify(policy.value, null, 2));
  const [from, setFrom] = useState(() => new Date(serverNowMs()).toISOString().slice(0, 16));
  const [reason, setReason] = useState('');
  const path = { key: policy.key };
  const preview = useSend('/api/v1/finance/policies/{key}/preview', { path });
  const propose = useSend('/api/v1/finance/policies/{key}/proposals', {
    path,
    onDone: () => toast('Proposed. Another person has to approve it.'),
  });
  const parsed = read(text);
  const validFrom = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(from) ? `${from}:00Z` : null;
  return (
    <Card title="Propose a change">
      <Textarea
        label="Value"
        description="As JSON. Amounts are minor units in quotation marks, shares are hundredths of a percent."
        value={text}
        autosize
        minRows={2}
        maxRows={20}
        error={parsed ? undefined : 'This is not JSON.'}
        onChange={(event) => {
          setText(event.currentTarget.value);
          preview.reset();
        }}
      />
      <TextInput
        label="Holds from (UTC)"
        type="datetime-local"
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextInput label="Reason" value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      <SendError error={preview.error ?? propose.error} />
      {preview.data ? (
        <Alert tone="info">
          <p>Now: {preview.data.now}</p>
          <p>Then: {preview.data.then}</p>
        </Alert>
      ) : null}
      <div className="row">
        <Button
          variant="default"
          disabled={!parsed}
          loading={preview.isPending}
          onClick={() => parsed && preview.mutate({ value: parsed.value as never })}
        >
          Show what it means
        </Button>
        <Button
          disabled={!parsed || !preview.data || validFrom === null || reason.trim().length < 3}
          loading={propose.isPending}
          onClick={() =>
            parsed &&
            validFrom &&
            propose.mutate({ value: parsed.value as never, valid_from: validFrom, reason: reason.trim() })
          }
        >
          Propose
        </Button>
      </div>
    </Card>
  );
}
