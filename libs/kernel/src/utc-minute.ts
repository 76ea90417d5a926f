/** An instant for people who read a mail or a message: `2026-12-06 15:36 UTC`. */
export const utcMinute = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
