import type { ReactNode } from 'react';
import type { UnpaidPart } from '../api/views.js';
import { Money } from './money.js';
import { When } from './when.js';

interface UnpaidPartsProps {
  parts: readonly UnpaidPart[];
  currency: string;
  /** Something to add once, such as the processor's words. */
  note?: string | null;
}

/** Every unpaid cent with its reason and when it is expected, or what it waits for. */
export function UnpaidParts({ parts, currency, note = null }: UnpaidPartsProps): ReactNode {
  return (
    <ul className="stack stack-4">
      {parts.map((part, i) => (
        <li key={`${part.reason} ${part.hold_id ?? ''} ${i}`}>
          <Money minor={part.amount_minor} currency={currency} /> · {part.reason_text}{' '}
          {part.note ? <span>{part.note} </span> : null}
          <span className="dim">
            {part.expected_at ? (
              <>
                Expected from <When at={part.expected_at} />.
              </>
            ) : (
              `Waits for ${part.waits_for}.`
            )}
          </span>
        </li>
      ))}
      {note ? <li className="dim">{note}</li> : null}
    </ul>
  );
}
