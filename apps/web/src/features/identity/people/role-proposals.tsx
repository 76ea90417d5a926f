import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useList, useSend } from '../../../api/hooks.js';
import { meQuery } from '../../../api/session.js';
import type { RoleProposalView } from '../../../api/views.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { Card } from '../../../components/layout/page.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { EmptyState, SendError } from '../../../components/feedback/states.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { When } from '../../../components/values/when.js';
import { WhyNot } from '../../../components/feedback/why-not.js';

/** Roles that two admins give. */
export const PROPOSED_ROLES = ['finance', 'admin'] as const;

/** Roles waiting for a second admin. */
export function RoleProposals(): ReactNode {
  const open = useList('/api/v1/admin/role-proposals', { query: { state: 'open' } });
  const [withdrawing, setWithdrawing] = useState<RoleProposalView | null>(null);
  return (
    <Card title="Roles waiting for a second admin">
      <p className="dim">
        The finance and admin roles are granted by two admins, neither of whom is the person concerned. One admin can
        revoke them.
      </p>
      <ListTable
        label="Proposed roles"
        list={open}
        rowKey={(row) => row.id}
        empty={<EmptyState>No roles waiting for a second admin.</EmptyState>}
        columns={[
          { id: 'role', title: 'Role', cell: (row) => row.role },
          { id: 'for', title: 'For', wrap: true, cell: (row) => `${row.user.name} (${row.user.email})` },
          { id: 'by', title: 'Proposed by', cell: (row) => row.proposed_by },
          { id: 'reason', title: 'Reason', wrap: true, cell: (row) => row.reason },
          { id: 'until', title: 'Until', cell: (row) => <When at={row.expires_at} /> },
          {
            id: 'act',
            title: 'Next step',
            cell: (row) => <Decide proposal={row} onWithdraw={() => setWithdrawing(row)} />,
          },
        ]}
      />
      {withdrawing ? (
        <WithdrawDialog key={withdrawing.id} proposal={withdrawing} onClose={() => setWithdrawing(null)} />
      ) : null}
    </Card>
  );
}

function Decide({ proposal, onWithdraw }: { proposal: RoleProposalView; onWithdraw: () => void }): ReactNode {
  const me = useQuery(meQuery).data;
  const toast = useToast();
  const confirm = useSend('/api/v1/admin/role-proposals/{id}/confirm', {
    path: { id: proposal.id },
    onDone: () => toast(`${proposal.user.name} now has the role ${proposal.role}.`),
  });
  const reason =
    me?.user.id === proposal.proposed_by_id
      ? 'You proposed it. Another admin must confirm it.'
      : me?.user.id === proposal.user.id
        ? 'This role is for you. Another admin must confirm it.'
        : null;
  return (
    <>
      <div className="row">
        <WhyNot reason={reason}>
          {(described) => (
            <Button {...described} loading={confirm.isPending} onClick={() => confirm.mutate({})}>
              Confirm
            </Button>
          )}
        </WhyNot>
        <Button variant="default" onClick={onWithdraw}>
          Withdraw
        </Button>
      </div>
      <SendError error={confirm.error} />
    </>
  );
}

function WithdrawDialog({ proposal, onClose }: { proposal: RoleProposalView; onClose: () => void }): ReactNode {
  const toast = useToast();
  const withdraw = useSend('/api/v1/admin/role-proposals/{id}/withdraw', {
    path: { id: proposal.id },
    onDone: () => {
      onClose();
      toast('Withdrawn. No changes were made.');
    },
  });
  return (
    <ReasonDialog
      open
      title={`The role ${proposal.role} for ${proposal.user.name}`}
      effect={
        <p>{proposal.proposed_by} proposed it. It can then no longer be confirmed, but it can be proposed again.</p>
      }
      readBy="Kept in the audit trail."
      confirm="Withdraw the proposal"
      dismiss="Keep it open"
      busy={withdraw.isPending}
      error={withdraw.error}
      onClose={onClose}
      onConfirm={({ text }) => withdraw.mutate({ reason: text })}
    />
  );
}
