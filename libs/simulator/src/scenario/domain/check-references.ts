import { monthAfter, monthOf } from './months.js';
import { scenarioEvent, type EventOf, type ScenarioEvent } from './scenario.js';
import { member, month, type ScenarioProblem } from './shapes.js';

/** Label of each kind of name in messages, and where it is declared. */
const DECLARED = { author: 'authors', drive: 'drives', tenant: 'tenants' } as const;
const MADE_BY = {
  install: 'install',
  refund: 'refund',
  dispute: 'dispute',
  hold: 'hold',
  recovery: 'recovery',
} as const;

/** Maximum number of months after the first event; each is played, even if it is empty. */
const MOST_MONTHS_AHEAD = 240;

interface Placed {
  readonly event: ScenarioEvent;
  readonly pointer: string;
}

function keysOf(value: unknown): ReadonlySet<string> {
  if (Array.isArray(value)) return new Set(value.filter((one) => typeof one === 'string'));
  return new Set(typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : []);
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

/**
 * Checks references between the parts of a scenario: names that exist, installs that run when they are changed, Drives
 * with or without an author. Reads the raw value, so that an error in one place does not hide others; invalid events
 * are skipped, but their names count.
 */
export function checkReferences(raw: unknown, problems: ScenarioProblem[]): void {
  const declared = {
    author: keysOf(memberOf(raw, 'authors')),
    drive: keysOf(memberOf(raw, 'drives')),
    tenant: keysOf(memberOf(raw, 'tenants')),
  };
  checkDrives(memberOf(raw, 'drives'), declared.author, problems);
  const list = memberOf(raw, 'events');
  if (!Array.isArray(list)) return;
  const placed: Placed[] = [];
  const loose = {
    install: new Set<string>(),
    refund: new Set<string>(),
    dispute: new Set<string>(),
    hold: new Set<string>(),
    recovery: new Set<string>(),
  };
  list.forEach((value: unknown, i) => {
    const pointer = member('/events', i);
    const event = scenarioEvent(value, pointer, []);
    if (event) placed.push({ event, pointer });
    checkDeclared(value, pointer, declared, problems);
    for (const kind of Object.values(MADE_BY)) {
      const made = memberOf(value, kind);
      if (!event && typeof made === 'string') loose[kind].add(made);
    }
  });
  placed.sort((a, b) => a.event.at.getTime() - b.event.at.getTime());
  checkUntil(memberOf(raw, 'until'), placed, problems);
  checkInstalls(placed, loose.install, problems);
  checkMade(placed, 'refund', loose.refund, problems);
  checkMade(placed, 'dispute', loose.dispute, problems);
  checkMade(placed, 'hold', loose.hold, problems);
  checkMade(placed, 'recovery', loose.recovery, problems);
  checkEvents(placed, problems);
  checkFirstParty(placed, memberOf(raw, 'drives'), problems);
}

/** At least the month of the first event is closed, and not more months than a person would wait for. */
function checkUntil(until: unknown, placed: readonly Placed[], problems: ScenarioProblem[]): void {
  const [first, last] = [placed[0], placed.at(-1)];
  if (first === undefined || last === undefined) return;
  const begins = monthOf(first.event.at);
  const most = monthAfter(begins, MOST_MONTHS_AHEAD);
  const far = `more than ${MOST_MONTHS_AHEAD} months after the first event, which is of ${begins}`;
  if (until === undefined) {
    if (monthOf(last.event.at) > most)
      problems.push({ pointer: member(last.pointer, 'at'), message: `is ${far}; "until" may end the closing before` });
    return;
  }
  const ends = month(until, '/until', []);
  if (ends === undefined) return;
  if (ends < begins)
    problems.push({
      pointer: '/until',
      message: `is before the first event, which is of ${begins}: no month would be closed`,
    });
  if (ends > most) problems.push({ pointer: '/until', message: `is ${far}; give ${most} at most` });
}

/** Checks the raw event, because an invalid one may name something unknown as well. */
function checkDeclared(
  event: unknown,
  pointer: string,
  declared: Readonly<Record<keyof typeof DECLARED, ReadonlySet<string>>>,
  problems: ScenarioProblem[],
): void {
  for (const [kind, section] of Object.entries(DECLARED) as [keyof typeof DECLARED, string][]) {
    const used = memberOf(event, kind);
    if (typeof used === 'string' && !declared[kind].has(used))
      problems.push({ pointer: member(pointer, kind), message: `"${used}" is not declared in "${section}"` });
  }
}

function checkDrives(drives: unknown, authors: ReadonlySet<string>, problems: ScenarioProblem[]): void {
  for (const key of keysOf(drives)) {
    const pointer = member('/drives', key);
    const drive = memberOf(drives, key);
    const author = memberOf(drive, 'author');
    const firstParty = memberOf(drive, 'first_party') === true;
    if (typeof author === 'string' && !authors.has(author))
      problems.push({ pointer: member(pointer, 'author'), message: `"${author}" is not declared in "authors"` });
    if (author === undefined && !firstParty && typeof drive === 'object')
      problems.push({ pointer, message: 'has no "author"; a Drive of the platform itself says "first_party": true' });
    if (author !== undefined && firstParty)
      problems.push({ pointer: member(pointer, 'first_party'), message: 'a first-party Drive has no author' });
    if (firstParty && memberOf(drive, 'billing') === 'author')
      problems.push({
        pointer: member(pointer, 'billing'),
        message: 'a first-party Drive has no author who could bill',
      });
  }
}

/**
 * The whole price of a first-party Drive is the platform's, so basis points have no effect there, and changing an
 * author's share is an error.
 */
function checkFirstParty(placed: readonly Placed[], drives: unknown, problems: ScenarioProblem[]): void {
  for (const { event, pointer } of placed) {
    if (event.type !== 'author_share' && event.type !== 'billing') continue;
    if (event.drive === undefined || memberOf(memberOf(drives, event.drive), 'first_party') !== true) continue;
    if (event.type === 'author_share')
      problems.push({
        pointer: member(pointer, 'drive'),
        message: 'a first-party Drive has no author who could have a share',
      });
    if (event.type === 'billing' && event.billing === 'author')
      problems.push({
        pointer: member(pointer, 'billing'),
        message: 'a first-party Drive has no author who could bill',
      });
  }
}

function checkInstalls(placed: readonly Placed[], loose: ReadonlySet<string>, problems: ScenarioProblem[]): void {
  const state = new Map<string, 'running' | 'ended'>();
  for (const { event, pointer } of placed) {
    if (event.type === 'install') {
      if (state.has(event.install))
        problems.push({
          pointer: member(pointer, 'install'),
          message: `"${event.install}" was installed before; every install has a name of its own`,
        });
      else state.set(event.install, 'running');
    }
    if (event.type !== 'change_plan' && event.type !== 'uninstall') continue;
    const now = state.get(event.install);
    if (now === undefined && !loose.has(event.install))
      problems.push({
        pointer: member(pointer, 'install'),
        message: `"${event.install}" is not installed at this instant`,
      });
    if (now === 'ended')
      problems.push({ pointer: member(pointer, 'install'), message: `"${event.install}" has been uninstalled before` });
    if (now === 'running' && event.type === 'uninstall') state.set(event.install, 'ended');
  }
}

const FOLLOWS = {
  refund: 'refund_update',
  dispute: 'dispute_update',
  hold: 'release_hold',
  recovery: undefined,
} as const;

function checkMade(
  placed: readonly Placed[],
  kind: keyof typeof FOLLOWS,
  loose: ReadonlySet<string>,
  problems: ScenarioProblem[],
): void {
  const made = new Set<string>();
  for (const { event, pointer } of placed) {
    const name = memberOf(event, kind);
    if (typeof name !== 'string') continue;
    if (event.type === kind && made.has(name))
      problems.push({
        pointer: member(pointer, kind),
        message: `"${name}" exists already; every ${kind} has a name of its own`,
      });
    if (event.type === kind) made.add(name);
    if (event.type === FOLLOWS[kind] && !made.has(name) && !loose.has(name))
      problems.push({ pointer: member(pointer, kind), message: `there is no ${kind} "${name}" before this instant` });
  }
}

function checkEvents(placed: readonly Placed[], problems: ScenarioProblem[]): void {
  for (const { event, pointer } of placed) {
    if (
      (event.type === 'refund' || event.type === 'credit_note') &&
      event.amount !== undefined &&
      event.lines !== undefined
    )
      problems.push({ pointer: member(pointer, 'amount'), message: 'give either "amount" or "lines", not both' });
    if (event.type === 'hold' && event.until !== undefined && event.until <= event.at)
      problems.push({
        pointer: member(pointer, 'until'),
        message: 'is not after the hold begins: a hold ends later than its "at"',
      });
    if (event.type === 'install' && event.rounding !== undefined && event.basis_points === undefined)
      problems.push({ pointer: member(pointer, 'rounding'), message: 'say "basis_points" too' });
    if (event.type === 'author_share' && (event.author === undefined) === (event.drive === undefined))
      problems.push({ pointer, message: 'name either an "author" or a "drive"' });
    if (isOfInvoice(event) && event.month > monthOf(event.at))
      problems.push({ pointer: member(pointer, 'month'), message: `there is no invoice of ${event.month} yet` });
  }
}

type OfInvoice =
  EventOf<'payment'> | EventOf<'refund'> | EventOf<'credit_note'> | EventOf<'dispute'> | EventOf<'write_off'>;

function isOfInvoice(event: ScenarioEvent): event is OfInvoice {
  return ['payment', 'refund', 'credit_note', 'dispute', 'write_off'].includes(event.type);
}
