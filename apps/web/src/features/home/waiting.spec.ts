import { nextDatesOf, tasksOf, type FinanceWork } from './waiting.js';

const ME = 'user-me';
const OTHER = 'user-other';

type Runs = NonNullable<FinanceWork['runs']>;
type Periods = NonNullable<FinanceWork['periods']>;
const run = (more: object): Runs[number] =>
  ({
    id: 'r',
    month: '2026-10',
    state: 'computed',
    paused: false,
    prepared_by: OTHER,
    prepared_at: '2026-11-05T00:00:00Z',
    approvals: [],
    ...more,
  }) as unknown as Runs[number];
const period = (more: object): Periods[number] =>
  ({ month: '2026-10', state: 'open', can_close: false, closed_at: null, ...more }) as unknown as Periods[number];
const proposal = (by: string) => ({ proposed_by_id: by, proposed_at: '2026-11-01T00:00:00Z' });
const NOTHING = {
  periods: [],
  runs: [],
  disputes: [],
  exceptions: [],
  approvals: [],
  coming_policies: [],
  coming_prices: [],
};
const work = (more: object): FinanceWork => ({ ...NOTHING, ...more });

describe('open tasks of a person of finance', () => {
  it('are none while no month has ended and no run is open', () => {
    expect(tasksOf(work({}), ME)).toEqual([]);
    expect(tasksOf(work({ periods: [period({})], runs: [run({ state: 'settled' })] }), ME)).toEqual([]);
  });

  it('name a month to close, and a closed one until its run is prepared', () => {
    const periods = [period({ can_close: true }), period({ month: '2026-09', state: 'closed' })];
    const prepare = 'Prepare the payout run of September 2026';
    expect(tasksOf(work({ periods }), ME).map(({ text }) => text)).toEqual(['Close October 2026', prepare]);
    expect(tasksOf(work({ periods, runs: [run({ month: '2026-09' })] }), ME).map(({ text }) => text)).not.toContain(
      prepare,
    );
    expect(tasksOf(work({ periods, runs: [run({ month: '2026-09', state: 'cancelled' })] }), ME)).toHaveLength(2);
  });

  it('include a run to approve for whoever neither prepared nor approved it', () => {
    const another = (more: object): boolean | undefined => tasksOf(work({ runs: [run(more)] }), ME)[0]?.another;
    expect(another({})).toBe(false);
    expect(another({ prepared_by: ME })).toBe(true);
    expect(another({ approvals: [{ user_id: ME }] })).toBe(true);
  });

  it.each([
    ['approved', 'Pay the payout run of October 2026'],
    ['partially_failed', 'Some payouts of October 2026 failed'],
  ])('ask for the next step of a run that is %s', (state, text) => {
    expect(tasksOf(work({ runs: [run({ state })] }), ME)[0]?.text).toBe(text);
  });

  it('list first that a run is paused', () => {
    expect(tasksOf(work({ runs: [run({ paused: true, state: 'executing' })] }), ME)[0]).toMatchObject({ urgent: true });
  });

  it('mark a person’s own proposals as waiting for another person', () => {
    const of = (by: string): boolean[] =>
      tasksOf(
        work({
          approvals: [{ id: 'c', title: 'A price', blocked_by: by === ME ? 'proposed_by_you' : null, ...proposal(by) }],
        }),
        ME,
      ).map(({ another }) => another);
    expect(of(ME)).toEqual([true]);
    expect(of(OTHER)).toEqual([false]);
  });

  it('list deadlines first, then what blocks others, then the oldest', () => {
    const tasks = tasksOf(
      work({
        disputes: [
          { id: 'later', answerable: true, evidence_due_at: '2026-12-02T00:00:00Z' },
          { id: 'answered', answerable: false, evidence_due_at: '2026-12-01T00:00:00Z' },
          { id: 'sooner', answerable: true, evidence_due_at: '2026-12-01T00:00:00Z' },
        ],
        exceptions: [
          { id: 'young', blocking: false, opened_at: '2026-11-03T00:00:00Z' },
          { id: 'old', blocking: false, opened_at: '2026-11-01T00:00:00Z' },
          { id: 'blocks', blocking: true, opened_at: '2026-11-04T00:00:00Z' },
        ],
      }),
      ME,
    );
    expect(tasks.map(({ key }) => key.split(':')[1])).toEqual(['sooner', 'later', 'blocks', 'old', 'young']);
  });
});

it('a policy that nobody of the host has decided is a task, not a date', () => {
  const undecided = work({ coming_policies: [{ key: 'tax', title: 'Tax', effective_at: null }] });
  expect(tasksOf(undecided, ME).map(({ to }) => to)).toEqual(['/finance/policies/tax']);
  expect(nextDatesOf(undecided, 0)).toEqual([]);
});

describe('next dates', () => {
  it('are those ahead, the nearest first', () => {
    const dates = nextDatesOf(
      work({
        coming_policies: [{ key: 'tax', title: 'Tax', effective_at: '2027-02-01T00:00:00Z' }],
        coming_prices: [
          { id: 'past', effective_at: '2026-12-01T00:00:00Z' },
          { id: 'ahead', effective_at: '2027-01-15T00:00:00Z' },
        ],
      }),
      Date.parse('2027-01-01T00:00:00Z'),
    );
    expect(dates.map(({ to }) => to)).toEqual(['/finance/prices', '/finance/policies/tax']);
  });
});
