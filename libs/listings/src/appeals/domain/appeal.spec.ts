import { appealGap, appealStateAfter, mayAppealUntil, restoredState, type AppealFacts } from './appeal.js';
import type { ListingState } from '../../listing/domain/listing-state.js';

const REFUSED = new Date('2026-03-01T12:00:00Z');
const UNTIL = new Date('2026-03-31T12:00:00Z');
const facts = (more: Partial<AppealFacts> = {}): AppealFacts => ({
  refusedAt: REFUSED,
  appealed: false,
  superseded: false,
  ...more,
});

describe('an appeal', () => {
  it('may be filed for thirty days, excluding the last instant', () => expect(mayAppealUntil(REFUSED)).toEqual(UNTIL));

  it.each<[string, Partial<AppealFacts>, Date, ReturnType<typeof appealGap>]>([
    ['at once', {}, REFUSED, undefined],
    ['in the last millisecond', {}, new Date(UNTIL.getTime() - 1), undefined],
    ['at its end', {}, UNTIL, 'appeal_time_over'],
    ['a second time', { appealed: true }, REFUSED, 'appeal_heard_once'],
    ['a second time, when it is under review again', { appealed: true, refusedAt: null }, REFUSED, 'appeal_heard_once'],
    ['of a submission that is not refused', { refusedAt: null }, REFUSED, 'not_appealable'],
    ['of what something newer replaced', { superseded: true }, REFUSED, 'appeal_superseded'],
    ['too late, of what something newer replaced', { superseded: true }, UNTIL, 'appeal_time_over'],
  ])('is judged when filed %s', (_, more, now, gap) => expect(appealGap(facts(more), now)).toBe(gap));

  it('ends as granted or dismissed', () =>
    expect([appealStateAfter('grant'), appealStateAfter('dismiss')]).toEqual(['granted', 'dismissed']));

  it.each<[ListingState, boolean, ReturnType<typeof restoredState>]>([
    ['listed', false, 'listed'],
    ['paused', true, 'listed'],
    ['paused', false, 'paused'],
    ['sunset_announced', false, 'listed'],
    ['closed_to_installs', false, 'closed_to_installs'],
  ])('restores a Drive removed from %s (paused for it: %s) to %s', (from, pausedForIt, to) =>
    expect(restoredState({ from, pausedForIt })).toBe(to),
  );
});
