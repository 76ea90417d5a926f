import type { AuthorBilledListing } from '@portal/listings';
import type { Scenario } from './scenario.js';
import type { Names } from './names.js';

interface Span {
  readonly from: number;
  readonly to: number;
}

const overlaps = (a: Span, from: number, to: number): boolean => a.from < to && a.to > from;

/** Periods in which something was true: from each event that starts it until the next that ends it. */
function spans(changes: readonly { at: Date; on: boolean }[]): Span[] {
  const found: Span[] = [];
  let from: number | undefined;
  for (const { at, on } of changes) {
    if (on) from ??= at.getTime();
    else if (from !== undefined) {
      found.push({ from, to: at.getTime() });
      from = undefined;
    }
  }
  return from === undefined ? found : [...found, { from, to: Infinity }];
}

/** Which Drives of a scenario were live and billed by their author; implements `AuthorBilled` without its tables. */
export function authorBilled(scenario: Scenario, names: Names, from: Date, to: Date): AuthorBilledListing[] {
  const byTime = [...scenario.events].sort((a, b) => a.at.getTime() - b.at.getTime());
  const listings: AuthorBilledListing[] = [];
  for (const [drive, { author, billing }] of scenario.drives) {
    if (author === undefined) continue;
    let currency = scenario.currency;
    const live: { at: Date; on: boolean }[] = [];
    const own: { at: Date; on: boolean }[] = [{ at: new Date(0), on: billing === 'author' }];
    for (const event of byTime) {
      if (event.type === 'list' && event.drive === drive) {
        if (event.at < to) currency = event.currency ?? scenario.currency;
        live.push({ at: event.at, on: true });
      }
      if (event.type === 'delist' && event.drive === drive) live.push({ at: event.at, on: false });
      if (event.type === 'billing' && event.drive === drive) own.push({ at: event.at, on: event.billing === 'author' });
    }
    const due = spans(live).some((a) =>
      spans(own).some((b) =>
        overlaps({ from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) }, from.getTime(), to.getTime()),
      ),
    );
    if (due)
      listings.push({
        driveId: names.id('drive', drive),
        name: drive,
        orgId: names.id('author', author),
        orgName: author,
        currency,
      });
  }
  return listings.sort((a, b) => (a.driveId < b.driveId ? -1 : 1));
}
