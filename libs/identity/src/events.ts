import { defineEvent } from '@portal/platform/events';

/**
 * A mail to an address was requested, or its owner is to be warned. Whether the address is known is found out in the
 * background.
 */
export const AccountMailRequested = defineEvent<{ request_id: string }>('account_mail.requested', 1);

interface RoleProposal {
  proposal_id: string;
  user_id: string;
  role: 'finance' | 'admin';
}

/** An admin disabled a person: all their sessions and API tokens have ended, and they cannot sign in. */
export const PersonDisabled = defineEvent<{ user_id: string }>('person.disabled', 1);

/** A person was enabled again and can sign in. */
export const PersonEnabled = defineEvent<{ user_id: string }>('person.enabled', 1);

/** A staff role was granted or revoked, in any way; effective from the person's next request. */
export const StaffRoleChanged = defineEvent<{ user_id: string; role: string; change: 'granted' | 'revoked' }>(
  'staff_role.changed',
  1,
);

/**
 * An admin proposed the role finance or admin for a person; another admin can confirm it until `expires_at` (RFC 3339).
 */
export const RoleProposed = defineEvent<RoleProposal & { expires_at: string }>('role.proposed', 1);

/** Another admin confirmed the proposal; the person has the role from now on. */
export const RoleConfirmed = defineEvent<RoleProposal>('role.confirmed', 1);

/** An admin withdrew the proposal; nothing changed. */
export const RoleWithdrawn = defineEvent<RoleProposal>('role.withdrawn', 1);
