import { utcMinute } from '@portal/kernel';
import { appealGap, mayAppealUntil, type AppealFacts } from './appeal.js';

/**
 * The sentence of a mail that gives the deadline for an appeal. Begins with a space; empty where no appeal is
 * possible or one was filed before.
 */
export function describeAppeal(facts: AppealFacts | undefined, now: Date): string {
  if (!facts?.refusedAt || appealGap(facts, now) !== undefined) return '';
  const until = utcMinute(mayAppealUntil(facts.refusedAt));
  return ` You can appeal on its page until ${until}: somebody who had no part in this decides.`;
}
