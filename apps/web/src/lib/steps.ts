import type { Step } from '../components/layout/timeline.js';

/** The steps of a process, by their titles, of which the one at `now` is the present one. */
export const stepsAt = (titles: readonly string[], now: number): Step[] =>
  titles.map((title, i) => ({ id: title, title, state: i < now ? 'done' : i === now ? 'now' : 'next' }));
