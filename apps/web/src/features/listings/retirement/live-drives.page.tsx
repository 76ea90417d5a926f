import { ActionIcon, Button, Menu, TextInput } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useList, useSend, type ListedDriveView } from '../../../api/hooks.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { useFilter } from '../../../components/tables/filter.js';
import { CloseContext } from '../../../components/layout/close-context.js';
import { Page } from '../../../components/layout/page.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { StatusBadge } from '../../../components/feedback/feedback.js';
import { DeprecationDialog } from './deprecation-dialog.js';
import { When } from '../../../components/values/values.js';
import { formatUtcDate, humanize } from '../../../lib/format.js';
import { useClearUrlState, useUrlState } from '../../../lib/url-state.js';
import { controlled } from '../../../lib/use-form.js';
import { texts } from '../texts/retirement.js';
import { common, rich } from '../../../text/common.js';
import { optionsOf } from '../../../lib/options.js';

type Act = 'pause' | 'resume' | 'deprecation' | 'keep' | 'remove';

const ACT_TEXT: Record<Act, string> = texts.liveDrives.actText;
const { reasons } = texts.removalDialog;

/** Possible actions on a Drive, the likeliest first. */
function acts({ state, removal_approval_id }: ListedDriveView): Act[] {
  if (state === 'retired' || state === 'removed' || removal_approval_id) return [];
  if (state === 'listed') return ['pause', 'deprecation', 'remove'];
  if (state === 'paused') return ['resume', 'deprecation', 'remove'];
  return state === 'sunset_announced' ? ['keep', 'remove'] : ['remove'];
}

/** Every Drive that went live, its state, and the actions to pause or end it. */
export function ReviewDrivesPage() {
  const [q, setQ] = useUrlState('q', '');
  const [state, stateFilter] = useFilter('state', { label: common.status, choices: texts.liveDrives.states });
  const [health, healthFilter] = useFilter('health', {
    label: common.health,
    choices: texts.liveDrives.healths,
  });
  const [acting, setActing] = useState<{ drive: ListedDriveView; act: Act } | null>(null);
  const query = { ...(q && { q }), ...(health && { health }), ...(state && { state }) };
  const drives = useList('/api/v1/review/drives', { query });
  const clear = useClearUrlState('q', 'state', 'health');
  return (
    <Page title={common.liveDrives}>
      <div className="filters">
        <TextInput label={texts.liveDrives.nameOrSlugLabel} {...controlled(q, setQ)} />
        {stateFilter}
        {healthFilter}
      </div>
      <ListTable
        label={common.liveDrives}
        list={drives}
        rowKey={(row) => row.drive_id}
        onClearFilters={q || state || health ? clear : undefined}
        empty={texts.liveDrives.empty}
        titles={texts.liveDrives.columns}
        columns={[
          { id: 'drive', to: '/review/drives/$id', toId: (row) => row.drive_id, cell: (row) => row.name },
          { id: 'author', cell: (row) => row.author },
          { id: 'version', cell: (row) => row.version ?? common.none },
          { id: 'installs', cell: (row) => <span className="num">{row.installs ?? '-'}</span> },
          { id: 'health', cell: (row) => <Health of={row} /> },
          { id: 'state', cell: (row) => <StatusBadge kind="drive" code={row.state} /> },
          { id: 'paper', cell: (row) => <Announced drive={row} /> },
          { id: 'act', cell: (row) => <Acts of={row} onAct={(act) => setActing({ drive: row, act })} /> },
        ]}
      />
      {acting ? (
        <CloseContext value={() => setActing(null)}>
          <Acting {...acting} />
        </CloseContext>
      ) : null}
    </Page>
  );
}

/** The likeliest step as a button, the others behind it, so that the table stays within the page. */
function Acts({ of, onAct }: { of: ListedDriveView; onAct: (act: Act) => void }) {
  const [first, ...others] = acts(of);
  if (!first) return common.nothing;
  return (
    <div className="row">
      <Button variant="default" onClick={() => onAct(first)} aria-label={`${ACT_TEXT[first]}: ${of.name}`}>
        {ACT_TEXT[first]}
      </Button>
      {others.length > 0 ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={30} aria-label={texts.liveDrives.moreStepsLabel(of.name)}>
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

/** The badge, the notes of the sync, and when the manifest was last read. */
function Health({ of }: { of: ListedDriveView }) {
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
            {rich(texts.liveDrives.subprocessorsChangedWithoutNotice, { time: <When at={change.noticed_at} /> })}
          </span>
        ))}
      <span className="small dim">{rich(common.readTime, { time: <When last at={of.last_synced_at} /> })}</span>
    </div>
  );
}

function Announced({ drive: { removal_approval_id: id, deprecation, state } }: { drive: ListedDriveView }) {
  if (id)
    return (
      <Link to="/approvals/$id" params={{ id }}>
        {texts.liveDrives.removalProposed}
      </Link>
    );
  if (deprecation && state !== 'retired')
    return texts.liveDrives.closesEnds(
      formatUtcDate(deprecation.closes_at),
      formatUtcDate(deprecation.retires_at),
      deprecation.announced_by,
    );
  return common.nothing;
}

function Acting({ drive, act }: { drive: ListedDriveView; act: Act }) {
  const path = { driveId: drive.drive_id };
  const state = useSend('/api/v1/review/drives/{driveId}/state', {
    path,
    toast: (act === 'pause' ? texts.liveDrives.isPaused : texts.liveDrives.isLiveAgain)(drive.name),
  });
  const announce = useSend('/api/v1/review/drives/{driveId}/deprecation', {
    path,
    toast: texts.liveDrives.retirementAnnounced(drive.name),
  });
  const keep = useSend('/api/v1/review/drives/{driveId}/deprecation/withdraw', {
    path,
    toast: texts.liveDrives.goesOn(drive.name),
  });
  const remove = useSend('/api/v1/review/drives/{driveId}/removal', {
    path,
    toast: texts.removalDialog.toastProposed(drive.name),
  });
  const title = `${ACT_TEXT[act]}: ${drive.name}`;
  switch (act) {
    case 'pause':
    case 'resume':
      return (
        <ReasonDialog
          title={title}
          effect={act === 'pause' ? texts.liveDrives.pauseEffect : texts.liveDrives.resumeEffect}
          readBy={texts.liveDrivesReadBy.state}
          confirm={act === 'pause' ? common.pause : common.resume}
          send={state}
          onConfirm={({ text }) => state.mutate({ to: act === 'pause' ? 'paused' : 'listed', reason: text })}
        />
      );
    case 'deprecation':
      return <DeprecationDialog title={title} send={announce} onConfirm={announce.mutate} />;
    case 'keep':
      return (
        <ReasonDialog
          title={title}
          effect={texts.driveDeprecation.effect}
          readBy={texts.liveDrivesReadBy.keep}
          confirm={common.cancelRetirement}
          send={keep}
          onConfirm={({ text }) => keep.mutate({ reason: text })}
        />
      );
    case 'remove':
      return (
        <ReasonDialog
          title={title}
          effect={texts.removalDialog.effect}
          readBy={texts.deprecationDialog.readBy}
          reasons={optionsOf(reasons)}
          confirm={texts.removalDialog.confirm}
          danger
          send={remove}
          onConfirm={({ code, text }) => remove.mutate({ reason_code: code as keyof typeof reasons, reason: text })}
        />
      );
  }
}
