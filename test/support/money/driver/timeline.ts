import type { Scenario, ScenarioEvent } from './scenario.js';

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

/** A step at an instant: an event of the scenario, or something that finance does every month. */
export type Step =
  | { readonly at: Date; readonly kind: 'event'; readonly index: number; readonly event: ScenarioEvent }
  | { readonly at: Date; readonly kind: 'close' | 'pay_out'; readonly month: string };

/** Day of the following month on which payouts are prepared, approved and executed, at 00:00:00 UTC. */
const PAYOUT_DAY = 5;
const RANK = { event: 0, close: 1, pay_out: 2 };

/**
 * All steps in order. Events of one instant keep their order in the scenario; automatic steps follow them: first the
 * close, then the payouts. A month with such events of its own has no automatic ones.
 */
export function timelineOf(scenario: Scenario): Step[] {
  const { first, last } = monthsOf(scenario);
  const steps = scenario.events.map((event, index): Step => ({ at: event.at, kind: 'event', index, event }));
  const has = (type: 'close_month' | 'prepare_run', month: string): boolean =>
    scenario.events.some((event) => event.type === type && event.month === month);
  for (let month = first; month <= last; month = monthAfter(month)) {
    const after = startOf(monthAfter(month));
    if (scenario.automatic.close && !has('close_month', month)) steps.push({ at: after, kind: 'close', month });
    const at = new Date(after);
    at.setUTCDate(PAYOUT_DAY);
    if (scenario.automatic.payouts && !has('prepare_run', month)) steps.push({ at, kind: 'pay_out', month });
  }
  return steps.sort((a, b) => a.at.getTime() - b.at.getTime() || RANK[a.kind] - RANK[b.kind]);
}
