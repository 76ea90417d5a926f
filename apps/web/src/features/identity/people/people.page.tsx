import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useList, useSend, type AdminUserView } from '../../../api/hooks.js';
import { fieldErrors } from '../../../api/errors.js';
import { useMe } from '../../../api/session.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { Card, Page } from '../../../components/layout/page.js';
import { ApprovalList } from '../../../components/review/approval-list.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { ToneBadge } from '../../../components/feedback/feedback.js';
import { When } from '../../../components/values/values.js';
import { useClearUrlState, useUrlState } from '../../../lib/url-state.js';
import { controlled } from '../../../lib/use-form.js';
import { HostTokens } from '../api-tokens/host-tokens.js';
import { texts } from '../texts.js';
import { common } from '../../../text/common.js';
import { useFilter } from '../../../components/tables/filter.js';
import { DialogButton } from '../../../components/layout/dialog-button.js';
import { ReasonButton } from '../../../components/forms/post-button.js';

const INVITED_ROLES = ['reviewer', 'finance', 'admin'] as const;
const STAFF_ROLES = [...INVITED_ROLES, 'host'] as const;
const ROLES = {
  author: 'author',
  operator: 'operator',
  reviewer: 'reviewer',
  finance: 'finance',
  admin: 'admin',
  host: 'host',
};
const STATES = { active: texts.people.states.active, disabled: common.disabled };
type StaffRole = (typeof STAFF_ROLES)[number];

/** Everybody with an account; staff roles are given and taken here, never to oneself, and given by two admins. */
export function PeoplePage() {
  const [q, setQ] = useUrlState('q');
  const [role, roleFilter] = useFilter('role', { label: common.role, choices: ROLES });
  const [state, stateFilter] = useFilter('state', { label: common.account, choices: STATES });
  const people = useList('/api/v1/admin/users', { query: { q: q || undefined, role, state } });
  const clear = useClearUrlState('q', 'role', 'state');
  const myId = useMe()?.user.id;
  return (
    <Page title={common.people}>
      <div className="stack">
        <div className="filters">
          <TextInput label={texts.people.nameEMailLabel} {...controlled(q, setQ)} />
          {roleFilter}
          {stateFilter}
          <DialogButton dialog={<InviteDialog />}>{texts.invitations.invite}</DialogButton>
        </div>
        <ListTable
          label={common.people}
          list={people}
          onClearFilters={q || role || state ? clear : undefined}
          empty={texts.people.empty}
          columns={[
            { id: 'name', cell: (row) => row.name },
            { id: 'email', cell: (row) => row.email },
            { id: 'roles', cell: (row) => [...new Set(row.roles.map(({ role }) => role))].join(', ') || common.none },
            { id: 'second', cell: (row) => <SecondFactor of={row} own={row.id === myId} /> },
            { id: 'account', cell: (row) => <Account of={row} /> },
            { id: 'since', cell: (row) => <When at={row.created_at} /> },
            {
              id: 'act',
              cell: (row) => (
                <div className="row">
                  <DialogButton dialog={<RolesDialog person={row} />}>{texts.people.changeRoles}</DialogButton>
                  <AccountButton person={row} own={row.id === myId} />
                </div>
              ),
            },
          ]}
        />
        <Waiting kind="staff_invitation" texts={texts.invitations} />
        <Waiting kind="role" texts={texts.roleProposals} />
        <Waiting kind="factor_removal" texts={texts.factorRemovals} />
        <HostTokens />
      </div>
    </Page>
  );
}

/** A person without an account yet; one with an account is given roles in the list. */
function InviteDialog() {
  const [roles, setRoles] = useState<string[]>([]);
  const email = useState('');
  const invite = useSend('/api/v1/admin/users/invitations', { toast: texts.invitations.toast(email[0].trim()) });
  const form = fieldErrors(invite.error, ['email', 'roles']);
  return (
    <ReasonDialog
      title={texts.invitations.dialogTitle}
      effect={
        <div className="stack">
          <TextInput
            label={common.email}
            type="email"
            autoComplete="off"
            error={form.email}
            {...controlled(...email)}
          />
          <Checkbox.Group label={texts.invitations.rolesLabel} error={form.roles} value={roles} onChange={setRoles}>
            <div className="row">
              {INVITED_ROLES.map((role) => (
                <Checkbox key={role} value={role} label={role} />
              ))}
            </div>
          </Checkbox.Group>
        </div>
      }
      readBy={texts.people.adminConfirmsReadBy}
      confirm={texts.invitations.dialogConfirm}
      send={invite}
      onConfirm={({ text }) =>
        invite.mutate({ email: email[0], roles: INVITED_ROLES.filter((one) => roles.includes(one)), reason: text })
      }
    />
  );
}

interface WaitingProps {
  kind: string;
  texts: Record<'title' | 'explanation' | 'tableLabel' | 'empty', string>;
}

function Waiting({ kind, texts: { title, explanation, tableLabel, empty } }: WaitingProps) {
  return (
    <Card title={title}>
      <p className="dim">{explanation}</p>
      <ApprovalList kind={kind} state="waiting" label={tableLabel} empty={empty} />
    </Card>
  );
}

function SecondFactor({ of: person, own }: { of: AdminUserView; own: boolean }) {
  if (!person.second_factor) return common.off;
  return (
    <div className="row">
      {common.on}
      {person.disabled_at ? null : (
        <ReasonButton
          whyNot={own ? texts.people.whyNot.ownFactor : null}
          aria-label={texts.people.removeFactorLabel(person.name)}
          to="/api/v1/admin/users/{id}/second-factor-removal"
          options={{ path: { id: person.id }, toast: texts.factorRemovals.toast(person.name) }}
          title={texts.factorRemovals.dialogTitle(person.name)}
          effect={texts.factorRemovals.dialogEffect.map((words) => (
            <p key={words}>{words}</p>
          ))}
          readBy={texts.factorRemovals.dialogReadBy}
          confirm={texts.factorRemovals.dialogConfirm}
          danger
        >
          {common.remove}
        </ReasonButton>
      )}
    </div>
  );
}

function Account({ of: { disabled_at, disabled_by, disabled_reason } }: { of: AdminUserView }) {
  if (!disabled_at) return texts.people.active;
  return (
    <>
      <ToneBadge tone="bad">{common.disabled}</ToneBadge> <When at={disabled_at} />
      {disabled_by ? texts.people.byAdmin(disabled_by) : ''}
      {disabled_reason ? <div className="dim">{disabled_reason}</div> : null}
    </>
  );
}

/** Ends every way in of a person, or opens them again. */
function AccountButton({ person, own }: { person: AdminUserView; own: boolean }) {
  const { id, name, disabled_at: disabled } = person;
  const label = (disabled ? texts.people.enableLabel : texts.people.disableLabel)(name);
  return (
    <ReasonButton
      whyNot={own ? texts.people.whyNot.ownAccount : null}
      aria-label={label}
      to={`/api/v1/admin/users/{id}/${disabled ? 'enable' : 'disable'}`}
      options={{ path: { id }, toast: (disabled ? texts.people.toastEnabled : texts.people.toastDisabled)(name) }}
      title={label}
      effect={disabled ? texts.people.enableEffect : texts.people.disableEffect}
      readBy={texts.people.accountDialogReadBy}
      confirm={label}
      danger={!disabled}
    >
      {disabled ? texts.people.enable : texts.people.disable}
    </ReasonButton>
  );
}

function RolesDialog({ person }: { person: AdminUserView }) {
  const [role, setRole] = useState<StaffRole>('reviewer');
  const held = person.roles.some((grant) => grant.role === role);
  const path = { id: person.id };
  const propose = useSend('/api/v1/admin/users/{id}/roles', {
    path,
    toast: texts.people.toastProposed(person.name, role),
  });
  const revoke = useSend('/api/v1/admin/users/{id}/roles/revoke', {
    path,
    toast: texts.people.toastRevoked(person.name, role),
  });
  const change = held ? revoke : propose;
  return (
    <ReasonDialog
      title={texts.people.rolesDialogTitle(person.name)}
      effect={
        <NativeSelect
          label={texts.people.staffRoleLabel}
          {...controlled(role, setRole)}
          data={STAFF_ROLES.map((one) => ({
            value: one,
            label: person.roles.some((has) => has.role === one) ? texts.people.granted(one) : one,
          }))}
        />
      }
      readBy={held ? common.readBy : texts.people.adminConfirmsReadBy}
      confirm={texts.people.rolesDialogConfirm(held, role)}
      danger={held}
      send={change}
      onConfirm={({ text }) => change.mutate({ role, reason: text })}
    />
  );
}
