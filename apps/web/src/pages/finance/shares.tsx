import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useList, useSend } from '../../api/hooks.js';
import { meQuery } from '../../api/session.js';
import type { Schemas } from '../../api/types.js';
import { ListTable } from '../../components/data-table.js';
import { Card, Page } from '../../components/page.js';
import { EmptyState, SendError } from '../../components/states.js';
import { StatusBadge } from '../../components/status-badge.js';
import { useToast } from '../../components/toasts.js';
import { formatMonth } from '../../lib/format.js';

type Override = Schemas['ShareOverrideView'];

function shareText(basisPoints: number | null): string {
  return basisPoints === null ? "Everybody's share" : `${basisPoints / 100} % to the author`;
}

/** Shares agreed with single authors or for single Drives, and those that wait for a second person. */
export function SharesPage(): ReactNode {
  const overrides = useList('/api/v1/finance/share-overrides', {}, { refreshMs: 15_000 });
  return (
    <Page title="Agreed shares">
      <p>
        Another share than everybody's, for installs that begin from a month on. A Drive's goes before its author's.
        Installs keep the share that they began with.
      </p>
      <ListTable
        label="Agreed shares"
        list={overrides}
        rowKey={(row) => row.id}
        empty={<EmptyState>Everybody has the share of the policy.</EmptyState>}
        columns={[
          { id: 'name', title: 'Of', cell: (row) => `${row.name} (${row.drive_id ? 'plugin' : 'author'})` },
          { id: 'share', title: 'Share', cell: (row) => shareText(row.basis_points) },
          { id: 'month', title: 'From', cell: (row) => formatMonth(row.month) },
          { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="decision" code={row.state} /> },
          { id: 'who', title: 'Proposed by', cell: (row) => row.proposed_by },
          { id: 'why', title: 'Reason', wrap: true, cell: (row) => row.reason },
          { id: 'act', title: 'Decide', cell: (row) => (row.state === 'proposed' ? <Decide override={row} /> : '') },
        ]}
      />
      <Propose />
    </Page>
  );
}

function Decide({ override }: { override: Override }): ReactNode {
  const me = useQuery(meQuery).data;
  const toast = useToast();
  const path = { id: override.id };
  const approve = useSend('/api/v1/finance/share-overrides/{id}/approve', { path, onDone: () => toast('Approved.') });
  const reject = useSend('/api/v1/finance/share-overrides/{id}/reject', { path, onDone: () => toast('Turned down.') });
  const own = me?.user.id === override.proposed_by_id;
  return (
    <>
      <div className="row">
        {own ? null : (
          <Button loading={approve.isPending} onClick={() => approve.mutate({})}>
            Approve
          </Button>
        )}
        <Button variant="default" loading={reject.isPending} onClick={() => reject.mutate({})}>
          {own ? 'Take back' : 'Turn down'}
        </Button>
      </div>
      <SendError error={approve.error ?? reject.error} />
    </>
  );
}

function Propose(): ReactNode {
  const toast = useToast();
  const [of, setOf] = useState<'org_id' | 'drive_id'>('org_id');
  const [id, setId] = useState('');
  const [points, setPoints] = useState('');
  const [month, setMonth] = useState('');
  const [reason, setReason] = useState('');
  const propose = useSend('/api/v1/finance/share-overrides', {
    onDone: () => {
      setReason('');
      toast('Proposed. Another person has to approve it.');
    },
  });
  const ready =
    id.trim() !== '' && /^\d{0,5}$/.test(points) && /^20\d\d-\d\d$/.test(month) && reason.trim().length >= 3;
  return (
    <Card title="Propose a share">
      <div className="filters">
        <NativeSelect
          label="Of"
          value={of}
          data={[
            { value: 'org_id', label: 'Author' },
            { value: 'drive_id', label: 'Plugin' },
          ]}
          onChange={(event) => setOf(event.currentTarget.value as 'org_id' | 'drive_id')}
        />
        <TextInput label="Id" value={id} onChange={(event) => setId(event.currentTarget.value)} />
        <TextInput
          label="Basis points (empty: everybody's)"
          inputMode="numeric"
          value={points}
          onChange={(event) => setPoints(event.currentTarget.value)}
        />
        <TextInput
          label="From month"
          placeholder="2027-01"
          value={month}
          onChange={(event) => setMonth(event.currentTarget.value)}
        />
        <TextInput label="Reason" value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      </div>
      <SendError
        error={propose.error}
        rest={propose.error?.details.map((detail) => `${detail.pointer}: ${detail.message}`).join(' ')}
      />
      <div>
        <Button
          disabled={!ready}
          loading={propose.isPending}
          onClick={() =>
            propose.mutate({
              [of]: id.trim(),
              basis_points: points === '' ? null : Number(points),
              month,
              reason: reason.trim(),
            } as never)
          }
        >
          Propose
        </Button>
      </div>
    </Card>
  );
}
