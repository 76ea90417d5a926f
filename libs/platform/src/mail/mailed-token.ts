import type { Secret } from '@portal/kernel';
import type { SealContext } from '../crypto/sealed-box.js';

/** Where a mail's text has its token: put in its place as the mail leaves. */
export const TOKEN_PLACE = '{token}';

/** What the sealed token of a mail is bound to. */
export function mailSeal(mailId: string): SealContext {
  return { table: 'platform.mail_messages', rowId: mailId, purpose: 'mailed token' };
}

/** A text as its reader gets it; only the first place is ours, whatever others wrote behind it. */
export function withToken(text: string, token: Secret): string {
  return text.replace(TOKEN_PLACE, () => token.reveal());
}
