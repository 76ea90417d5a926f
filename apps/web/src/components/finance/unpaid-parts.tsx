import type { UnpaidPartView } from '../../api/schema.js';
import { formatUtcDate } from '../../lib/format.js';
import { DATE_WORDS } from '../../text/vocabulary.js';
import { Money } from '../values/values.js';
import { texts } from '../texts/finance.js';

/** As a statement has it: an old sealed one may lack both the day and what it waits for. */
type Part = Pick<UnpaidPartView, 'reason' | 'reason_text' | 'note' | 'amount_minor'> & {
  expected_at: string | null;
  date_kind: UnpaidPartView['date_kind'] | null;
  waits_for: string | null;
  who_acts?: string;
  hold_id?: string | null;
  /** Of a note: it was paid all the same. */
  paid_at?: string | null;
};

const ACTS: Readonly<Record<string, string>> = texts.unpaidParts.acts;

interface UnpaidPartsProps {
  parts: readonly (Omit<Part, 'reason'> & { reason: string })[];
  currency: string;
  /** Something to add once, such as the processor's words. */
  note?: string | null;
}

/** What it waits for, who acts and when it is looked at. */
const nextOf = ({
  waits_for,
  who_acts = 'nobody',
  expected_at,
  date_kind,
}: UnpaidPartsProps['parts'][number]): string =>
  (waits_for === null ? '' : texts.unpaidParts.waitsFor(waits_for)) +
  (ACTS[who_acts] ?? '') +
  (expected_at === null || date_kind === null ? '' : `${DATE_WORDS[date_kind]} ${formatUtcDate(expected_at)}.`);

/** Every unpaid cent: why, what it waits for, and the next day on which something happens to it. */
export function UnpaidParts({ parts, currency, note = null }: UnpaidPartsProps) {
  return (
    <ul className="stack stack-4">
      {parts.map((part, i) => (
        <li key={`${part.reason} ${part.hold_id ?? ''} ${i}`}>
          <Money minor={part.amount_minor} currency={currency} /> · {part.reason_text}{' '}
          {part.note ? <span>{part.note} </span> : null}
          <span className="dim">
            {part.paid_at ? texts.unpaidParts.paidLater(formatUtcDate(part.paid_at)) : nextOf(part)}
          </span>
        </li>
      ))}
      {note ? <li className="dim">{note}</li> : null}
    </ul>
  );
}
