import { defineEvent } from '@portal/platform/events';

/** Somebody asked for a mail to an address, or its owner is to be warned; whether it is known is found out in the background. */
export const AccountMailRequested = defineEvent<{ request_id: string }>('account_mail.requested', 1);

interface RoleProposal {
  proposal_id: string;
  user_id: string;
  role: 'finance' | 'admin';
}

/** An admin disabled somebody: every session and API token of theirs has ended, and they cannot sign in. */
export const PersonDisabled = defineEvent<{ user_id: string }>('person.disabled', 1);

/** They can sign in again. */
export const PersonEnabled = defineEvent<{ user_id: string }>('person.enabled', 1);

/** Somebody holds a staff role from their next request on, or holds it no more. Told for every way to it. */
export const StaffRoleChanged = defineEvent<{ user_id: string; role: string; change: 'granted' | 'revoked' }>(
  'staff_role.changed',
  1,
);

/** An admin proposed a role of finance or admin for somebody; it waits for another admin until `expires_at` (RFC 3339). */
export const RoleProposed = defineEvent<RoleProposal & { expires_at: string }>('role.proposed', 1);

/** Another admin confirmed; the person holds the role from now on. */
export const RoleConfirmed = defineEvent<RoleProposal>('role.confirmed', 1);

/** The proposal was withdrawn by an admin; nothing changed. */
export const RoleWithdrawn = defineEvent<RoleProposal>('role.withdrawn', 1);
