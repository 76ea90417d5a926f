import { appealGap, mayAppealUntil, type AppealFacts } from './appeal.js';

/** The sentence of a mail that says until when its reader can appeal. Begins with a space; empty where there is nothing to appeal against, or it was appealed before. */
export function describeAppeal(facts: AppealFacts | undefined, now: Date): string {
  if (!facts?.refusedAt || appealGap(facts, now) !== undefined) return '';
  const until = mayAppealUntil(facts.refusedAt).toISOString().slice(0, 16).replace('T', ' ');
  return ` You can appeal on its page until ${until} UTC: somebody who had no part in this decides.`;
}
