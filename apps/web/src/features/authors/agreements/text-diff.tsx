import { diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';
import { visible } from '../../../lib/visible.js';
import './text-diff.css';

/** Beyond this many different words, the two texts are shown one after the other. */
const MOST_EDITS = 4_000;

/** Two texts as one: what is gone is struck out, what is new is underlined. */
export default function TextDiff({ before, after }: { before: string; after: string }) {
  const parts = useMemo(
    () =>
      diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS }) ?? [
        { value: before, removed: true, added: false },
        { value: after, removed: false, added: true },
      ],
    [before, after],
  );
  return (
    <p className="text-diff">
      {parts.map((part, i) => {
        const text = visible(part.value, true);
        if (part.removed) return <del key={i}>{text}</del>;
        return part.added ? <ins key={i}>{text}</ins> : <span key={i}>{text}</span>;
      })}
    </p>
  );
}
