/** The UTC month of an instant, `YYYY-MM`. */
export function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7);
}

/** First instant of a month. */
export function startOf(month: string): Date {
  return new Date(`${month}-01T00:00:00.000Z`);
}

/** The month `n` months after (or, with a negative number, before). */
export function monthAfter(month: string, months = 1): string {
  const [year, number] = month.split('-').map(Number);
  return monthOf(new Date(Date.UTC(year!, number! - 1 + months, 1)));
}

/** All months from one to another, inclusive; none when the order is wrong. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  for (let month = from; month <= to; month = monthAfter(month)) months.push(month);
  return months;
}
