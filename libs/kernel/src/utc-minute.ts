const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const MINUTE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** An instant, a Date or ISO 8601, for people who read a mail or a message: `6 Dec 2026, 15:36 UTC`. */
export const utcMinute = (at: Date | string): string => `${MINUTE.format(new Date(at))} UTC`;

/** The day of an instant in UTC, for the same people: `6 Dec 2026`. */
export const utcDay = (at: Date | string): string => DAY.format(new Date(at));
