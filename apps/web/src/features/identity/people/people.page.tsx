import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useList, useSend } from '../../../api/hooks.js';
import { meQuery } from '../../../api/session.js';
import type { AdminUserView } from '../../../api/views.js';
import { ListTable } from '../../../components/tables/data-table.js';
import { Page } from '../../../components/layout/page.js';
import { ReasonDialog } from '../../../components/forms/reason-dialog.js';
import { EmptyState } from '../../../components/feedback/states.js';
import { ToneBadge } from '../../../components/feedback/status-badge.js';
import { useToast } from '../../../components/feedback/toasts.js';
import { When } from '../../../components/values/when.js';
import { WhyNot } from '../../../components/feedback/why-not.js';
import { formatUtc } from '../../../lib/format.js';
import { useClearUrlState, useUrlState } from '../../../lib/url-state.js';
import { HostTokens } from '../api-tokens/host-tokens.js';
import { PROPOSED_ROLES, RoleProposals } from './role-proposals.js';

const STAFF_ROLES = ['reviewer', 'finance', 'admin', 'host'] as const;
const ROLES = ['author', 'operator', ...STAFF_ROLES] as const;
const STATES = [
  { value: 'active', label: 'Active' },
  { value: 'disabled', label: 'Disabled' },
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
  const me = useQuery(meQuery).data;
  const [changing, setChanging] = useState<AdminUserView | null>(null);
  const [switching, setSwitching] = useState<AdminUserView | null>(null);
  return (
    <Page title="People">
      <div className="stack">
        <div className="filters">
          <TextInput label="Name or e-mail" value={q} onChange={(event) => setQ(event.currentTarget.value)} />
          <NativeSelect
            label="Role"
            value={known ?? ''}
            data={[{ value: '', label: 'Any' }, ...ROLES]}
            onChange={(event) => setRole(event.currentTarget.value)}
          />
          <NativeSelect
            label="Account"
            value={inState ?? ''}
            data={[{ value: '', label: 'Any' }, ...STATES]}
            onChange={(event) => setState(event.currentTarget.value)}
          />
        </div>
        <ListTable
          label="People"
          list={people}
          rowKey={(row) => row.id}
          onClearFilters={q || known || inState ? clear : undefined}
          empty={<EmptyState>No accounts yet.</EmptyState>}
          columns={[
            { id: 'name', title: 'Name', cell: (row) => row.name },
            { id: 'email', title: 'E-mail', cell: (row) => row.email },
            {
              id: 'roles',
              title: 'Roles',
              wrap: true,
              cell: (row) => [...new Set(row.roles.map(({ role }) => role))].join(', ') || 'none',
            },
            { id: 'second', title: 'Two-factor', cell: (row) => (row.second_factor ? 'On' : 'Off') },
            { id: 'account', title: 'Account', wrap: true, cell: (row) => <Account of={row} /> },
            { id: 'since', title: 'Since', cell: (row) => <span className="num">{formatUtc(row.created_at)}</span> },
            {
              id: 'act',
              title: 'Next step',
              cell: (row) => (
                <div className="row">
                  <Button variant="default" onClick={() => setChanging(row)}>
                    Change roles
                  </Button>
                  <WhyNot
                    reason={row.id === me?.user.id ? 'You cannot disable your own account. Ask another admin.' : null}
                  >
                    {(described) => (
                      <Button
                        variant="default"
                        aria-label={`${row.disabled_at ? 'Enable' : 'Disable'} ${row.name}`}
                        onClick={() => setSwitching(row)}
                        {...described}
                      >
                        {row.disabled_at ? 'Enable' : 'Disable'}
                      </Button>
                    )}
                  </WhyNot>
                </div>
              ),
            },
          ]}
        />
        <RoleProposals />
        <HostTokens />
      </div>
      {changing ? <RolesDialog key={changing.id} person={changing} onClose={() => setChanging(null)} /> : null}
      {switching ? <AccountDialog key={switching.id} person={switching} onClose={() => setSwitching(null)} /> : null}
    </Page>
  );
}

function Account({ of: { disabled_at, disabled_by, disabled_reason } }: { of: AdminUserView }): ReactNode {
  if (!disabled_at) return 'Active';
  return (
    <>
      <ToneBadge tone="bad">Disabled</ToneBadge> <When at={disabled_at} />
      {disabled_by ? ` by ${disabled_by}` : ''}
      {disabled_reason ? <div className="dim">{disabled_reason}</div> : null}
    </>
  );
}

/** Ends every way in of a person, or opens them again. */
function AccountDialog({ person, onClose }: { person: AdminUserView; onClose: () => void }): ReactNode {
  const toast = useToast();
  const path = { id: person.id };
  const say = (text: string) => (): void => {
    onClose();
    toast(`${person.name} ${text}`);
  };
  const disable = useSend('/api/v1/admin/users/{id}/disable', {
    path,
    onDone: say('was disabled and notified by email.'),
  });
  const enable = useSend('/api/v1/admin/users/{id}/enable', { path, onDone: say('can sign in again.') });
  const change = person.disabled_at ? enable : disable;
  return (
    <ReasonDialog
      open
      title={`${person.disabled_at ? 'Enable' : 'Disable'} ${person.name}`}
      effect={
        person.disabled_at
          ? 'They can sign in again with the same roles. Earlier sessions and API tokens stay revoked.'
          : 'Their sessions and API tokens end now and they cannot sign in. They remain in their organisations, shown as disabled, and are notified by email. Tokens they created for organisations and services keep working.'
      }
      readBy="Visible to other admins and kept in the audit trail."
      confirm={`${person.disabled_at ? 'Enable' : 'Disable'} ${person.name}`}
      danger={!person.disabled_at}
      busy={change.isPending}
      error={change.error}
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
  const say = (text: string) => (): void => {
    onClose();
    toast(`${person.name} ${text} the role ${role}.`);
  };
  const path = { id: person.id };
  const grant = useSend('/api/v1/admin/users/{id}/roles', { path, onDone: say('now has') });
  const revoke = useSend('/api/v1/admin/users/{id}/roles/revoke', { path, onDone: say('no longer has') });
  const propose = useSend('/api/v1/admin/role-proposals', { onDone: say('waits for another admin to confirm') });
  const change = held ? revoke : proposed ? propose : grant;
  return (
    <ReasonDialog
      open
      title={`Roles of ${person.name}`}
      effect={
        <NativeSelect
          label="Staff role"
          value={role}
          data={STAFF_ROLES.map((one) => ({
            value: one,
            label: person.roles.some((has) => has.role === one) ? `${one} (granted)` : one,
          }))}
          onChange={(event) => {
            const { value } = event.currentTarget;
            if (isStaff(value)) setRole(value);
          }}
        />
      }
      readBy={proposed ? 'For the admin who confirms. Kept in the audit trail.' : 'Kept in the audit trail.'}
      confirm={`${held ? 'Revoke' : proposed ? 'Propose' : 'Grant'} the role ${role}`}
      danger={held}
      busy={change.isPending}
      error={change.error}
      onClose={onClose}
      onConfirm={({ text }) =>
        proposed
          ? propose.mutate({ user_id: person.id, role: proposed, reason: text })
          : (held ? revoke : grant).mutate({ role, reason: text })
      }
    />
  );
}
