import type { Schemas } from '../../../api/types.js';
import { formatSpan } from '../../../lib/format.js';

/** How long applicants wait for the first decision, as a sentence. */
export function usualTime({ usual_ms, due_hours }: Schemas['ApplicationOutlookView']): string {
  return usual_ms === null
    ? `Review target: ${due_hours} hours.`
    : `Half of the applications of the last 30 days were decided within ${formatSpan(usual_ms)}.`;
}
