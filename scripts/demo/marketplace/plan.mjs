// What happens when in the marketplace of the demo: the same from every start, because it comes from one seed.
import { DRIVES, STORY_NAMES } from './companies.mjs';

/** Months before the running one that are played. */
export const MONTHS = 6;
const SEED = 44;
/** Acts on the portal at the same time. */
const AT_ONCE = 3;
/** How many of the ventures install a Drive: the first of the list more than the last. */
const SHARES = { from: 0.42, to: 0.16 };

/** An instant of a month of the plan: 0 is the first, MONTHS the one that runs by `wall`. */
export function monthAt(wall, month, day) {
  const now = new Date(wall);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS + month, day, 1));
}

/** As months are named: 2026-11. */
export const nameOf = (instant) => instant.toISOString().slice(0, 7);

/** Numbers from 0 to 1 (mulberry32). */
export function chances(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Which venture installs which Drive in which month: [{ slug, venture, month, leaves }]. */
export function installsOf(ventures) {
  const chance = chances(SEED);
  const drives = { ...DRIVES, [STORY_NAMES.slug]: { month: 1 } };
  const slugs = Object.keys(drives);
  return slugs.flatMap((slug, place) => {
    const share = SHARES.from + ((SHARES.to - SHARES.from) * place) / slugs.length;
    return [...ventures].sort().flatMap((venture) => {
      const [takes, when, leaves] = [chance(), chance(), chance()];
      if (takes > share) return [];
      const month = drives[slug].month + Math.floor(when * (MONTHS + 1 - drives[slug].month));
      return [{ slug, venture, month, leaves: leaves < 0.12 ? month + 1 : undefined }];
    });
  });
}

/** Runs `work` for each, some at the same time. */
export async function inTurns(items, work) {
  const waiting = [...items];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (waiting.length > 0) await work(waiting.shift());
    }),
  );
}
