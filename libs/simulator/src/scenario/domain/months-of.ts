import { monthOf } from './months.js';
import type { Scenario } from './scenario.js';

/** First and last month of a scenario. */
export function monthsOf(scenario: Scenario): { first: string; last: string } {
  const times = scenario.events.map((event) => event.at.getTime());
  const first =
    times.length > 0 ? monthOf(new Date(times.reduce((a, b) => Math.min(a, b)))) : (scenario.until ?? '2000-01');
  const last = times.length > 0 ? monthOf(new Date(times.reduce((a, b) => Math.max(a, b)))) : first;
  return { first, last: scenario.until ?? last };
}
