/** The ranges that history is shown for. `days` back from now, in bins of this many seconds, from rows of `step`. */
export const RANGES = {
  day: { days: 1, binS: 900, step: 'minute' },
  month: { days: 28, binS: 21_600, step: 'hour' },
  year: { days: 365, binS: 604_800, step: 'day' },
} as const;

export type Range = keyof typeof RANGES;
export const RANGE_NAMES = Object.keys(RANGES) as Range[];

/** How finely history is kept. */
export type Step = (typeof RANGES)[Range]['step'];
