import { monthAfter, startOf } from '../../scenario/domain/months.js';
import type { RealFacts, RealHold, Writing, Written } from './real-facts.js';
import { writeAccounts } from './write-accounts.js';

/** Writes accounts, holds, departures, runs and their transfers. */
export function writePayouts(facts: RealFacts, { range, person }: Writing): Written[] {
  const later = (at: Date): string => (at < range.from ? range.from : at).toISOString();
  return [
    ...facts.authors.flatMap(({ org_id, left_at }) =>
      left_at === null ? [] : [{ at: later(left_at), type: 'author_leaves', author: org_id }],
    ),
    ...facts.holds.flatMap((hold) => writeHold(hold, later)),
    ...facts.recoveries.map(({ id, org_id, currency, amount, how, at }) => ({
      at: at.toISOString(),
      type: 'recovery',
      recovery: id,
      author: org_id,
      currency,
      how,
      amount,
    })),
    ...facts.runs.flatMap((run) => writeRun(run, person)),
    ...writeTransfers(facts.transfers),
    // After the accounts: a refused transfer also changes its account.
    ...facts.authors.flatMap((author) => writeAccounts(author, range.from)),
  ];
}

function writeHold(hold: RealHold, later: (at: Date) => string): Written[] {
  const { id, org_id, kind, basis_points, window_months, reason, starts_at, ends_at, ended, released } = hold;
  const event = {
    at: later(starts_at),
    type: 'hold',
    hold: id,
    author: org_id,
    kind,
    basis_points,
    ...(window_months === null ? {} : { months: window_months }),
    ...(ends_at !== null && !ended ? { until: ends_at.toISOString() } : {}),
    reason: reason.slice(0, 300),
  };
  if (!ended) return [event];
  return [event, { at: ends_at!.toISOString(), type: 'release_hold', hold: id, now: released }];
}

function writeRun(run: RealFacts['runs'][number], person: (id: string) => string): Written[] {
  const { month, prepared_at, prepared_by, approved_at, executed_at, approvals } = run;
  return [
    { at: prepared_at.toISOString(), type: 'prepare_run', month, by: person(prepared_by) },
    ...approvals.map((approval, i) => ({
      // The last approval reserves the money.
      at: i === approvals.length - 1 && approved_at ? approved_at.toISOString() : new Date(approval.at).toISOString(),
      type: 'approve_run',
      month,
      by: person(approval.user_id),
    })),
    ...(executed_at ? [{ at: executed_at.toISOString(), type: 'execute_run', month }] : []),
  ];
}

/** A retry concerns all failed payouts of its run, so it is written once per instant. */
function writeTransfers(transfers: RealFacts['transfers']): Written[] {
  const written = new Set<string>();
  return transfers.flatMap(({ month, org_id, currency, what, at }): Written[] => {
    const when = at.toISOString();
    if (what === 'again') {
      const key = `${month} ${when}`;
      if (written.has(key)) return [];
      written.add(key);
      return [{ at: when, type: 'retry_run', month }];
    }
    const outcome = what === 'refused' ? 'destination_refused' : 'made';
    return [{ at: when, type: 'transfer', month, author: org_id, currency, outcome }];
  });
}

/** Listings charged a fee for a month were live and billed by their authors in it. */
export function writeListings(facts: RealFacts): Written[] {
  const paid = new Map<string, string>(facts.listingFees.map((fee) => [`${fee.drive_id} ${fee.month}`, fee.currency]));
  const live = facts.listingFees.flatMap(({ drive_id, month, currency }): Written[] => {
    const next = monthAfter(month);
    const before = facts.listingFees.findLast((fee) => fee.drive_id === drive_id && fee.month < month);
    const goesOn = before !== undefined && monthAfter(before.month) === month && before.currency === currency;
    return [
      ...(goesOn ? [] : [{ at: startOf(month).toISOString(), type: 'list', drive: drive_id, currency }]),
      ...(paid.get(`${drive_id} ${next}`) === currency
        ? []
        : [{ at: startOf(next).toISOString(), type: 'delist', drive: drive_id }]),
    ];
  });
  const switched = [...sold(facts)].flatMap(([drive, until]): Written[] =>
    until === undefined ? [] : [{ at: until.toISOString(), type: 'billing', drive, billing: 'author' }],
  );
  return [...switched, ...live];
}

/** Drives with a listing fee that were also sold by the platform, and when that ended. */
export function sold({ segments, listingFees }: RealFacts): Map<string, Date | undefined> {
  const fees = new Set(listingFees.map(({ drive_id }) => drive_id));
  const found = new Map<string, Date | undefined>();
  for (const { drive_id, free, ended_at } of segments) {
    if (free || !fees.has(drive_id)) continue;
    const until = found.get(drive_id);
    const known = found.has(drive_id);
    found.set(drive_id, ended_at === null || (known && until === undefined) ? undefined : latest(until, ended_at));
  }
  return found;
}

function latest(a: Date | undefined, b: Date): Date {
  return a === undefined || a < b ? b : a;
}
