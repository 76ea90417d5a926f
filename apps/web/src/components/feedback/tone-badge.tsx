import type { ReactNode } from 'react';
import type { Tone } from '../../text/vocabulary.js';

/** A plain badge in one of the six tones, for words that are not a status. */
export function ToneBadge({ tone, children }: { tone: Tone; children: ReactNode }): ReactNode {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}
