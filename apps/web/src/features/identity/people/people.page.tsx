import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useList, useSend } from '../../../api/hooks.js';
import { useMe } from '../../../api/session.js';
import type { AdminUserView } from '../../../api/schema.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { Page } from '../../../components/layout/page.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { ToneBadge, ActionButton } from '../../../components/feedback/feedback.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { When } from '../../../components/values/values.js';
import { formatUtc } from '../../../lib/format.js';
import { useClearUrlState, useUrlState } from '../../../lib/url-state.js';
import { controlled } from '../../../lib/use-form.js';
import { HostTokens } from '../api-tokens/host-tokens.js';
import { FactorRemovals, RequestFactorRemovalDialog } from './factor-removals.js';
import { PROPOSED_ROLES, RoleProposals } from './role-proposals.js';
import { texts } from '../texts.js';
import { common } from '../../../text/common.js';

const STAFF_ROLES = ['reviewer', 'finance', 'admin', 'host'] as const;
const ROLES = ['author', 'operator', ...STAFF_ROLES] as const;
const STATES = [
  { value: 'active', label: texts.people.states.active },
  { value: 'disabled', label: common.disabled },
] as const;
type StaffRole = (typeof STAFF_ROLES)[number];
const isStaff = (role: string): role is StaffRole => (STAFF_ROLES as readonly string[]).includes(role);

/** Everybody with an account; staff roles are given and taken here, never to oneself, the weightiest by two admins. */
export function PeoplePage(): ReactNode {
  const [q, setQ] = useUrlState('q');
  const [role, setRole] = useUrlState('role');
  const known = ROLES.find((one) => one === role);
  const [state, setState] = useUrlState('state');
  const inState = STATES.find(({ value }) => value === state)?.value;
  const people = useList('/api/v1/admin/users', {
    query: { ...(q && { q }), ...(known && { role: known }), ...(inState && { state: inState }) },
  });
  const clear = useClearUrlState('q', 'role', 'state');
  const me = useMe();
  const [changing, setChanging] = useState<AdminUserView | null>(null);
  const [switching, setSwitching] = useState<AdminUserView | null>(null);
  const [removing, setRemoving] = useState<AdminUserView | null>(null);
  return (
    <Page title={common.people}>
      <div className="stack">
        <div className="filters">
          <TextInput label={texts.people.nameEMailLabel} {...controlled(q, setQ)} />
          <NativeSelect
            label={common.role}
            {...controlled(known ?? '', setRole)}
            data={[{ value: '', label: common.any }, ...ROLES]}
          />
          <NativeSelect
            label={texts.people.accountLabel}
            {...controlled(inState ?? '', setState)}
            data={[{ value: '', label: common.any }, ...STATES]}
          />
        </div>
        <ListTable
          label={common.people}
          list={people}
          onClearFilters={q || known || inState ? clear : undefined}
          empty={texts.people.empty}
          columns={[
            { id: 'name', cell: (row) => row.name },
            { id: 'email', cell: (row) => row.email },
            {
              id: 'roles',
              wrap: true,
              cell: (row) => [...new Set(row.roles.map(({ role }) => role))].join(', ') || common.none,
            },
            {
              id: 'second',
              cell: (row) => <SecondFactor of={row} own={row.id === me?.user.id} onRemove={() => setRemoving(row)} />,
            },
            { id: 'account', wrap: true, cell: (row) => <Account of={row} /> },
            { id: 'since', cell: (row) => <span className="num">{formatUtc(row.created_at)}</span> },
            {
              id: 'act',
              cell: (row) => (
                <div className="row">
                  <Button variant="default" onClick={() => setChanging(row)}>
                    {texts.people.changeRoles}
                  </Button>
                  <ActionButton
                    whyNot={row.id === me?.user.id ? texts.people.whyNot.ownAccount : null}
                    variant="default"
                    aria-label={(row.disabled_at ? texts.people.enableLabel : texts.people.disableLabel)(row.name)}
                    onClick={() => setSwitching(row)}
                  >
                    {row.disabled_at ? texts.people.enable : texts.people.disable}
                  </ActionButton>
                </div>
              ),
            },
          ]}
        />
        <RoleProposals />
        <FactorRemovals />
        <HostTokens />
      </div>
      {changing ? <RolesDialog key={changing.id} person={changing} onClose={() => setChanging(null)} /> : null}
      {switching ? <AccountDialog key={switching.id} person={switching} onClose={() => setSwitching(null)} /> : null}
      {removing ? (
        <RequestFactorRemovalDialog key={removing.id} person={removing} onClose={() => setRemoving(null)} />
      ) : null}
    </Page>
  );
}

function SecondFactor({
  of: { name, second_factor: isOn, disabled_at },
  own,
  onRemove,
}: {
  of: AdminUserView;
  own: boolean;
  onRemove: () => void;
}): ReactNode {
  if (!isOn) return common.off;
  return (
    <div className="row">
      {common.on}
      {disabled_at ? null : (
        <ActionButton
          whyNot={own ? texts.people.whyNot.ownFactor : null}
          variant="default"
          aria-label={texts.people.removeFactorLabel(name)}
          onClick={onRemove}
        >
          {common.remove}
        </ActionButton>
      )}
    </div>
  );
}

function Account({ of: { disabled_at, disabled_by, disabled_reason } }: { of: AdminUserView }): ReactNode {
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
function AccountDialog({ person, onClose }: { person: AdminUserView; onClose: () => void }): ReactNode {
  const toast = useToast();
  const path = { id: person.id };
  const announce = (text: string) => (): void => {
    onClose();
    toast(text);
  };
  const disable = useSend('/api/v1/admin/users/{id}/disable', {
    path,
    onDone: announce(texts.people.toastDisabled(person.name)),
  });
  const enable = useSend('/api/v1/admin/users/{id}/enable', {
    path,
    onDone: announce(texts.people.toastEnabled(person.name)),
  });
  const change = person.disabled_at ? enable : disable;
  const name = (person.disabled_at ? texts.people.enableLabel : texts.people.disableLabel)(person.name);
  return (
    <ReasonDialog
      title={name}
      effect={person.disabled_at ? texts.people.enableEffect : texts.people.disableEffect}
      readBy={texts.people.accountDialogReadBy}
      confirm={name}
      danger={!person.disabled_at}
      send={change}
      onClose={onClose}
      onConfirm={({ text }) => change.mutate({ reason: text })}
    />
  );
}

function RolesDialog({ person, onClose }: { person: AdminUserView; onClose: () => void }): ReactNode {
  const toast = useToast();
  const [role, setRole] = useState<StaffRole>('reviewer');
  const held = person.roles.some((grant) => grant.role === role);
  const proposed = held ? undefined : PROPOSED_ROLES.find((one) => one === role);
  const announce = (text: string) => (): void => {
    onClose();
    toast(text);
  };
  const path = { id: person.id };
  const grant = useSend('/api/v1/admin/users/{id}/roles', {
    path,
    onDone: announce(texts.roleProposals.decideToast(person.name, role)),
  });
  const revoke = useSend('/api/v1/admin/users/{id}/roles/revoke', {
    path,
    onDone: announce(texts.people.toastRevoked(person.name, role)),
  });
  const propose = useSend('/api/v1/admin/role-proposals', {
    onDone: announce(texts.people.toastProposed(person.name, role)),
  });
  const change = held ? revoke : proposed ? propose : grant;
  return (
    <ReasonDialog
      title={texts.people.rolesDialogTitle(person.name)}
      effect={
        <NativeSelect
          label={texts.people.staffRoleLabel}
          value={role}
          data={STAFF_ROLES.map((one) => ({
            value: one,
            label: person.roles.some((has) => has.role === one) ? texts.people.granted(one) : one,
          }))}
          onChange={(event) => {
            const { value } = event.currentTarget;
            if (isStaff(value)) setRole(value);
          }}
        />
      }
      readBy={proposed ? texts.people.adminConfirmsReadBy : common.readBy}
      confirm={texts.people.rolesDialogConfirm(held, Boolean(proposed), role)}
      danger={held}
      send={change}
      onClose={onClose}
      onConfirm={({ text }) =>
        proposed
          ? propose.mutate({ user_id: person.id, role: proposed, reason: text })
          : (held ? revoke : grant).mutate({ role, reason: text })
      }
    />
  );
}
