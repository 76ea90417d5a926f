import type { SubmissionView } from '../submissions/submissions.view.js';
import { REASON, ReviewWorld } from '../../../../test/support/people/review-world.js';
import { decideCase } from '../../../../test/support/people/review.js';

describe('namespaces of exposed pages', () => {
  const review = ReviewWorld.forTests();

  const routes = (...paths: string[]) => paths.map((path) => ({ path, label: 'Drafts', icon: 'pencil' }));
  const submission = async (id: string) =>
    (await review.call<SubmissionView>(review.ada.cookie, 'GET', `/submissions/${id}`)).data;
  const verdict = async (paths: string[]) => {
    const { state, checks } = await submission((await review.submitted({ routes_exposed: routes(...paths) })).id);
    return [state, checks.find(({ id }) => id === 'L07')!.findings.map(({ pointer }) => pointer)];
  };
  const approve = (id: string) => decideCase(review.by(review.ruth), id, 'approve', REASON);

  it('of the host and of other Drives fail a submission, while own and free ones pass', async () => {
    const first = await review.submitted({ routes_exposed: routes('/scribe/drafts') });
    expect((await approve(first.id)).status).toBe(200);
    expect(await verdict(['/scribe/other'])).toEqual(['failed', ['/routes_exposed/0/path']]);
    expect(await verdict([`/${first.slug}/drafts`])).toEqual(['failed', ['/routes_exposed/0/path']]);
    expect(await verdict(['/free/drafts', '/Settings/mine', '/SCRIBE'])).toEqual([
      'failed',
      ['/routes_exposed/1/path', '/routes_exposed/2/path'],
    ]);
    expect(await verdict(['/free/drafts', '/scribes'])).toEqual(['in_review', []]);
  });

  it('cannot be approved once another Drive is live with them', async () => {
    const [early, late] = [
      await review.submitted({ routes_exposed: routes('/both/a') }),
      await review.submitted({ routes_exposed: routes('/both/b') }),
    ];
    expect((await approve(late.id)).status).toBe(200);
    expect(await approve(early.id)).toMatchObject({ status: 409, error: 'route_namespace_taken' });
    expect((await submission(early.id)).state).toBe('in_review');
  });

  it('belong to one Drive when two are approved concurrently', async () => {
    const both = [
      await review.submitted({ routes_exposed: routes('/race/a') }),
      await review.submitted({ routes_exposed: routes('/race/b') }),
    ];
    const answers = await Promise.all(both.map(({ id }) => approve(id)));
    expect(answers.map(({ status, error }) => error ?? status).sort()).toEqual([200, 'route_namespace_taken']);
  });

  it('of others send a change to review that would have gone live by itself', async () => {
    const { world } = review;
    const one = await review.submitted({ drive: { version: '1.0.0' }, routes_exposed: routes('/mine/a') });
    expect((await approve(one.id)).status).toBe(200);
    const other = await review.submitted({ routes_exposed: routes('/theirs/a') });
    expect((await approve(other.id)).status).toBe(200);
    await world.work();
    Object.assign(one.overlay, { drive: { version: '1.1.0' }, routes_exposed: routes('/mine/a', '/theirs/b') });
    const asked = await review.call(review.ada.cookie, 'POST', `/author/drives/${one.driveId}/sync`);
    expect(asked.status).toBe(202);
    await world.work();
    const rows = await world.db.query<{ id: string; state: string }>(
      'select id, state from listings.submissions where drive_id = $1 order by id desc limit 1',
      [one.driveId],
    );
    expect(rows).toMatchObject([{ state: 'in_review' }]);
    expect(rows[0]!.id).not.toBe(one.id);
    expect(await approve(rows[0]!.id)).toMatchObject({ status: 409, error: 'checks_block' });
  });
});
