/** How long a notification is kept in days of business time. */
export const NOTIFICATION_DAYS = 180;
/** Unread notifications are counted up to this number. */
export const UNREAD_COUNTED = 100;

/**
 * The stored text of a mail, without its link: only someone who reads the mailbox may open it, so a session alone must
 * not be enough.
 */
export function keptText(text: string): string {
  return text.replaceAll(/token=(?:\{token\}|\w+)/g, 'token=(in the mail)');
}
