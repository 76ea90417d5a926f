/** Milliseconds since 1970, UTC. */
export type Moment = number;
export const SECOND = 1_000;
export const DAY = 86_400 * SECOND;

export const moment = (text: string): Moment => Date.parse(text.length === 10 ? `${text}T00:00:00Z` : text);
export const written = (at: Moment): string => new Date(at).toISOString();
export const monthOf = (at: Moment): string => written(at).slice(0, 7);
export const monthStart = (month: string): Moment => moment(`${month}-01`);

export function nextMonth(month: string, by = 1): string {
  const [year, number] = month.split('-').map(Number);
  return monthOf(Date.UTC(year!, number! - 1 + by, 1));
}

export const monthEnd = (month: string): Moment => monthStart(nextMonth(month));

export function months(first: string, last: string): string[] {
  const all: string[] = [];
  for (let month = first; month <= last; month = nextMonth(month)) all.push(month);
  return all;
}
