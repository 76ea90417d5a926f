import type { RealFacts, RealSegment, Writing, Written } from './real-facts.js';

const DAY_MS = 86_400_000;

/** Writes installs as events, and returns the name of the install of each line. */
interface WrittenInstalls {
  readonly events: Written[];
  readonly nameAt: (installId: string, from: string) => string;
}

/** Consecutive segments of an install become one install with changes; after a gap it has another name. */
export function writeInstalls(facts: RealFacts, writing: Writing): WrittenInstalls {
  const pieces = new Map<string, { name: string; from: number }[]>();
  const events = facts.segments.flatMap((segment, i): Written[] => {
    const before = facts.segments[i - 1];
    const follows = continues(before, segment);
    const known = pieces.get(segment.install_id) ?? [];
    if (!follows)
      known.push({
        name: known.length === 0 ? segment.install_id : `${segment.install_id}.${known.length + 1}`,
        from: segment.started_at.getTime(),
      });
    pieces.set(segment.install_id, known);
    const { name } = known.at(-1)!;
    const begun = follows ? changed(segment, name) : installed(segment, name, facts, writing);
    const next = facts.segments[i + 1];
    const ends = segment.ended_at !== null && segment.ended_at < writing.range.to && !continues(segment, next);
    return [...begun, ...(ends ? [{ at: segment.ended_at!.toISOString(), type: 'uninstall', install: name }] : [])];
  });
  const nameAt = (installId: string, from: string): string =>
    (pieces.get(installId) ?? []).findLast((piece) => piece.from <= Date.parse(from))?.name ?? installId;
  return { events, nameAt };
}

function continues(before: RealSegment | undefined, after: RealSegment | undefined): boolean {
  return (
    before !== undefined &&
    before.install_id === after?.install_id &&
    before.ended_at?.getTime() === after.started_at.getTime()
  );
}

const priceOf = ({ free, amount, currency }: RealSegment): object => ({ price: free ? '0' : amount, currency });

/** An install that is older than the months begins on their first day, with the rest of its trial free. */
function installed(segment: RealSegment, name: string, facts: RealFacts, { range, own, named }: Writing): Written[] {
  const at = segment.started_at < range.from ? range.from : segment.started_at;
  const trial = segment.trial_ends_at === null ? 0 : segment.trial_ends_at.getTime() - at.getTime();
  const days = trial / DAY_MS;
  const whole = at === segment.started_at && Number.isInteger(days) && days > 0;
  const event = {
    at: at.toISOString(),
    type: 'install',
    install: name,
    drive: segment.drive_id,
    tenant: named(segment.tenant_id),
    ...(own ? {} : { venture: segment.venture_id }),
    ...priceOf(segment),
    ...agreed(segment, facts, at),
  };
  if (whole) return [{ ...event, trial_days: days }];
  if (trial <= 0) return [event];
  const paid = segment.trial_ends_at!;
  const ends = segment.ended_at !== null && segment.ended_at <= paid;
  return [
    { ...event, price: '0' },
    ...(ends ? [] : [{ at: paid.toISOString(), type: 'change_plan', install: name, ...priceOf(segment) }]),
  ];
}

/** For a trial written as a free segment, the new price starts at its end. */
function changed(segment: RealSegment, name: string): Written[] {
  const { trial_ends_at: trial, started_at: start, ended_at: end } = segment;
  const late = trial !== null && trial > start;
  if (late && end !== null && end <= trial) return [];
  return [{ at: (late ? trial : start).toISOString(), type: 'change_plan', install: name, ...priceOf(segment) }];
}

/** The pinned share, where it is another one than everybody's of that instant. */
function agreed({ org_id, basis_points }: RealSegment, { policies }: RealFacts, at: Date): object {
  if (org_id === null) return {};
  const rule = policies.findLast(({ key, valid_from }) => key === 'author_share' && valid_from <= at)?.value as
    { basis_points: number } | undefined;
  const usual = rule ?? { basis_points: 7_000 };
  if (usual.basis_points === basis_points) return {};
  return { basis_points };
}
