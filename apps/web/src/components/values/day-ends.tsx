import type { ReactNode } from 'react';
import { formatUtcDate } from '../../lib/format.js';

/** The first and the last day under a plot of days; the plot's table has them for screen readers. */
export function DayEnds({ days }: { days: readonly { day: string }[] }): ReactNode {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || first === last) return null;
  return (
    <p className="day-ends small dim" aria-hidden="true">
      <span>{formatUtcDate(first.day)}</span>
      <span>{formatUtcDate(last.day)}</span>
    </p>
  );
}
