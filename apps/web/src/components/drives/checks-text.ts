import type { CardView } from '../../api/schema.js';
import { texts } from '../texts/evidence.js';

/** `111 of 115`, and what became of the rest; undefined where nothing ran. */
export function checksText({ passed, warned, failed }: NonNullable<CardView['checks']>): [string, string] | undefined {
  const ran = passed + warned + failed;
  return ran === 0 ? undefined : [texts.ofRan(passed, ran), texts.rest(warned, failed)];
}
