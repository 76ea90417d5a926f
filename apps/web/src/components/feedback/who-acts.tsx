import type { ReactNode } from 'react';
import { useArea, type PageArea } from '../../shell/area.js';
import { findStatus, type Actor, type StatusKind } from '../../text/vocabulary.js';
import { texts } from '../texts/feedback.js';

/** Who must act, as the reader of this area sees it: the author reads "You", the reviewer "The author". */
export function whoText(who: Actor, area: PageArea): string {
  if (who === 'nobody') return texts.whoActs.noActionNeeded;
  if (who === 'author') return area === 'author' ? texts.whoActs.actionRequired : texts.whoActs.waitingForTheAuthor;
  if (who === 'operator')
    return area === 'plugins' ? texts.whoActs.actionRequired : texts.whoActs.waitingForTheOperator;
  return texts.whoActs.waitingForUs;
}

/** One sentence under the page head: who acts next and what happens. */
export function WhoActs({ kind, code, note }: { kind: StatusKind; code: string; note?: ReactNode }): ReactNode {
  const text = findStatus(kind, code);
  const area = useArea();
  if (!text) return null;
  return (
    <p>
      <span className="strong">{whoText(text.who, area)}</span> {text.next} {note}
    </p>
  );
}
