import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useGet, useRemove, useSend, useUpdate, type MemberView } from '../../../api/hooks.js';
import { DataTable } from '../../../components/tables/data-table.js';
import { DialogButton } from '../../../components/layout/dialog-button.js';
import { Dialog } from '../../../components/layout/dialog.js';
import { Card } from '../../../components/layout/page.js';
import { Resource, ResourcePage } from '../../../components/feedback/resource.js';
import { SendError, ToneBadge, ActionButton } from '../../../components/feedback/feedback.js';
import { formatUtc } from '../../../lib/format.js';
import { byPortalTime } from '../../../lib/server-time.js';
import { optionsOf } from '../../../lib/options.js';
import { controlled, useForm, submitting } from '../../../lib/use-form.js';
import { useEnter } from '../../../shell/session/sign-out.js';
import { CloseAccount } from '../offboarding/close-account.js';
import { TeamTokens } from '../../identity/api-tokens/team-tokens.js';
import { texts } from '../texts/organizations.js';
import { RemoveButton } from '../../../components/forms/post-button.js';
import { SendDialog } from '../../../components/forms/send-dialog.js';
import { common } from '../../../text/common.js';

type MemberRole = MemberView['member_role'];

const { roleNames } = texts.team;
const roleOptions = optionsOf(roleNames);
const shortName = (role: MemberRole): string => roleNames[role].split(':')[0] ?? role;

/** The people of one's organisation and their rights there. */
export function TeamPage() {
  const members = useGet('/api/v1/author/members');
  return (
    <ResourcePage of={members} title={common.team}>
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
              <p>{texts.team.explanation}</p>
            )}
            <Leave />
          </div>
        );
      }}
    </ResourcePage>
  );
}

function MemberTable({ rows, owner }: { rows: readonly MemberView[]; owner: boolean }) {
  return (
    <DataTable
      label={common.team}
      rows={rows}
      rowKey={(row) => row.user_id}
      columns={[
        { id: 'name', cell: (row) => (row.you ? texts.team.nameIsYou(row.name) : row.name) },
        {
          id: 'email',
          cell: (row) => (
            <>
              {row.email} {row.disabled ? <ToneBadge tone="bad">{common.disabled}</ToneBadge> : null}
            </>
          ),
        },
        { id: 'role', cell: (row) => <ToneBadge tone="neutral">{shortName(row.member_role)}</ToneBadge> },
        { id: 'second', cell: (row) => (row.second_factor ? common.on : common.off) },
        { id: 'since', cell: (row) => <span className="num">{formatUtc(row.since)}</span> },
        {
          id: 'act',
          cell: (row) =>
            owner ? (
              <DialogButton dialog={(close) => <ChangeDialog member={row} onClose={close} />}>
                {common.change}
              </DialogButton>
            ) : (
              ''
            ),
        },
      ]}
    />
  );
}

function ChangeDialog({ member, onClose }: { member: MemberView; onClose: () => void }) {
  const [role, setRole] = useState<MemberRole>(member.member_role);
  const path = { userId: member.user_id };
  const change = useUpdate('/api/v1/author/members/{userId}', {
    path,
    toast: texts.team.toastIsNow(member.name, shortName(role).toLowerCase()),
    onDone: onClose,
  });
  const remove = useRemove('/api/v1/author/members/{userId}', {
    path,
    toast: texts.team.toastRemovedTeam(member.name),
    onDone: onClose,
  });
  return (
    <Dialog title={texts.team.changeDialogTitle(member.name)} onClose={onClose}>
      <SendError error={change.error ?? remove.error} />
      <NativeSelect label={common.role} data={roleOptions} {...controlled(role, setRole)} />
      <p>{texts.team.changeDialogExplanation}</p>
      <div className="row dialog-actions">
        <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
          {common.removeNamed(member.name)}
        </Button>
        <ActionButton
          whyNot={role === member.member_role ? texts.team.whyNot.alreadyRole(member.name) : null}
          loading={change.isPending}
          onClick={() => change.mutate({ member_role: role })}
        >
          {texts.team.changeRole}
        </ActionButton>
      </div>
    </Dialog>
  );
}

function Invitations() {
  const open = useGet('/api/v1/author/invitations');
  const [role, setRole] = useState<MemberRole>('developer');
  const invite = useSend('/api/v1/author/invitations', {
    toast: ({ email }) => texts.team.invitationsToast(email),
    onDone: () => {
      form.set({ email: '' });
    },
  });
  const form = useForm({ email: '' }, invite.error);
  return (
    <Card title={texts.team.invitationsTitle}>
      <form
        className="stack form"
        onSubmit={submitting(() => invite.mutate({ email: form.values.email, member_role: role }))}
        noValidate
      >
        <SendError error={invite.error} rest={form.rest} />
        <TextInput label={common.email} type="email" autoComplete="off" {...form.field('email')} />
        <NativeSelect label={common.role} data={roleOptions} {...controlled(role, setRole)} />
        <Button type="submit" loading={invite.isPending}>
          {texts.team.sendInvitation}
        </Button>
      </form>
      <Resource of={open} what={texts.team.names.openInvitations} lines={2}>
        {({ items }) => (
          <DataTable
            label={texts.team.invitationsTableLabel}
            rows={items}
            empty={texts.team.invitationsEmpty}
            columns={[
              { id: 'email', cell: (row) => row.email },
              { id: 'role', cell: (row) => shortName(row.member_role) },
              { id: 'ends', cell: (row) => <span className="num">{formatUtc(byPortalTime(row.expires_at))}</span> },
              {
                id: 'act',
                cell: ({ id, email }) => (
                  <RemoveButton
                    to="/api/v1/author/invitations/{id}"
                    options={{ path: { id }, toast: texts.team.toast(email) }}
                  >
                    {texts.team.revoke}
                  </RemoveButton>
                ),
              },
            ]}
          />
        )}
      </Resource>
    </Card>
  );
}

function Leave() {
  const enter = useEnter();
  const leave = useSend('/api/v1/author/members/leave', { onDone: () => void enter('/') });
  return (
    <DialogButton
      dialog={(close) => (
        <SendDialog
          title={texts.team.leaveTheOrganisation}
          send={leave}
          confirm={texts.team.leave}
          cancel={texts.team.stay}
          danger
          onClose={close}
          onConfirm={() => leave.mutate()}
        >
          <p>{texts.team.leaveExplanation}</p>
        </SendDialog>
      )}
    >
      {texts.team.leaveTheOrganisation}
    </DialogButton>
  );
}
