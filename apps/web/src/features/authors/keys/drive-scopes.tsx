import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { useList, type DriveKeyScopeView } from '../../../api/hooks.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { ReasonButton } from '../../../components/forms/post-button.js';
import { StatusBadge } from '../../../components/feedback/feedback.js';
import { useUrlState } from '../../../lib/url-state.js';
import { controlled } from '../../../lib/use-form.js';
import { texts } from '../texts/keys.js';
import { common } from '../../../text/common.js';

/** For which Drives the fleet's secret signs; proposed here. */
export function DriveScopes() {
  const [q, setQ] = useUrlState('q');
  const drives = useList('/api/v1/admin/drives', { query: { q: useDeferredValue(q) || undefined } });
  return (
    <section className="stack stack-8" aria-labelledby="scopes">
      <h2 id="scopes">{common.signingSecret}</h2>
      <p className="dim">{texts.driveScopes.explanation}</p>
      <div className="filters">
        <TextInput label={texts.driveScopes.driveOrAuthorLabel} type="search" {...controlled(q, setQ)} />
      </div>
      <ListTable
        label={common.drives}
        list={drives}
        rowKey={(row) => row.drive_id}
        onClearFilters={q ? () => setQ('') : undefined}
        empty={texts.driveScopes.empty}
        titles={texts.driveScopes.columns}
        columns={[
          {
            id: 'drive',
            cell: (row) => (
              <>
                <Link to="/admin/drives/$id" params={{ id: row.drive_id }}>
                  {row.name}
                </Link>{' '}
                <code className="small">{row.slug}</code>
              </>
            ),
          },
          { id: 'author', cell: (row) => row.author },
          { id: 'scope', cell: (row) => <StatusBadge kind="key_scope" code={row.scope} /> },
          { id: 'change', cell: (row) => <ChangeScope drive={row} /> },
        ]}
      />
    </section>
  );
}

const verbOf = ({ scope }: DriveKeyScopeView): string =>
  scope === 'fleet' ? texts.driveScopes.useOwn : texts.driveScopes.useFleet;

function ChangeScope({ drive }: { drive: DriveKeyScopeView }) {
  const { name } = drive;
  const ends = drive.scope === 'fleet';
  return (
    <ReasonButton
      aria-label={`${verbOf(drive)} (${name})`}
      to="/api/v1/admin/drives/{driveId}/key-scope"
      options={{ path: { driveId: drive.drive_id }, toast: common.toastProposed }}
      more={{ scope: ends ? 'drive' : 'fleet' }}
      title={ends ? texts.driveScopes.useOwnTitle(name) : texts.driveScopes.useFleetTitle(name)}
      effect={ends ? texts.driveScopes.useOwnEffect : texts.driveScopes.useFleetEffect}
      readBy={common.readBy}
      confirm={verbOf(drive)}
      danger
    >
      {verbOf(drive)}
    </ReasonButton>
  );
}
