import { ActionIcon, Button, Menu, NativeSelect, TextInput } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useList, useSend } from '../../../api/hooks.js';
import type { ListedDriveView } from '../../../api/views.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { Page } from '../../../components/layout/page.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { EmptyState } from '../../../components/feedback/states.js';
import { StatusBadge } from '../../../components/feedback/status-badge.js';
import { DeprecationDialog } from './deprecation-dialog.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { When } from '../../../components/values/when.js';
import { formatUtcDate, humanize } from '../../../lib/format.js';
import { useClearUrlState, useUrlState } from '../../../lib/url-state.js';
import { READ_BY } from './read-by.js';
import { RemovalDialog } from './removal-dialog.js';

const STATES = ['listed', 'paused', 'sunset_announced', 'closed_to_installs', 'retired', 'removed'] as const;
const HEALTHS = [
  { value: 'failing', label: 'Checks fail' },
  { value: 'noted', label: 'Not synced' },
];
type Act = 'pause' | 'resume' | 'deprecation' | 'keep' | 'remove' | 'confirm' | 'withdraw';

const ACT_TEXT: Record<Act, string> = {
  pause: 'Pause',
  resume: 'Resume',
  deprecation: 'Announce retirement',
  keep: 'Cancel retirement',
  remove: 'Propose removal',
  confirm: 'Confirm removal',
  withdraw: 'Withdraw removal',
};

/** What may be done with a Drive now, the likeliest first. */
function acts({ state, removal }: ListedDriveView): Act[] {
  if (state === 'retired' || state === 'removed') return [];
  if (removal) return removal.may_confirm ? ['confirm', 'withdraw'] : ['withdraw'];
  if (state === 'listed') return ['pause', 'deprecation', 'remove'];
  if (state === 'paused') return ['resume', 'deprecation', 'remove'];
  return state === 'sunset_announced' ? ['keep', 'remove'] : ['remove'];
}

/** Every Drive that went live, what state it is in, and how it is paused or ended. */
export function ReviewDrivesPage(): ReactNode {
  const [q, setQ] = useUrlState('q', '');
  const [state, setState] = useUrlState('state', '');
  const [acting, setActing] = useState<{ drive: ListedDriveView; act: Act } | null>(null);
  const [health, setHealth] = useUrlState('health', '');
  const query = {
    ...(q && { q }),
    ...(HEALTHS.some((one) => one.value === health) && { health: health as 'failing' | 'noted' }),
    ...(STATES.some((one) => one === state) && { state: state as (typeof STATES)[number] }),
  };
  const drives = useList('/api/v1/review/drives', { query });
  const clear = useClearUrlState('q', 'state', 'health');
  return (
    <Page title="Live Drives">
      <div className="filters">
        <TextInput label="Name or slug" value={q} onChange={(event) => setQ(event.currentTarget.value)} />
        <NativeSelect
          label="Status"
          value={state}
          data={[{ value: '', label: 'Any' }, ...STATES.map((value) => ({ value, label: humanize(value) }))]}
          onChange={(event) => setState(event.currentTarget.value)}
        />
        <NativeSelect
          label="Health"
          value={health}
          data={[{ value: '', label: 'Any' }, ...HEALTHS]}
          onChange={(event) => setHealth(event.currentTarget.value)}
        />
      </div>
      <ListTable
        label="Live Drives"
        list={drives}
        rowKey={(row) => row.drive_id}
        onClearFilters={q || state || health ? clear : undefined}
        empty={<EmptyState>No live Drives yet.</EmptyState>}
        columns={[
          {
            id: 'name',
            title: 'Drive',
            wrap: true,
            cell: (row) => (
              <Link to="/review/drives/$id" params={{ id: row.drive_id }}>
                {row.name}
              </Link>
            ),
          },
          { id: 'author', title: 'Author', wrap: true, cell: (row) => row.author },
          { id: 'version', title: 'Version', cell: (row) => row.version ?? 'none' },
          { id: 'installs', title: 'Installs', cell: (row) => <span className="num">{row.installs ?? '-'}</span> },
          { id: 'health', title: 'Health', wrap: true, cell: (row) => <Health of={row} /> },
          { id: 'state', title: 'Status', cell: (row) => <StatusBadge kind="drive" code={row.state} /> },
          { id: 'paper', title: 'Announced', wrap: true, cell: (row) => <Announced drive={row} /> },
          {
            id: 'act',
            title: 'Next step',
            cell: (row) => <Acts of={row} onAct={(act) => setActing({ drive: row, act })} />,
          },
        ]}
      />
      {acting ? <Acting {...acting} onClose={() => setActing(null)} /> : null}
    </Page>
  );
}

/** The likeliest step as a button, the others behind it, so that the table stays within the page. */
function Acts({ of, onAct }: { of: ListedDriveView; onAct: (act: Act) => void }): ReactNode {
  const [first, ...others] = acts(of);
  if (!first) return 'nothing';
  return (
    <div className="row">
      <Button variant="default" onClick={() => onAct(first)} aria-label={`${ACT_TEXT[first]}: ${of.name}`}>
        {ACT_TEXT[first]}
      </Button>
      {others.length > 0 ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={30} aria-label={`More steps: ${of.name}`}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((act) => (
              <Menu.Item key={act} onClick={() => onAct(act)}>
                {ACT_TEXT[act]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </div>
  );
}

/** The badge, what the sync noticed, and when the manifest was read last. */
function Health({ of }: { of: ListedDriveView }): ReactNode {
  return (
    <div className="stack stack-4">
      <div>
        <StatusBadge kind="conformance" code={of.conformance.state} />
      </div>
      {of.notes.map((note) => (
        <span key={note.kind} className="small">
          {humanize(note.kind)} <When at={note.noticed_at} />
        </span>
      ))}
      {of.subprocessor_changes
        .filter(({ outcome }) => outcome === 'unannounced')
        .map((change) => (
          <span key={change.noticed_at} className="small">
            Subprocessors changed without notice <When at={change.noticed_at} />
          </span>
        ))}
      <span className="small dim">
        Read <When at={of.last_synced_at} />
      </span>
    </div>
  );
}

function Announced({ drive: { removal, deprecation, state } }: { drive: ListedDriveView }): ReactNode {
  if (removal)
    return `Removal proposed by ${removal.proposed_by}: ${removal.reason}${removal.may_confirm ? '' : ' Another person must confirm it.'}`;
  if (deprecation && state !== 'retired')
    return `Closes ${formatUtcDate(deprecation.closes_at)}, ends ${formatUtcDate(deprecation.retires_at)} (${deprecation.announced_by})`;
  return 'nothing';
}

function Acting({ drive, act, onClose }: { drive: ListedDriveView; act: Act; onClose: () => void }): ReactNode {
  const toast = useToast();
  const path = { driveId: drive.drive_id };
  const done = (text: string) => (): void => {
    onClose();
    toast(`${drive.name} ${text}`);
  };
  const state = useSend('/api/v1/review/drives/{driveId}/state', {
    path,
    onDone: done(act === 'pause' ? 'is paused.' : 'is live again.'),
  });
  const announce = useSend('/api/v1/review/drives/{driveId}/deprecation', {
    path,
    onDone: done('will be retired as announced. Operators are being notified.'),
  });
  const keep = useSend('/api/v1/review/drives/{driveId}/deprecation/withdraw', { path, onDone: done('goes on.') });
  const withdraw = useSend('/api/v1/review/drives/{driveId}/removal/withdraw', {
    path,
    onDone: done('stays. It is paused until someone resumes it.'),
  });
  const dialog = { open: true, title: `${ACT_TEXT[act]}: ${drive.name}`, onClose };
  switch (act) {
    case 'pause':
    case 'resume':
      return (
        <ReasonDialog
          {...dialog}
          effect={
            act === 'pause'
              ? 'It leaves the catalogue and accepts no new installs. Existing installs keep running.'
              : 'It returns to the catalogue and can be installed.'
          }
          readBy={READ_BY.state}
          confirm={act === 'pause' ? 'Pause' : 'Resume'}
          busy={state.isPending}
          error={state.error}
          onConfirm={({ text }) => state.mutate({ to: act === 'pause' ? 'paused' : 'listed', reason: text })}
        />
      );
    case 'deprecation':
      return (
        <DeprecationDialog {...dialog} busy={announce.isPending} error={announce.error} onConfirm={announce.mutate} />
      );
    case 'keep':
      return (
        <ReasonDialog
          {...dialog}
          effect="It returns to the catalogue. Operators are notified that their installs continue."
          readBy={READ_BY.keep}
          confirm="Cancel retirement"
          busy={keep.isPending}
          error={keep.error}
          onConfirm={({ text }) => keep.mutate({ reason: text })}
        />
      );
    case 'withdraw':
      return (
        <ReasonDialog
          {...dialog}
          effect="The removal is withdrawn. The Drive stays paused until someone resumes it."
          readBy={READ_BY.withdraw}
          confirm="Withdraw the removal"
          busy={withdraw.isPending}
          error={withdraw.error}
          onConfirm={({ text }) => withdraw.mutate({ reason: text })}
        />
      );
    case 'remove':
    case 'confirm':
      return <RemovalDialog drive={drive} onDone={done} onClose={onClose} />;
  }
}
