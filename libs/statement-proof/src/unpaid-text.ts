import type { StatementUnpaid } from './document.js';

/** What the date of an unpaid part means. */
export const DATE_WORDS: Record<StatementUnpaid['date_kind'], string> = {
  expected: 'Expected from',
  looked_at: 'Reviewed again on',
  act_by: 'Action required by',
  tried_again: 'Retried on',
};

/** An unpaid part in one line: reason, finance's note, what it waits for, and the date (UTC). */
export function unpaidText(part: StatementUnpaid): string {
  const { reason_text: why, waits_for: what, date_kind: kind, expected_at: at, note } = part;
  return `${why}${note === null ? '' : ` ${note}`} Waiting for ${what}. ${DATE_WORDS[kind]} ${at.slice(0, 10)}.`;
}
