import type { StatementUnpaid } from './document.js';

/** What the day of a part means. */
export const DATE_WORDS: Record<NonNullable<StatementUnpaid['date_kind']>, string> = {
  expected: 'Expected from',
  looked_at: 'Reviewed again on',
  act_by: 'Action required by',
  tried_again: 'Retried on',
};

/**
 * A part in one line: why, what finance wrote, what it waits for, and the day (UTC). Null for one that was sealed before
 * its words were written.
 */
export function unpaidText(part: StatementUnpaid): string | null {
  const { reason_text: why, waits_for: what, date_kind: kind, expected_at: at, note } = part;
  if (why === undefined || what === undefined || kind === undefined || at === null) return null;
  return `${why}${note === null ? '' : ` ${note}`} Waiting for ${what}. ${DATE_WORDS[kind]} ${at.slice(0, 10)}.`;
}
