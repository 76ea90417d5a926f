import { defineEvent } from '@portal/platform/events';

/**
 * A mail to an address was requested, or its owner is to be warned. Whether the address is known is found out in the
 * background.
 */
export const AccountMailRequested = defineEvent<{ request_id: string }>('account_mail.requested', 1);

/** An admin disabled a person: all their sessions and API tokens have ended, and they cannot sign in. */
export const PersonDisabled = defineEvent<{ user_id: string }>('person.disabled', 1);

/** A person was enabled again and can sign in. */
export const PersonEnabled = defineEvent<{ user_id: string }>('person.enabled', 1);
