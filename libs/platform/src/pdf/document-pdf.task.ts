import type { ThreadWork } from '../jobs/threads/thread-work.js';
import { writeSheet } from './sheet.js';
import { named } from './shown-text.js';

/** An invoice or what amends one as it is printed: parts of rows, with or without an amount. */
export interface PrintedDocument {
  readonly title: string;
  readonly number: string;
  /** ISO 8601. */
  readonly issuedAt: string;
  readonly notice: string;
  readonly parts: readonly (readonly [heading: string, rows: readonly (readonly [text: string, amount?: string])[]])[];
}

export const work: ThreadWork<PrintedDocument, Buffer> = ({ title, number, issuedAt, notice, parts }) =>
  writeSheet(title, number, new Date(issuedAt), (sheet) => {
    sheet.small(`Issued ${issuedAt.slice(0, 10)}. ${notice}`);
    for (const [heading, rows] of parts.filter(([, some]) => some.length > 0))
      sheet.table(
        heading,
        rows.map(([text, amount = '']) => [named(text), amount] as const),
      );
  });
