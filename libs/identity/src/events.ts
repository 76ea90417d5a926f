import { defineEvent } from '@portal/platform';

/** Somebody asked for a mail to an address; whether it is known is found out in the background. */
export const AccountMailRequested = defineEvent<{ request_id: string }>('account_mail.requested', 1);
