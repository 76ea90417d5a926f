import type { Scenario } from './scenario.js';

/** The UTC month of an instant, `YYYY-MM`. */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

/** First instant of a month. */
export const startOf = (month: string): Date => new Date(`${month}-01T00:00:00.000Z`);

/** The month `n` months after. */
export function monthAfter(month: string, months = 1): string {
  const at = startOf(month);
  at.setUTCMonth(at.getUTCMonth() + months);
  return monthOf(at);
}

/** First and last month of a scenario. */
export function monthsOf({ events, until }: Scenario): { first: string; last: string } {
  const months = events.map((event) => monthOf(event.at)).sort();
  const first = months[0] ?? until ?? '2000-01';
  return { first, last: until ?? months.at(-1) ?? first };
}
