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

/** Which Drives are first-party ones, so that the fleet's secret signs for them; made or ended here. */
export function DriveScopes({ issued }: { issued: boolean }) {
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
          { id: 'change', cell: (row) => <ChangeScope drive={row} issued={issued} /> },
        ]}
      />
    </section>
  );
}

const verbOf = ({ scope }: DriveKeyScopeView): string =>
  scope === 'fleet' ? texts.driveScopes.endFirstParty : texts.driveScopes.makeFirstParty;

function ChangeScope({ drive, issued }: { drive: DriveKeyScopeView; issued: boolean }) {
  const { name } = drive;
  const ends = drive.scope === 'fleet';
  return (
    <ReasonButton
      aria-label={`${verbOf(drive)} (${name})`}
      to="/api/v1/admin/drives/{driveId}/key-scope"
      options={{
        path: { driveId: drive.drive_id },
        toast: ends ? texts.driveScopes.toastSignedOwn(name) : texts.driveScopes.toastFleetSecret(name),
      }}
      more={{ scope: ends ? 'drive' : 'fleet' }}
      title={ends ? texts.driveScopes.noLongerFirstPartyTitle(name) : texts.driveScopes.makeFirstPartyTitle(name)}
      effect={ends ? texts.driveScopes.nowCallsEffect : texts.driveScopes.firstPartyEffect(issued)}
      readBy={common.readBy}
      confirm={verbOf(drive)}
      danger
    >
      {verbOf(drive)}
    </ReasonButton>
  );
}
