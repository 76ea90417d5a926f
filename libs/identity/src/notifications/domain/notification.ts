/** How long a notification can be looked up; then `identity.forget-expired` deletes it. Days of business time. */
export const NOTIFICATION_DAYS = 180;
/** More unread ones than this are not counted. */
export const UNREAD_COUNTED = 100;

/**
 * The text of a mail as it is kept: what a mailed link opens is for whoever reads the mailbox, and a session alone must
 * not be enough for it.
 */
export function keptText(text: string): string {
  return text.replaceAll(/token=(?:\{token\}|\w+)/g, 'token=(in the mail)');
}
