import type { CardView } from '../../api/schema.js';
import { texts } from '../texts/evidence.js';

type Counts = NonNullable<CardView['checks']>;

/** `111 of 136`, and what became of the rest. */
export const checksText = (counts: Counts): [string, string] => [
  texts.ofTotal(counts.passed, counts.total),
  texts.rest(counts),
];
