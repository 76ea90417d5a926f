import fs from 'node:fs';
import { inRoot } from '../../lib/root.mjs';

/**
 * What the demo's marketplace consists of (companies.json). `story`: names in the story, whose Drive is listed first.
 * `described`: what its author writes about it. `drives` by slug: `month` of the listing, 0 is the first; `glyph`: a path in a square of 24; `does`, `consumes`: kinds of events, its own and the host's;
 * `accepted_by`: how many reviewers accept the evidence of its claims, if there is any; `model`: who bills, when not we; `next`: what the next version adds, in which month, or without one waiting for a reviewer
 * today. `waiting`: Drives that wait for a reviewer today. `tenants`: besides those of the demo's operator and of the story.
 */
export const {
  host_event: HOST_EVENT,
  story: STORY_NAMES,
  companies: COMPANIES,
  drives: DRIVES,
  waiting: WAITING,
  tenants: TENANTS,
} = JSON.parse(fs.readFileSync(inRoot('scripts', 'demo', 'marketplace', 'companies.json'), 'utf8'));
