import type { ReactNode } from 'react';

/** A sentence in which names are between backticks, as the API describes itself: those are shown as code. */
export function Coded({ text }: { text: string }): ReactNode {
  return text.split('`').map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part));
}
