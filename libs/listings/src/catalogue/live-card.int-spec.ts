import { ManifestSyncWorld } from '../../../../test/support/drives/manifest-sync-world.js';
import type { CatalogueEntryView } from './catalogue.view.js';
import { FetchIcon } from './icon/fetch-icon.js';

describe('the card of a live Drive', () => {
  const following = ManifestSyncWorld.forTests();
  const { listed, approve } = following;

  it('shows card, permissions, price and claims as they were at any instant', async () => {
    const { driveId, owned, overlay, sync, waiting } = await listed();
    const entry = async (at?: string) =>
      following.app.call<CatalogueEntryView>({
        method: 'GET',
        url: `/api/public/catalogue/${owned.slug}${at === undefined ? '' : `?at=${encodeURIComponent(at)}`}`,
      });
    const before = await entry();
    const [{ now }] = (await following.db.query<{ now: Date }>('select platform.portal_now() as now')) as [
      { now: Date },
    ];
    overlay['permissions_requested'] = ['venture.read', 'events.emit', 'billing.read'];
    overlay.drive = { version: '1.1.0', pricing_tier: 'pro', tagline: 'Now dearer' };
    overlay['compliance'] = { frameworks: ['soc2'], data_residency: ['us'], baa_required: true };
    await sync();
    await approve((await waiting())!);
    const after = await entry();
    expect([after.data.version, after.data.price_label]).toEqual(['1.1.0', '199.00 USD per month']);
    const then = await entry(now.toISOString());
    // The same figures as in the evidence about it.
    expect(after.data.checks).toEqual(
      await following.world.value(
        `select to_json(c) from listings.check_counts(
           (select submission_id from listings.publications where drive_id = $1 order by published_at desc limit 1)) c`,
        [driveId],
      ),
    );
    expect(after.data.checks!.passed).toBeGreaterThan(0);
    expect(after.data.compliance).toMatchObject({ frameworks: ['soc2'], data_residency: ['us'], baa_required: true });
    const fixed = ({ version, tagline, price_label, permissions, digest, compliance }: CatalogueEntryView) => ({
      compliance,
      version,
      tagline,
      price_label,
      permissions,
      digest,
    });
    expect(fixed(then.data)).toEqual(fixed(before.data));
    expect(fixed((await entry('2100-01-01T00:00:00Z')).data)).toMatchObject({ version: '1.1.0' });
    expect((await entry('2020-01-01T00:00:00Z')).error).toBe('listing_not_found');
    for (const bad of ['yesterday', '2026-13-01T00:00:00Z', '2026-01-01', '2026-01-01T00:00:00'])
      expect((await entry(bad)).error).toBe('invalid_request');
  });

  it('fetches and rewrites the icon, and serves it from our own address only', async () => {
    const { owned, drive } = await listed();
    await following.world.work();
    const entry = await following.app.call<CatalogueEntryView>({
      method: 'GET',
      url: `/api/public/catalogue/${owned.slug}`,
    });
    expect(entry.data.icon_url).toMatch(/^\/api\/public\/icons\/[0-9a-f]{64}$/);
    const icon = await following.app.call({ method: 'GET', url: entry.data.icon_url! });
    expect(icon.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': expect.stringContaining('sandbox') as string,
      'x-content-type-options': 'nosniff',
    });
    expect(icon.body).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    for (const name of ['0'.repeat(64), '..%2f..%2fetc%2fpasswd', 'icon'])
      expect((await following.app.call({ method: 'GET', url: `/api/public/icons/${name}` })).status).toBe(404);

    // A repeated event, perhaps days later, while the Drive is unreachable: the fetched icon stays.
    const [kept] = await following.db.query<{ revision_id: string }>(
      'select i.* from listings.revision_icons i join listings.listings l on l.live_revision_id = i.revision_id where l.slug = $1',
      [owned.slug],
    );
    await drive.close();
    await following.app.get(FetchIcon).execute(kept!.revision_id);
    expect(
      await following.db.query('select * from listings.revision_icons where revision_id = $1', [kept!.revision_id]),
    ).toEqual([kept]);
  });
});
