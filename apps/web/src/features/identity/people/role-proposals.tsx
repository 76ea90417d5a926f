import { type ReactNode } from 'react';
import { useList, useSend } from '../../../api/hooks.js';
import { useMe } from '../../../api/session.js';
import type { RoleProposalView } from '../../../api/schema.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { Card } from '../../../components/layout/page.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { SendError, ActionButton } from '../../../components/feedback/feedback.js';
import { When } from '../../../components/values/values.js';
import { texts } from '../texts.js';
import { common } from '../../../text/common.js';
import { DialogButton } from '../../../components/layout/dialog-button.js';

/** Roles that two admins give. */
export const PROPOSED_ROLES = ['finance', 'admin'] as const;

/** Roles waiting for a second admin. */
export function RoleProposals(): ReactNode {
  const open = useList('/api/v1/admin/role-proposals', { query: { state: 'open' } });
  return (
    <Card title={texts.roleProposals.title}>
      <p className="dim">{texts.roleProposals.explanation}</p>
      <ListTable
        label={texts.roleProposals.tableLabel}
        list={open}
        empty={texts.roleProposals.empty}
        titles={texts.roleProposals.columns}
        columns={[
          { id: 'role', cell: (row) => row.role },
          { id: 'for', wrap: true, cell: (row) => `${row.user.name} (${row.user.email})` },
          { id: 'by', cell: (row) => row.proposed_by },
          { id: 'reason', wrap: true, cell: (row) => row.reason },
          { id: 'until', cell: (row) => <When at={row.expires_at} /> },
          { id: 'act', cell: (row) => <Decide proposal={row} /> },
        ]}
      />
    </Card>
  );
}

function Decide({ proposal }: { proposal: RoleProposalView }): ReactNode {
  const me = useMe();
  const confirm = useSend('/api/v1/admin/role-proposals/{id}/confirm', {
    path: { id: proposal.id },
    toast: texts.roleProposals.decideToast(proposal.user.name, proposal.role),
  });
  const reason =
    me?.user.id === proposal.proposed_by_id
      ? texts.roleProposals.ownProposal
      : me?.user.id === proposal.user.id
        ? texts.roleProposals.ownRole
        : null;
  return (
    <>
      <div className="row">
        <ActionButton whyNot={reason} loading={confirm.isPending} onClick={() => confirm.mutate({})}>
          {common.confirm}
        </ActionButton>
        <DialogButton dialog={(close) => <WithdrawDialog proposal={proposal} onClose={close} />}>
          {common.withdraw}
        </DialogButton>
      </div>
      <SendError error={confirm.error} />
    </>
  );
}

function WithdrawDialog({ proposal, onClose }: { proposal: RoleProposalView; onClose: () => void }): ReactNode {
  const withdraw = useSend('/api/v1/admin/role-proposals/{id}/withdraw', {
    path: { id: proposal.id },
    toast: texts.roleProposals.withdrawDialogToast,
    onDone: onClose,
  });
  return (
    <ReasonDialog
      title={texts.roleProposals.withdrawDialogTitle(proposal.role, proposal.user.name)}
      effect={<p>{texts.roleProposals.withdrawDialogExplanation(proposal.proposed_by)}</p>}
      readBy={common.readBy}
      confirm={texts.roleProposals.withdrawDialogConfirm}
      dismiss={common.keepItOpen}
      send={withdraw}
      onClose={onClose}
      onConfirm={({ text }) => withdraw.mutate({ reason: text })}
    />
  );
}
