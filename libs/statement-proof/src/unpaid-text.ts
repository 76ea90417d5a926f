import type { StatementUnpaid } from './document.js';

/** What the date of an unpaid part means. */
export const DATE_WORDS: Record<NonNullable<StatementUnpaid['date_kind']>, string> = {
  expected: 'Expected from',
  looked_at: 'Reviewed again on',
  act_by: 'Action required by',
  tried_again: 'Retried on',
};

/**
 * An unpaid part in one line: reason, finance's note, what it waits for, and the date (UTC). Null for a part without
 * texts, from a statement sealed before they were introduced.
 */
export function unpaidText(part: StatementUnpaid): string | null {
  const { reason_text: why, waits_for: what, date_kind: kind, expected_at: at, note } = part;
  if (why === undefined || what === undefined || kind === undefined || at === null) return null;
  return `${why}${note === null ? '' : ` ${note}`} Waiting for ${what}. ${DATE_WORDS[kind]} ${at.slice(0, 10)}.`;
}
