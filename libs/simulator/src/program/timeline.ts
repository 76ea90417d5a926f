import { monthAfter, monthsBetween, startOf } from '../scenario/domain/months.js';
import { monthsOf } from '../scenario/domain/months-of.js';
import type { Scenario, ScenarioEvent } from '../scenario/domain/scenario.js';

/** A step at an instant: an event of the scenario, or something that finance does every month. */
export type Step =
  | { readonly at: Date; readonly kind: 'event'; readonly index: number; readonly event: ScenarioEvent }
  | { readonly at: Date; readonly kind: 'close' | 'pay_out'; readonly month: string };

/** Day of the following month on which payouts are prepared, approved and executed, at 00:00:00 UTC. */
const PAYOUT_DAY = 5;

/**
 * All steps in order. Events of one instant keep their order in the scenario; automatic steps follow them: first the
 * close, then the payouts. A month with such events of its own has no automatic ones.
 */
export function timelineOf(scenario: Scenario): Step[] {
  const { first, last } = monthsOf(scenario);
  const months = monthsBetween(first, last);
  const by = (type: 'close_month' | 'prepare_run'): ReadonlySet<string> =>
    new Set(scenario.events.flatMap((event) => (event.type === type ? [event.month] : [])));
  const closed = by('close_month');
  const prepared = by('prepare_run');
  const closes = scenario.automatic.close ? months.filter((month) => !closed.has(month)) : [];
  const pays = scenario.automatic.payouts ? months.filter((month) => !prepared.has(month)) : [];
  const steps: Step[] = [
    ...scenario.events.map((event, index): Step => ({ at: event.at, kind: 'event', index, event })),
    ...closes.map((month): Step => ({ at: startOf(monthAfter(month)), kind: 'close', month })),
    ...pays.map((month): Step => {
      const at = startOf(monthAfter(month));
      at.setUTCDate(PAYOUT_DAY);
      return { at, kind: 'pay_out', month };
    }),
  ];
  const rank = { event: 0, close: 1, pay_out: 2 };
  return steps
    .map((step, written) => ({ step, written }))
    .sort(
      (a, b) =>
        a.step.at.getTime() - b.step.at.getTime() || rank[a.step.kind] - rank[b.step.kind] || a.written - b.written,
    )
    .map(({ step }) => step);
}
