import { createHash, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { createTestDatabase } from '../../../../test/support/database/database.js';
import { ListingsWorld } from '../../../../test/support/drives/listings.js';
import type { CatalogueEntryView, CatalogueView, ShelvesView } from './catalogue.view.js';

interface Seed {
  name: string;
  tagline?: string;
  description?: string;
  category?: string;
  motion?: string;
  tier?: string;
  installs?: number;
  slug?: string;
}

describe('the catalogue', () => {
  const world = ListingsWorld.forTests();
  const ids = new Map<string, string>();
  beforeAll(async () => {
    const { orgId } = await world.author('ada');
    for (const seed of [
      { name: 'Invoice Friend', tagline: 'Bills that are paid on time', category: 'Sales', tier: 'pro', installs: 10 },
      { name: 'Ledgerly', tagline: 'Every invoice in its place', category: 'Operations', tier: 'free', installs: 90 },
      { name: 'Paperclip', description: 'Reads invoices and contracts.', category: 'Sales', tier: 'free', installs: 5 },
      { name: 'Überblick', tagline: 'Alles auf einen Blick', category: 'Intelligence', motion: 'intel', tier: 'pro' },
      {
        name: 'Draftsmith',
        tagline: 'Drafts that read like you',
        category: 'Content',
        motion: 'build',
        tier: 'starter',
      },
    ])
      await list(orgId, seed);
  });

  /** Straight into the tables: what the catalogue shows follows from them alone. */
  async function list(orgId: string, seed: Seed): Promise<void> {
    const [drive, revision] = [randomUUID(), randomUUID()];
    const slug = seed.slug ?? seed.name.toLowerCase().replaceAll(/[^a-z]+/g, '-');
    ids.set(seed.name, drive);
    await world.db.query(`insert into listings.listings (drive_id, org_id, slug, name) values ($1, $2, $3, $4)`, [
      drive,
      orgId,
      slug,
      seed.name,
    ]);
    await keep(drive, revision, seed);
    await world.db.query(
      `update listings.listings set state = 'listed', live_revision_id = $2, listed_at = now(), tagline = $3, category = $4, motion = $5, tier = $6
       where drive_id = $1`,
      [drive, revision, seed.tagline ?? '', seed.category ?? null, seed.motion ?? null, seed.tier ?? 'free'],
    );
    await world.db.query('update listings.catalogue_entries set installs = $2 where drive_id = $1', [
      drive,
      seed.installs ?? 0,
    ]);
  }

  const keep = (drive: string, revision: string, seed: Seed) =>
    world.db.query(
      `insert into listings.revisions (id, drive_id, digest, version, shape, manifest_url, origin, canonical, manifest)
       values ($1, $2, encode(sha256(convert_to($3, 'UTF8')), 'hex'), '1.0.0', 'structured', 'https://d.example/m', 'https://d.example', convert_to($3, 'UTF8'), $4)`,
      [
        revision,
        drive,
        revision,
        JSON.stringify({
          name: seed.name,
          description: seed.description ?? '',
          permissionsRequested: ['venture.read'],
          capabilities: ['install', 'metrics'],
          eventsEmitted: ['install.created'],
          eventsConsumed: [],
          configSchema: null,
          quota: null,
          homepage: null,
          docsUrl: null,
          supportUrl: null,
          supportEmail: null,
        }),
      ],
    );

  const ask = (query: Record<string, string>, headers = {}) =>
    world.app.call<CatalogueView>({
      method: 'GET',
      url: `/api/public/catalogue?${new URLSearchParams(query).toString()}`,
      headers,
    });
  const names = async (query: Record<string, string>) => (await ask(query)).data.items.map((card) => card.name);

  it('finds words anywhere, a name before a tagline before a description', async () =>
    expect(await names({ q: 'invoice' })).toEqual(['Invoice Friend', 'Ledgerly', 'Paperclip']));

  it.each([
    ['the beginning of a word', 'invo', ['Invoice Friend', 'Ledgerly', 'Paperclip']],
    ['another form of a word', 'contract', ['Paperclip']],
    ['all words, not one of them', 'invoice friend', ['Invoice Friend']],
    ['letters beyond ASCII', 'überblick', ['Überblick']],
    ['the slug', 'draftsmith', ['Draftsmith']],
  ])('finds %s', async (_name, q, expected) => expect(await names({ q })).toEqual(expected));

  it.each([
    ['a letter left out', 'Drftsmith'],
    ['two letters swapped', 'Drafstmith'],
    ['a letter too many', 'Draftssmith'],
    ['a wrong letter', 'Draftsmyth'],
  ])('recognises a name with %s, and says so', async (_name, q) => {
    const { data } = await ask({ q });
    expect([data.match, data.items[0]?.name, data.total]).toEqual(['similar', 'Draftsmith', data.items.length]);
  });

  it.each(['zzzzqqqq', '%%%', "' | !x:*", '\\', '(a&', '\0'.replace('\0', ' '), '<script>alert(1)</script>', '💥'])(
    'finds nothing or everything for %j, without failing',
    async (q) => expect((await ask({ q })).status).toBe(200),
  );

  it('counts the result of each choice, with all other choices unchanged', async () => {
    const { data } = await ask({ category: 'Sales' });
    expect(data).toMatchObject({ total: 2, match: 'all' });
    // Another category can still be chosen, so categories are counted as if none were.
    expect(data.facets.category.map((one) => [one.value, one.count])).toEqual([
      ['Content', 1],
      ['Intelligence', 1],
      ['Operations', 1],
      ['Sales', 2],
    ]);
    expect(data.facets.tier).toEqual([
      { value: 'free', count: 1 },
      { value: 'pro', count: 1 },
    ]);
    const searched = (await ask({ q: 'invoice', tier: 'free,starter' })).data;
    expect([searched.total, searched.items.map((card) => card.name)]).toEqual([2, ['Ledgerly', 'Paperclip']]);
    expect(searched.facets.tier).toEqual([
      { value: 'free', count: 2 },
      { value: 'pro', count: 1 },
    ]);
    for (const facet of ['category', 'tier'] as const)
      for (const { value, count } of searched.facets[facet])
        expect((await ask({ q: 'invoice', tier: 'free,starter', [facet]: value })).data.total).toBe(count);
  });

  it.each([
    ['popular', ['Ledgerly', 'Invoice Friend', 'Paperclip', 'Draftsmith', 'Überblick']],
    ['name', ['Draftsmith', 'Invoice Friend', 'Ledgerly', 'Paperclip', 'Überblick']],
    ['newest', ['Draftsmith', 'Überblick', 'Paperclip', 'Ledgerly', 'Invoice Friend']],
  ])('sorts by %s, page by page in the same order', async (sort, expected) => {
    expect(await names({ sort })).toEqual(expected);
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: CatalogueView = (await ask({ sort, limit: '2', ...(cursor ? { cursor } : {}) })).data;
      paged.push(...page.items.map((card) => card.name));
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(expected);
  });

  it('returns the results of a search page by page too', async () => {
    const first = (await ask({ q: 'invoice', limit: '2' })).data;
    const second = (await ask({ q: 'invoice', limit: '2', cursor: first.next_cursor! })).data;
    expect([...first.items, ...second.items].map((card) => card.name)).toEqual(await names({ q: 'invoice' }));
    expect(second.next_cursor).toBeNull();
  });

  it.each([
    [{ tier: 'free,gold' }, 'invalid_request'],
    [{ cursor: 'nonsense' }, 'invalid_cursor'],
    [{ sort: 'newest', cursor: btoa(encodeURIComponent('["yesterday","x"]')) }, 'invalid_cursor'],
    [{ cursor: btoa(encodeURIComponent('["x","y","z"]')) }, 'invalid_cursor'],
    [{ q: 'a', cursor: btoa(encodeURIComponent('[99999999999,0,"y","z"]')) }, 'invalid_cursor'],
  ])('refuses %j', async (query, error) => expect(await ask(query)).toMatchObject({ status: 400, error }));

  it('answers "unchanged" by its ETag until a listing changes, is added or removed', async () => {
    const first = await ask({});
    const same = () => ask({}, { 'if-none-match': String(first.headers['etag']) });
    expect([(await same()).status, (await same()).body]).toEqual([304, '']);
    const state = (to: string) =>
      world.db.query('update listings.listings set state = $2 where drive_id = $1', [ids.get('Paperclip'), to]);
    await state('paused');
    const without = await same();
    expect([without.status, without.data.total]).toEqual([200, 4]);
    expect(without.data.facets.category.find((one) => one.value === 'Sales')?.count).toBe(1);
    expect(await names({ q: 'contracts' })).toEqual([]);
    await state('listed');
    expect(await names({ q: 'contracts' })).toEqual(['Paperclip']);
  });

  it('shows the live revision only, whatever other revisions are stored', async () => {
    const drive = ids.get('Ledgerly')!;
    const next = randomUUID();
    await keep(drive, next, { name: 'Ledgerly', description: 'Now with zeppelins' });
    expect(await names({ q: 'zeppelins' })).toEqual([]);
    await world.db.query('update listings.listings set live_revision_id = $2 where drive_id = $1', [drive, next]);
    expect(await names({ q: 'zeppelins' })).toEqual(['Ledgerly']);
  });

  it('shows on a card the last run of the checks, the icon, the installs and the author as they are now', async () => {
    const drive = ids.get('Paperclip')!;
    const [{ revision, org }] = (await world.db.query(
      'select live_revision_id as revision, org_id as org from listings.listings where drive_id = $1',
      [drive],
    )) as [{ revision: string; org: string }];
    const entry = async () =>
      (await world.app.call<CatalogueEntryView>({ method: 'GET', url: '/api/public/catalogue/paperclip' })).data;
    const { author } = await entry();
    const picture = Buffer.from('a picture');
    const digest = createHash('sha256').update(picture).digest('hex');
    await world.db.query(
      `update listings.listings set conformance_ok = true, verified_at = '2026-11-20T10:00:00.123Z' where drive_id = $1`,
      [drive],
    );
    await world.db.query(
      `insert into listings.icons (digest, media_type, content, accent) values ($1, 'image/png', $2, '#1f6f5c')`,
      [digest, picture],
    );
    await world.db.query(
      'insert into listings.revision_icons (revision_id, digest, fetched_at) values ($1, $2, now())',
      [revision, digest],
    );
    await world.db.query('update listings.catalogue_entries set installs = 77 where drive_id = $1', [drive]);
    await world.db.query(`update authors.organizations set name = 'Ada and Sons' where id = $1`, [org]);
    const shown = {
      author: 'Ada and Sons',
      installs: 77,
      icon_url: `/api/public/icons/${digest}`,
      accent: '#1f6f5c',
      conformance: { verified_at: '2026-11-20T10:00:00.123Z' },
    };
    expect(await entry()).toMatchObject(shown);
    // Another page than any in memory: found by its words, by a misspelt one, and among all.
    const queries: Record<string, string>[] = [
      { q: 'paperclip contracts' },
      { q: 'papperclip' },
      { sort: 'name', limit: '99' },
    ];
    for (const query of queries)
      expect((await ask(query)).data.items.find((card) => card.slug === 'paperclip')).toMatchObject(shown);
    await world.db.query('update listings.listings set conformance_ok = false where drive_id = $1', [drive]);
    expect((await entry()).conformance.state).toBe('failing');
    await world.db.query('update listings.catalogue_entries set installs = 5 where drive_id = $1', [drive]);
    await world.db.query('update authors.organizations set name = $2 where id = $1', [org, author]);
  });

  it('shows only what a capability announces', async () => {
    const entry = await world.app.call<CatalogueEntryView>({ method: 'GET', url: '/api/public/catalogue/paperclip' });
    expect(entry.data).toMatchObject({ events_emitted: [], config_schema: null, quota: null });
  });

  it('can be created by a database user who may only create in that database', async () => {
    const own = await createTestDatabase();
    const url = new URL(own.url);
    const role = `plain_${randomUUID().replaceAll('-', '')}`;
    const admin = new Client({ connectionString: own.url });
    await admin.connect();
    try {
      await admin.query(
        'drop table listings.catalogue_words, listings.catalogue_entries; drop extension pg_trgm cascade',
      );
      await admin.query(`create role ${role} login password 'x' nosuperuser`);
      await admin.query(`grant create on database "${url.pathname.slice(1)}" to ${role}`);
      [url.username, url.password] = [role, 'x'];
      const plain = new Client({ connectionString: url.href });
      await plain.connect();
      await plain.query('create extension if not exists pg_trgm with schema public');
      expect((await plain.query(`select similarity('abc', 'abc') as s`)).rows).toEqual([{ s: 1 }]);
      await plain.query('drop extension pg_trgm');
      await plain.end();
      await admin.query(`drop owned by ${role}`);
      await admin.query(`drop role ${role}`);
    } finally {
      await admin.end();
      await own.drop();
    }
  });

  it('has shelves: most installed, new, recently updated, and each category with its count', async () => {
    const { data } = await world.app.call<ShelvesView>({ method: 'GET', url: '/api/public/shelves' });
    expect(data.popular.slice(0, 2).map(({ name }) => name)).toEqual(['Ledgerly', 'Invoice Friend']);
    expect(data.popular.length).toBeLessThanOrEqual(6);
    expect(data.total).toBeGreaterThanOrEqual(data.popular.length);
    expect(data.categories.find(({ category }) => category === 'Sales')).toMatchObject({ count: 2 });
    const revision = randomUUID();
    await keep(ids.get('Paperclip')!, revision, { name: 'Paperclip', category: 'Sales', tier: 'free' });
    await world.db.query('update listings.listings set live_revision_id = $2 where drive_id = $1', [
      ids.get('Paperclip'),
      revision,
    ]);
    const now = await world.app.call<ShelvesView>({ method: 'GET', url: '/api/public/shelves' });
    expect(now.data.updated[0]).toMatchObject({ name: 'Paperclip' });
  });
});
