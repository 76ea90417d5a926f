import { type ReactNode } from 'react';
import { useList, useSend } from '../../../api/hooks.js';
import { useMe } from '../../../api/session.js';
import type { AdminUserView, FactorRemovalView } from '../../../api/schema.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { Card } from '../../../components/layout/page.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { StatusBadge } from '../../../components/feedback/feedback.js';
import { When } from '../../../components/values/values.js';
import { texts } from '../texts.js';
import { common } from '../../../text/common.js';
import { PostButton, ReasonButton } from '../../../components/forms/post-button.js';

/** Second factors that admins asked to be removed, open ones and how the others ended. */
export function FactorRemovals(): ReactNode {
  const removals = useList('/api/v1/admin/second-factor-removals');
  return (
    <Card title={texts.factorRemovals.title}>
      <p className="dim">{texts.factorRemovals.explanation}</p>
      <ListTable
        label={texts.factorRemovals.title}
        list={removals}
        empty={texts.factorRemovals.empty}
        titles={texts.factorRemovals.columns}
        columns={[
          { id: 'person', wrap: true, cell: (row) => `${row.user.name} (${row.user.email})` },
          { id: 'requestedBy', cell: (row) => row.requested_by },
          { id: 'reason', wrap: true, cell: (row) => row.reason },
          { id: 'state', cell: (row) => <StatusBadge kind="factor_removal" code={row.state} /> },
          { id: 'at', wrap: true, cell: (row) => <Moment of={row} /> },
          {
            id: 'act',
            cell: (row) => (row.state === 'requested' || row.state === 'approved' ? <Decide removal={row} /> : null),
          },
        ]}
      />
    </Card>
  );
}

function Moment({ of: { state, expires_at, due_at, ended_at, cancelled_by } }: { of: FactorRemovalView }): ReactNode {
  if (state === 'requested')
    return (
      <>
        {texts.factorRemovals.until} <When at={expires_at} />
      </>
    );
  if (state === 'approved' && due_at !== null)
    return (
      <>
        {common.removed} <When at={due_at} />
      </>
    );
  return (
    <>
      {common.ended} <When at={ended_at ?? expires_at} />
      {cancelled_by === null ? null : <div className="dim">{texts.factorRemovals.cancelledBy[cancelled_by]}</div>}
    </>
  );
}

function Decide({ removal }: { removal: FactorRemovalView }): ReactNode {
  const me = useMe();
  const { name } = removal.user;
  const path = { id: removal.id };
  const reason =
    me?.user.id === removal.requested_by_id
      ? texts.factorRemovals.ownRequest
      : me?.user.id === removal.user.id
        ? texts.factorRemovals.ownFactor
        : null;
  return (
    <div className="row">
      {removal.state === 'requested' ? (
        <PostButton
          variant="filled"
          whyNot={reason}
          aria-label={texts.factorRemovals.approveLabel(name)}
          to="/api/v1/admin/second-factor-removals/{id}/approve"
          options={{ path, toast: texts.factorRemovals.decideToast(name) }}
          body={{}}
        >
          {common.approve}
        </PostButton>
      ) : null}
      <ReasonButton
        aria-label={texts.factorRemovals.cancelLabel(name)}
        to="/api/v1/admin/second-factor-removals/{id}/cancel"
        options={{ path, toast: texts.factorRemovals.cancelDialogToast }}
        title={texts.factorRemovals.cancelDialogTitle(name)}
        effect={<p>{texts.factorRemovals.cancelDialogEffect}</p>}
        readBy={common.readBy}
        confirm={common.cancelTheRemoval}
        dismiss={common.keepItOpen}
      >
        {common.cancel}
      </ReasonButton>
    </div>
  );
}

/** Asks for the reason, which states how the person's identity was checked. */
export function RequestFactorRemovalDialog({
  person,
  onClose,
}: {
  person: AdminUserView;
  onClose: () => void;
}): ReactNode {
  const request = useSend('/api/v1/admin/second-factor-removals', {
    toast: texts.factorRemovals.requestDialogToast(person.name),
    onDone: onClose,
  });
  return (
    <ReasonDialog
      title={texts.factorRemovals.requestDialogTitle(person.name)}
      effect={texts.factorRemovals.requestDialogEffect.map((words) => (
        <p key={words}>{words}</p>
      ))}
      readBy={texts.factorRemovals.requestDialogReadBy}
      confirm={texts.factorRemovals.requestDialogConfirm}
      danger
      send={request}
      onClose={onClose}
      onConfirm={({ text }) => request.mutate({ user_id: person.id, reason: text })}
    />
  );
}
