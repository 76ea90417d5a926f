import { control } from '../../../../test/support/drives/console.js';
import { decideCase, judgeAll } from '../../../../test/support/people/review.js';
import { ReviewWorld } from '../../../../test/support/people/review-world.js';
import type { CaseView } from './case.view.js';

const PRIVATE = 'Between us: this author was careless before.';

describe('the case of a Drive, for its author', () => {
  const review = ReviewWorld.forTests();
  const read = async (driveId: string, as = review.ada.cookie) =>
    review.call<CaseView>(as, 'GET', `/author/drives/${driveId}/case`);
  const holds = async (driveId: string) => (await read(driveId)).data.holds;
  const kinds = async (driveId: string) => (await holds(driveId)).map(({ kind, party }) => [kind, party]);

  it('says what to do before anything is submitted, and who acts while the checks run', async () => {
    const owned = await review.world.reserve(review.ada, 'case-nothing');
    expect(await kinds(owned.driveId)).toEqual([['not_submitted', 'author']]);
    const drive = await review.world.drive(owned);
    await review.call(review.ada.cookie, 'POST', `/author/drives/${owned.driveId}/submissions`, {
      manifest_url: drive.manifestUrl,
    });
    expect(await kinds(owned.driveId)).toEqual([['received', 'portal']]);
    await review.world.work();
    expect(await holds(owned.driveId)).toMatchObject([{ kind: 'in_review', rule: 'Review', docs: '/docs#review' }]);
    expect(await kinds(owned.driveId)).toEqual([['in_review', 'reviewer']]);
  });

  it('names each check that failed with place, rule, page and what would pass', async () => {
    const owned = await review.world.reserve(review.ada, 'case-failed');
    const drive = await review.world.drive(owned);
    await control(drive.url, 'switch', { name: 'metrics-open', on: true });
    await review.call(review.ada.cookie, 'POST', `/author/drives/${owned.driveId}/submissions`, {
      manifest_url: drive.manifestUrl,
    });
    await review.world.work();
    const [first, ...causes] = await holds(owned.driveId);
    expect(first).toMatchObject({ kind: 'failed', party: 'author' });
    const c50 = causes.find(({ check }) => check === 'C50')!;
    expect(c50).toMatchObject({ docs: '/docs/checks#C50', party: 'author' });
    expect(c50.place).toContain('/metrics');
    for (const text of [c50.why, c50.rule, c50.passes]) expect(text).not.toBe('');
  });

  it('tells place in the queue and usual time, says that a reviewer works on it, and nothing of what was judged', async () => {
    const { id, driveId } = await review.submitted();
    const { queue } = (await read(driveId)).data;
    // Two cases that are heavier by their checks wait already.
    expect(queue!.position).toBe(queue!.waiting);
    const risky = await review.submitted({ permissions_requested: ['venture.read', 'data.phi'] });
    const { data } = await review.call<{ items: { id: string }[] }>(
      review.ruth,
      'GET',
      '/review/submissions?sort=worst&limit=100',
    );
    const places = data.items.map((one) => one.id);
    expect(places.indexOf(risky.id)).toBeLessThan(places.indexOf(id));
    for (const one of [risky, { id, driveId }])
      expect((await read(one.driveId)).data.queue!.position).toBe(places.indexOf(one.id) + 1);
    expect(queue!.usual_ms).toBeNull();
    await judgeAll(review.by(review.ruth), id, { listing_quality: { verdict: 'fail', note: PRIVATE } });
    expect(await kinds(driveId)).toEqual([['being_reviewed', 'reviewer']]);
    expect((await read(driveId)).body).not.toContain(PRIVATE);
    expect((await read(driveId)).body).not.toContain('Ruth');
  });

  it('waits for a second person while an exception is proposed', async () => {
    const { id, driveId } = await review.submitted({ drive: { pricing_tier: 'custom' } });
    await review.hold(id);
    const { status } = await review.call(review.ruth, 'POST', review.at(id, '/exceptions'), {
      check_id: 'L04',
      reason: PRIVATE,
      ends_at: new Date(Date.now() + 90 * 86_400_000).toISOString(),
    });
    expect(status).toBe(201);
    expect(await kinds(driveId)).toEqual([['second_person', 'second_person']]);
    expect((await read(driveId)).body).not.toContain(PRIVATE);
  });

  it('asks for an answer to each finding of a criterion, and offers the appeal of a refusal', async () => {
    const asked = await review.submitted();
    await decideCase(review.by(review.ruth), asked.id, 'request_changes', 'Please answer.');
    expect(await holds(asked.driveId)).toMatchObject([
      {
        kind: 'changes_requested',
        party: 'author',
        check: 'listing_quality',
        docs: '/docs/checks#listing_quality',
        place: `/author/submissions/${asked.id}`,
      },
    ]);
    const refused = await review.submitted();
    await decideCase(review.by(review.ruth), refused.id, 'reject', 'Nobody can tell what it is for.');
    const { data } = await read(refused.driveId);
    expect(data.holds).toMatchObject([
      { kind: 'rejected', why: expect.stringContaining('Nobody can tell what it is for.') as string },
    ]);
    expect(data.may_appeal_until).not.toBeNull();
    expect(data.queue).toBeNull();
  });

  it('knows the usual time from five decided cases on, and is empty for what is live', async () => {
    for (let i = 0; i < 5; i += 1)
      await decideCase(review.by(review.sam), (await review.submitted()).id, 'request_changes', 'Please answer.');
    const waiting = await review.submitted();
    expect((await read(waiting.driveId)).data.queue!.usual_ms).toBeGreaterThan(0);
    await decideCase(review.by(review.sam), waiting.id, 'approve', 'Everything is in order here.');
    expect(await kinds(waiting.driveId)).toEqual([]);
  });

  it('is nobody else’s', async () => {
    const { driveId } = await review.submitted();
    const eve = await review.world.author('eve');
    expect((await read(driveId, eve.cookie)).status).toBe(404);
    expect((await read(driveId, review.ruth)).status).not.toBe(200);
  });
});
