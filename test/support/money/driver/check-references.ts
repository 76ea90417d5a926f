import { monthAfter, monthOf, monthsOf } from './timeline.js';
import type { Scenario, ScenarioEvent } from './scenario.js';
import type { Problem } from './shapes.js';

/** Maximum number of months after the first event; each is computed, even if it is empty. */
const MOST_MONTHS_AHEAD = 240;
/** What an event creates under a name of its own, and the event that may follow it. */
const MADE = {
  install: ['change_plan', 'uninstall'],
  refund: ['refund_update'],
  dispute: ['dispute_update'],
  hold: ['release_hold'],
  recovery: [],
} as const;
const OF_INVOICE = ['payment', 'refund', 'credit_note', 'dispute', 'write_off'];

/** Checks that what events and Drives name exists at that instant, and what no single field can say. */
export function checkReferences(scenario: Scenario, problems: Problem[]): void {
  const report = (pointer: string, message: string): unknown => problems.push({ pointer, message });
  for (const [name, { author, first_party, billing }] of scenario.drives) {
    if (author !== undefined && !scenario.authors.has(author))
      report(`/drives/${name}/author`, `"${author}" is not declared in "authors"`);
    if ((author === undefined) !== first_party)
      report(`/drives/${name}`, 'has either an "author", or says "first_party": true');
    if (first_party && billing === 'author') report(`/drives/${name}/billing`, 'needs an author');
  }
  checkUntil(scenario, report);
  const made = new Set<string>();
  const ended = new Set<string>();
  const events = scenario.events.map((event, i) => ({ event, pointer: `/events/${i}` }));
  events.sort((a, b) => a.event.at.getTime() - b.event.at.getTime());
  for (const { event, pointer } of events) {
    const name = (member: string): string | undefined => (event as unknown as Record<string, string>)[member];
    for (const kind of ['author', 'drive', 'tenant'] as const) {
      const used = name(kind);
      if (used !== undefined && !scenario[`${kind}s`].has(used))
        report(`${pointer}/${kind}`, `"${used}" is not declared in "${kind}s"`);
    }
    for (const [kind, followers] of Object.entries(MADE)) {
      const key = `${kind} ${name(kind)}`;
      if (event.type === kind) {
        if (made.has(key)) report(`${pointer}/${kind}`, `"${name(kind)}" exists already; names are used once`);
        made.add(key);
      } else if ((followers as readonly string[]).includes(event.type) && (!made.has(key) || ended.has(key)))
        report(`${pointer}/${kind}`, `there is no ${kind} "${name(kind)}" at this instant`);
      if (event.type === 'uninstall') ended.add(`install ${event.install}`);
    }
    const problem = contradiction(event, scenario);
    if (problem) report(`${pointer}${problem[0]}`, problem[1]);
  }
}

/** At least the month of the first event is closed, and not more months than a person would wait for. */
function checkUntil(scenario: Scenario, report: (pointer: string, message: string) => unknown): void {
  const { first, last } = monthsOf(scenario);
  if (last < first && scenario.events.length > 0)
    report('/until', `is before the first event, which is of ${first}: no month would be closed`);
  if (last > monthAfter(first, MOST_MONTHS_AHEAD))
    report('/until', `must be at most ${MOST_MONTHS_AHEAD} months after the first event, which is of ${first}`);
}

/** A member that does not fit the others, with the reason. */
function contradiction(event: ScenarioEvent, { drives }: Scenario): [string, string] | undefined {
  if ('lines' in event && event.lines !== undefined && event.amount !== undefined)
    return ['/amount', 'give either "amount" or "lines", not both'];
  if (event.type === 'hold' && event.until !== undefined && event.until <= event.at)
    return ['/until', 'is not after the hold begins: a hold ends later than its "at"'];
  if (event.type === 'install' && event.rounding !== undefined && event.basis_points === undefined)
    return ['/rounding', 'say "basis_points" too'];
  if (event.type === 'author_share' && (event.author === undefined) === (event.drive === undefined))
    return ['', 'name either an "author" or a "drive"'];
  if ('month' in event && OF_INVOICE.includes(event.type) && event.month > monthOf(event.at))
    return ['/month', `there is no invoice of ${event.month} yet`];
  const firstParty = 'drive' in event && drives.get(event.drive ?? '')?.first_party === true;
  if (firstParty && (event.type === 'author_share' || (event.type === 'billing' && event.billing === 'author')))
    return ['/drive', 'is a first-party Drive, which has no author'];
  return undefined;
}
