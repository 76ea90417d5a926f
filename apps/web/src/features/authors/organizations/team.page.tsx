import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useGet, useRemove, useSend, useUpdate } from '../../../api/hooks.js';
import type { InvitationView, MemberRole, MemberView } from '../../../api/views.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { Dialog } from '../../../components/layout/dialog.js';
import { Card, Page } from '../../../components/layout/page.js';
import { Resource } from '../../../components/feedback/resource.js';
import { EmptyState, SendError } from '../../../components/feedback/states.js';
import { ToneBadge } from '../../../components/feedback/status-badge.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { WhyNot } from '../../../components/feedback/why-not.js';
import { formatUtc } from '../../../lib/format.js';
import { useForm } from '../../../lib/use-form.js';
import { useEnter } from '../../../shell/sign-out.js';
import { CloseAccount } from '../offboarding/close-account.js';
import { TeamTokens } from '../../identity/api-tokens/team-tokens.js';

const roleNames: Record<MemberRole, string> = {
  owner: 'Owner: everything, including people and the agreement',
  developer: 'Developer: Drives, reviews, secrets; no money',
  finance: 'Finance: earnings, payouts, payout account',
  read_only: 'Read only: view everything',
};
const roleOptions = Object.entries(roleNames).map(([value, label]) => ({ value, label }));
const shortName = (role: MemberRole): string => roleNames[role].split(':')[0] ?? role;
const isRole = (text: string): text is MemberRole => text in roleNames;

/** The people of one's organisation and what each may do there. */
export function TeamPage(): ReactNode {
  const members = useGet('/api/v1/author/members');
  return (
    <Page title="Team">
      <Resource of={members} page>
        {({ items }) => {
          const me = items.find((member) => member.you);
          return (
            <div className="stack">
              <MemberTable rows={items} owner={me?.member_role === 'owner'} />
              {me?.member_role === 'owner' ? (
                <>
                  <Invitations />
                  <TeamTokens />
                  <CloseAccount />
                </>
              ) : (
                <p>An owner invites people and changes their roles.</p>
              )}
              <Leave />
            </div>
          );
        }}
      </Resource>
    </Page>
  );
}

function MemberTable({ rows, owner }: { rows: readonly MemberView[]; owner: boolean }): ReactNode {
  const [changing, setChanging] = useState<MemberView | null>(null);
  return (
    <>
      <DataTable
        label="Team"
        rows={rows}
        rowKey={(row) => row.user_id}
        columns={[
          { id: 'name', title: 'Name', cell: (row) => (row.you ? `${row.name} (you)` : row.name) },
          {
            id: 'email',
            title: 'E-mail',
            cell: (row) => (
              <>
                {row.email} {row.disabled ? <ToneBadge tone="bad">Disabled</ToneBadge> : null}
              </>
            ),
          },
          {
            id: 'role',
            title: 'Role',
            cell: (row) => <ToneBadge tone="neutral">{shortName(row.member_role)}</ToneBadge>,
          },
          { id: 'second', title: 'Two-factor', cell: (row) => (row.second_factor ? 'On' : 'Off') },
          { id: 'since', title: 'Since', cell: (row) => <span className="num">{formatUtc(row.since)}</span> },
          {
            id: 'act',
            title: 'Next step',
            cell: (row) =>
              owner ? (
                <Button variant="default" onClick={() => setChanging(row)}>
                  Change
                </Button>
              ) : (
                ''
              ),
          },
        ]}
      />
      {changing ? <ChangeDialog key={changing.user_id} member={changing} onClose={() => setChanging(null)} /> : null}
    </>
  );
}

function ChangeDialog({ member, onClose }: { member: MemberView; onClose: () => void }): ReactNode {
  const toast = useToast();
  const [role, setRole] = useState<MemberRole>(member.member_role);
  const path = { userId: member.user_id };
  const change = useUpdate('/api/v1/author/members/{userId}', {
    path,
    onDone: () => {
      onClose();
      toast(`${member.name} is ${shortName(role).toLowerCase()} now.`);
    },
  });
  const remove = useRemove('/api/v1/author/members/{userId}', {
    path,
    onDone: () => {
      onClose();
      toast(`${member.name} was removed from the team.`);
    },
  });
  return (
    <Dialog open title={`Change ${member.name}`} onClose={onClose}>
      <SendError error={change.error ?? remove.error} />
      <NativeSelect
        label="Role"
        value={role}
        data={roleOptions}
        onChange={(event) => {
          const { value } = event.currentTarget;
          if (isRole(value)) setRole(value);
        }}
      />
      <p>Takes effect immediately, including for their API tokens.</p>
      <div className="dialog-actions">
        <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
          Take {member.name} out
        </Button>
        <WhyNot reason={role === member.member_role ? `${member.name} already has this role.` : null}>
          {(described) => (
            <Button loading={change.isPending} {...described} onClick={() => change.mutate({ member_role: role })}>
              Change role
            </Button>
          )}
        </WhyNot>
      </div>
    </Dialog>
  );
}

function Invitations(): ReactNode {
  const open = useGet('/api/v1/author/invitations');
  const toast = useToast();
  const [role, setRole] = useState<MemberRole>('developer');
  const invite = useSend('/api/v1/author/invitations', {
    onDone: ({ email }) => {
      form.set({ email: '' });
      toast(`We sent an invitation to ${email}. The link is valid for 7 days.`);
    },
  });
  const form = useForm({ email: '' }, invite.error);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    invite.mutate({ email: form.values.email, member_role: role });
  };
  return (
    <Card title="Invite a person">
      <form className="stack form" onSubmit={submit} noValidate>
        <SendError error={invite.error} rest={form.rest} />
        <TextInput label="E-mail" type="email" autoComplete="off" {...form.field('email')} />
        <NativeSelect
          label="Role"
          value={role}
          data={roleOptions}
          onChange={(event) => {
            const { value } = event.currentTarget;
            if (isRole(value)) setRole(value);
          }}
        />
        <div>
          <Button type="submit" loading={invite.isPending}>
            Send invitation
          </Button>
        </div>
      </form>
      <Resource of={open} what="the open invitations" lines={2}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>No open invitations.</EmptyState>
          ) : (
            <DataTable
              label="Open invitations"
              rows={items}
              rowKey={(row) => row.id}
              columns={[
                { id: 'email', title: 'E-mail', cell: (row) => row.email },
                { id: 'role', title: 'Role', cell: (row) => shortName(row.member_role) },
                { id: 'ends', title: 'Ends', cell: (row) => <span className="num">{formatUtc(row.expires_at)}</span> },
                { id: 'act', title: 'Next step', cell: (row) => <TakeBack invitation={row} /> },
              ]}
            />
          )
        }
      </Resource>
    </Card>
  );
}

function TakeBack({ invitation }: { invitation: InvitationView }): ReactNode {
  const toast = useToast();
  const revoke = useRemove('/api/v1/author/invitations/{id}', {
    path: { id: invitation.id },
    onDone: () => toast(`The invitation for ${invitation.email} was revoked.`),
  });
  return (
    <>
      <Button variant="default" loading={revoke.isPending} onClick={() => revoke.mutate()}>
        Revoke
      </Button>
      <SendError error={revoke.error} />
    </>
  );
}

function Leave(): ReactNode {
  const [asking, setAsking] = useState(false);
  const enter = useEnter();
  const leave = useSend('/api/v1/author/members/leave', { onDone: () => void enter('/') });
  return (
    <div>
      <Button variant="default" onClick={() => setAsking(true)}>
        Leave the organisation
      </Button>
      <Dialog open={asking} title="Leave the organisation" onClose={() => setAsking(false)}>
        <p>You lose access to its Drives, secrets and earnings immediately. An owner can invite you again.</p>
        <SendError error={leave.error} />
        <div className="dialog-actions">
          <Button variant="default" onClick={() => setAsking(false)}>
            Stay
          </Button>
          <Button color="red" loading={leave.isPending} onClick={() => leave.mutate()}>
            Leave
          </Button>
        </div>
      </Dialog>
    </div>
  );
}
