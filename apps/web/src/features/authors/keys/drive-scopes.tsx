import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import type { ReactNode } from 'react';
import { useList, useSend } from '../../../api/hooks.js';
import type { Schemas } from '../../../api/types.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { EmptyState } from '../../../components/feedback/states.js';
import { StatusBadge } from '../../../components/feedback/status-badge.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { useUrlState } from '../../../lib/url-state.js';

type Drive = Schemas['DriveKeyScopeView'];

/** Which Drives are first-party ones, so that the fleet's secret signs for them; made or ended here. */
export function DriveScopes({ issued }: { issued: boolean }): ReactNode {
  const [q, setQ] = useUrlState('q');
  const drives = useList('/api/v1/admin/drives', { query: { q: useDeferredValue(q) || undefined } });
  const [changing, setChanging] = useState<Drive | null>(null);
  return (
    <section className="stack stack-8" aria-labelledby="scopes">
      <h2 id="scopes">Whose secret signs</h2>
      <p className="dim">
        First-party Drives are listed first. Authors choose between one secret for all installs and one per tenant. Here
        you can make a Drive first-party or undo it.
      </p>
      <div className="filters">
        <TextInput
          label="Drive or author"
          type="search"
          value={q}
          onChange={(event) => setQ(event.currentTarget.value)}
        />
      </div>
      <ListTable
        label="Drives"
        list={drives}
        rowKey={(row) => row.drive_id}
        onClearFilters={q ? () => setQ('') : undefined}
        empty={<EmptyState>No Drives yet. A Drive appears when its application is approved.</EmptyState>}
        columns={[
          {
            id: 'drive',
            title: 'Drive',
            cell: (row) => (
              <>
                <Link to="/admin/drives/$id" params={{ id: row.drive_id }}>
                  {row.name}
                </Link>{' '}
                <code className="small">{row.slug}</code>
              </>
            ),
          },
          { id: 'author', title: 'Author', cell: (row) => row.author },
          { id: 'scope', title: 'Signed with', cell: (row) => <StatusBadge kind="key_scope" code={row.scope} /> },
          {
            id: 'act',
            title: 'Change',
            cell: (row) => (
              <Button variant="default" aria-label={`${verbOf(row)} (${row.name})`} onClick={() => setChanging(row)}>
                {verbOf(row)}
              </Button>
            ),
          },
        ]}
      />
      {changing ? <ChangeScope drive={changing} issued={issued} onClose={() => setChanging(null)} /> : null}
    </section>
  );
}

const verbOf = ({ scope }: Drive): string => (scope === 'fleet' ? 'End first-party' : 'Make first-party');

function ChangeScope({ drive, issued, onClose }: { drive: Drive; issued: boolean; onClose: () => void }): ReactNode {
  const toast = useToast();
  const ends = drive.scope === 'fleet';
  const choose = useSend('/api/v1/admin/drives/{driveId}/key-scope', {
    path: { driveId: drive.drive_id },
    onDone: () => {
      toast(ends ? `${drive.name} is signed with its own secret again.` : `The fleet secret signs for ${drive.name}.`);
      onClose();
    },
  });
  return (
    <ReasonDialog
      open
      title={ends ? `${drive.name} is no longer a first-party Drive` : `Make ${drive.name} a first-party Drive`}
      effect={
        ends
          ? 'From now on, calls are signed with the Drive’s own secret. If it has none, its author must issue one; until then no calls can be made.'
          : `From now on, calls are signed with the fleet secret. ${issued ? 'The Drive must already have it, or it refuses every call.' : 'No fleet secret exists yet. No calls can be made until one is issued and the Drive has it.'} Its own secret is kept and used again if you undo this.`
      }
      readBy="Kept in the audit trail."
      confirm={verbOf(drive)}
      danger
      busy={choose.isPending}
      error={choose.error}
      onClose={onClose}
      onConfirm={({ text }) => choose.mutate({ scope: ends ? 'drive' : 'fleet', reason: text })}
    />
  );
}
