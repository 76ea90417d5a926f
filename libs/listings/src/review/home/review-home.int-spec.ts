import { SYSTEM_ACTOR } from '@portal/platform/access';
import { Database } from '@portal/platform/database';
import { MINUTE, ReviewWorld } from '../../../../../test/support/people/review-world.js';
import { decideCase } from '../../../../../test/support/people/review.js';
import { ReviewHome } from './read/review-home.js';
import type { ReviewHomeView } from './review-home.view.js';

const review = ReviewWorld.forTests();
const { call, by, ago, submitted } = review;
const home = async (): Promise<ReviewHomeView> => (await call<ReviewHomeView>(review.ruth, 'GET', '/review/home')).data;

describe('the home of a reviewer', () => {
  it('is one read of at most 12 statements', async () => {
    const statements = jest.spyOn(review.world.app.get(Database), 'query');
    await review.world.app.get(ReviewHome).read({ ...SYSTEM_ACTOR, userId: await review.personOf('Ruth') });
    expect(statements.mock.calls.length).toBeLessThanOrEqual(12);
    statements.mockRestore();
  });

  it('counts what waits by its age against the promise, and names how long the oldest waits', async () => {
    const before = await home();
    const [fresh, late] = [await submitted(), await submitted()];
    await ago(late.id, (before.due_hours + 1) * 60 * MINUTE);
    const { waiting, counts } = await home();
    expect(waiting.fresh - before.waiting.fresh).toBe(1);
    expect(counts['submissions']! - before.counts['submissions']!).toBe(2);
    expect(Object.keys(counts).sort()).toEqual([
      'appeals',
      'applications',
      'concerns',
      'content',
      'evidence',
      'exceptions',
      'submissions',
    ]);
    expect(waiting.overdue - before.waiting.overdue).toBe(1);
    expect(Date.parse(waiting.oldest_since!)).toBeLessThan(Date.now() - before.due_hours * 3_600_000);
    await decideCase(by(review.ruth), fresh.id, 'request_changes', 'Please say more about it.');
  });

  it('counts on every tab what its list has, without cases of organisations of the reader', async () => {
    await submitted({ drive: { pricing_tier: 'custom' } });
    const uma = await review.world.reviewer('Uma');
    const of = async (as: string, list: string): Promise<number> =>
      (await call<{ items: object[] }>(as, 'GET', `/review/${list}`)).data.items.length;
    const counts = async (as: string) => (await call<ReviewHomeView>(as, 'GET', '/review/home')).data.counts;
    expect((await counts(uma))['submissions']).toBeGreaterThan(0);
    expect(await of(uma, 'submissions?limit=100')).toBe((await counts(uma))['submissions']);
    await review.db.query('insert into authors.organization_members (org_id, user_id) values ($1, $2)', [
      review.ada.orgId,
      await review.personOf('Uma'),
    ]);
    expect(await counts(uma)).toMatchObject({ submissions: 0, applications: 0, evidence: 0, content: 0 });
    expect((await call<ReviewHomeView>(uma, 'GET', '/review/home')).data.waiting).toMatchObject({
      fresh: 0,
      overdue: 0,
    });
    for (const list of [
      'submissions?limit=100',
      'submissions?party=all&limit=100',
      'applications',
      'appeals',
      'contents',
    ])
      expect([list, await of(uma, list)]).toEqual([list, 0]);
    expect(await of(review.ruth, 'submissions?limit=100')).toBeGreaterThan(0);
  });

  it('has the decisions of 28 days by day, and the newest by name', async () => {
    const before = await home();
    const { id } = await submitted();
    await decideCase(by(review.ruth), id, 'request_changes', 'Please say more about it.');
    const { decided, median_ms, days, decisions } = await home();
    expect(decided).toBe(before.decided + 1);
    expect(median_ms).toBeGreaterThanOrEqual(0);
    expect(days).toHaveLength(28);
    expect(days.at(-1)!.changes_requested).toBe(before.days.at(-1)!.changes_requested + 1);
    expect(decisions[0]).toMatchObject({ kind: 'submission', case_id: id, by: 'Ruth', decision: 'changes_requested' });
  });
});
