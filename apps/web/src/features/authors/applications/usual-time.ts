import type { ApplicationOutlookView } from '../../../api/schema.js';
import { formatSpan } from '../../../lib/format.js';
import { texts } from '../texts/applications.js';

/** How long applicants wait for the first decision, as a sentence. */
export function usualTime({ usual_ms, due_hours }: ApplicationOutlookView): string {
  return usual_ms === null ? texts.usualTime.reviewTarget(due_hours) : texts.usualTime.usualTime(formatSpan(usual_ms));
}
