import { ManifestSyncWorld, portOf } from '../../../../test/support/drives/manifest-sync-world.js';
import type { CatalogueEntryView, CatalogueView } from './catalogue.view.js';
import type { DriveContentView } from '../content/content.view.js';

describe('the domain that an origin shares with a website', () => {
  const world = ManifestSyncWorld.forTests();

  it.each([
    ['https://acme.com', 'https://acme.com/about', 'acme.com'],
    ['https://drive.acme.com:8443', 'https://www.acme.com', 'acme.com'],
    ['https://ACME.com', 'http://acme.COM?x', 'acme.com'],
    ['http://127.0.0.1:4000', 'http://127.0.0.1:9', '127.0.0.1'],
    ['https://acme.com', 'https://shop.acme.com', null],
    ['https://evilacme.com', 'https://acme.com', null],
    ['https://acme.com.evil.example', 'https://acme.com', null],
    ['https://b.vercel.app', 'https://a.vercel.app', null],
    ['https://acme.com', 'https://com', null],
    ['https://x.localhost', 'https://localhost', null],
    ['https://9.127.0.0.1', 'https://127.0.0.1', null],
    ['https://[::1]', 'https://[::1]', null],
    ['https://acme.com', 'https://evil.example\\@acme.com', null],
    ['https://acme.com', 'https://acme.com@evil.example', null],
    ['https://acme.com', '', null],
  ])('of %s with %s is %s', async (origin, website, domain) => {
    expect(await world.world.value('select listings.shared_domain($1, $2)', [origin, website])).toBe(domain);
  });
});

describe('the mark "verified"', () => {
  const sync = ManifestSyncWorld.forTests();
  afterEach(() => sync.endServers());

  const entry = async (slug: string) =>
    (await sync.app.call<CatalogueEntryView>({ method: 'GET', url: `/api/public/catalogue/${slug}` })).data;
  const found = async () =>
    (await sync.app.call<CatalogueView>({ method: 'GET', url: '/api/public/catalogue?verified=yes' })).data.items.map(
      ({ slug }) => slug,
    );
  const own = async (driveId: string) =>
    (await sync.call<DriveContentView>(sync.ada.cookie, 'GET', `/author/drives/${driveId}/content`)).data.verification;

  it('is not for an origin at another domain than the website, and its author reads why', async () => {
    const { driveId, owned } = await sync.listed();
    expect(await own(driveId)).toMatchObject({
      handshake_at: expect.any(String) as string,
      domain: null,
      website: 'https://a.example',
    });
    expect((await entry(owned.slug)).verified).toBeNull();
    expect(await found()).not.toContain(owned.slug);
  });

  it('shows both facts, goes when the origin refuses calls with the key, and comes back with it', async () => {
    const { driveId, owned, drive } = await sync.listed('http://127.0.0.1/about');
    const port = portOf(drive.manifestUrl);
    const proof = { at: (await own(driveId)).handshake_at, origin: `http://127.0.0.1:${port}`, domain: '127.0.0.1' };
    expect((await entry(owned.slug)).verified).toEqual(proof);
    expect(await found()).toContain(owned.slug);
    const checkedAgainWith = async (secret: string): Promise<void> => {
      const there = await sync.world.drive({ ...owned, secret }, {}, port);
      await sync.db.query(
        `update listings.listings set checked_at = clock_timestamp() - interval '25 hours' where drive_id = $1`,
        [driveId],
      );
      await sync.poll(driveId);
      await there.close();
    };
    await drive.close();
    await checkedAgainWith('of somebody else');
    expect((await own(driveId)).handshake_at).toBeNull();
    expect((await entry(owned.slug)).verified).toBeNull();
    expect(
      (await sync.app.call<CatalogueView>({ method: 'GET', url: '/api/public/catalogue?verified=yes&sort=name' })).data
        .items,
    ).toEqual([]);
    await checkedAgainWith(owned.secret);
    expect(Date.parse((await entry(owned.slug)).verified!.at)).toBeGreaterThan(Date.parse(proof.at!));
  });
});

describe('more by the author', () => {
  const sync = ManifestSyncWorld.forTests();

  it('are the others of the same author that are listed', async () => {
    const [one, two] = [await sync.listed(), await sync.listed()];
    const others = async (slug: string) =>
      (
        await sync.app.call<CatalogueEntryView>({ method: 'GET', url: `/api/public/catalogue/${slug}` })
      ).data.by_author.map((card) => card.slug);
    expect(await others(one.owned.slug)).toEqual([two.owned.slug]);
    await sync.db.query(`update listings.listings set state = 'paused' where drive_id = $1`, [two.driveId]);
    expect(await others(one.owned.slug)).toEqual([]);
  });
});
