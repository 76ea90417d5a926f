import { createReferenceDrive } from '../../../../apps/reference-drive/src/drive.js';
import { ManifestSyncWorld } from '../../../../test/support/drives/manifest-sync-world.js';
import { MOST } from '../listing/domain/manifest-bounds.js';
import { MOST_A_DAY } from '../listing/revisions.repository.js';
import type { SubmissionView } from '../submissions/submissions.view.js';

/** What the contract lets through and the portal could not keep: said by the checks, never by the database at approval. */
describe('a manifest beyond what the portal can keep', () => {
  const following = ManifestSyncWorld.forTests();

  const long = (length: number): string =>
    Array.from({ length }, (_, i) => String.fromCharCode(97 + (i % 23))).join('');
  const plans = (over: object) => ({
    pricing: {
      model: 'subscription',
      currency: 'usd',
      plans: [{ id: 'one', name: 'One', price_cents: 4900, interval: 'month', ...over }],
    },
  });

  async function submitted(shape: 'a' | 'b', manifestOverlay: Record<string, unknown>) {
    const { world, ada } = following;
    const owned = await world.reserve(ada, following.nextSlug());
    const drive = await createReferenceDrive({
      id: owned.slug,
      port: 0,
      secrets: [owned.secret],
      shape,
      manifestOverlay,
    });
    world.drives.push(drive);
    const url = `/author/drives/${owned.driveId}/submissions`;
    const { data } = await following.call<SubmissionView>(ada.cookie, 'POST', url, { manifest_url: drive.manifestUrl });
    await world.work();
    return (await following.call<SubmissionView>(ada.cookie, 'GET', `/submissions/${data.id}`)).data;
  }

  it.each<[string, 'a' | 'b', Record<string, unknown>, string]>([
    ['a price', 'a', plans({ price_cents: MOST.priceCents + 1 }), '/pricing/plans/0/price_cents'],
    ['the id of a plan', 'a', plans({ id: long(3_000) }), '/pricing/plans/0/id'],
    ['a category', 'a', { category: long(9_000) }, '/category'],
    ['a name', 'a', { name: long(9_000) }, '/name'],
    ['a name in the structured shape', 'b', { drive: { name: long(9_000) } }, '/drive/name'],
    ['a permission', 'b', { permissions_requested: [long(129)] }, '/permissions_requested/0'],
  ])('does not pass the checks with %s that is too long or too large', async (_what, shape, overlay, pointer) => {
    const { state, checks } = await submitted(shape, overlay);
    const failed = checks.filter((check) => check.state === 'fail');
    expect([state, failed.map(({ id }) => id)]).toEqual(['failed', ['L05']]);
    expect(failed[0]!.findings.map((finding) => finding.pointer)).toEqual([pointer]);
  });

  it('is approved at the longest that is kept', async () => {
    const submission = await submitted('a', {
      name: long(MOST.name),
      category: long(MOST.category),
      pricing: { model: 'free', currency: 'usd', plans: [] },
    });
    expect(submission.state).toBe('in_review');
    await following.approve(submission);
    await following.world.work();
  });

  it('is not followed when a live Drive serves it, and the author learns what is too long', async () => {
    const one = await following.listed();
    one.overlay.drive = { version: '1.1.0', name: long(9_000) };
    await one.sync();
    expect((await one.live())!.version).toBe('1.0.0');
    expect((await one.view()).notes).toMatchObject([
      { kind: 'invalid', text: expect.stringContaining('L05 The name is too long. Use at most 200 characters.') },
    ]);
    one.overlay.drive = { version: '1.1.0' };
    await one.sync();
    expect((await one.live())!.version).toBe('1.1.0');
    expect((await one.view()).notes).toEqual([]);
  });

  it('that changes is followed fifty times a day and submitted a hundred times, and not more often', async () => {
    const one = await following.listed();
    const { driveId } = one;
    const more = (n: number): Promise<unknown> =>
      following.db.query(
        `insert into listings.revisions select (r).* from (select jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(),
             'manifest_url', r.manifest_url || '?' || gen_random_uuid(), 'created_at', platform.portal_now())) as r
           from listings.revisions r, generate_series(1, $2::int) where r.id = (select live_revision_id from listings.listings where drive_id = $1)) copied`,
        [driveId, n],
      );
    await more(MOST_A_DAY - 1);
    one.overlay.drive = { version: '1.1.0' };
    await one.sync();
    expect((await one.live())!.version).toBe('1.0.0');
    expect((await one.view()).notes).toMatchObject([
      { kind: 'invalid', text: expect.stringContaining('The manifest changes too often.') },
    ]);
    await expect(more(2 * MOST_A_DAY)).rejects.toMatchObject({ driverError: { constraint: 'revisions_a_day' } });

    await following.db.query(`do $$ declare made uuid; begin for i in 1..99 loop
      insert into listings.submissions (id, drive_id, org_id, kind, state, manifest_url, origin)
        select gen_random_uuid(), drive_id, org_id, 'update', 'received', 'x', 'x' from listings.listings where drive_id = '${driveId}' returning id into made;
      update listings.submissions set state = 'withdrawn' where id = made;
    end loop; end $$`);
    const url = `/author/drives/${driveId}/submissions`;
    expect(
      await following.call(following.ada.cookie, 'POST', url, { manifest_url: one.drive.manifestUrl }),
    ).toMatchObject({ status: 409, error: 'too_many_submissions' });
  });
});
