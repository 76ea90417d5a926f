import type { Secret } from '@portal/kernel';
import type { SealContext } from '../crypto/sealed-box.js';

/** Placeholder of the token in a mail's text, replaced when the mail is sent. */
export const TOKEN_PLACE = '{token}';

/** The row to which a mail's encrypted token is bound. */
export function mailSeal(mailId: string): SealContext {
  return { table: 'platform.mail_messages', rowId: mailId, purpose: 'mailed token' };
}

/** The text as sent. Only the first placeholder is replaced; later ones come from user input. */
export function withToken(text: string, token: Secret): string {
  return text.replace(TOKEN_PLACE, () => token.reveal());
}
