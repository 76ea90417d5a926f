import type { CardView } from '../../api/schema.js';
import { texts } from '../texts/evidence.js';

/** `111 of 136`, and what became of the rest. */
export const checksText = (counts: NonNullable<CardView['checks']>): [string, string] => [
  texts.ofTotal(counts.passed, counts.total),
  texts.rest(counts),
];
