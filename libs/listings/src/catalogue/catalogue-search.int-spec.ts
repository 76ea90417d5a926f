import { randomUUID } from 'node:crypto';
import { Clock } from '@portal/kernel';
import { Client } from 'pg';
import { ListingsWorld, type Author } from '../../../../test/support/drives/listings.js';
import type { CatalogueView } from './catalogue.view.js';
import { FACETS, type Facet } from './domain/facets.js';
import { RetiringEntry } from './retiring-entry.js';
import { Catalogue, type CatalogueFilter } from './catalogue.js';
import { Prices } from '../pricing/prices.js';

/** The listed Drives, as the test remembers them. */
interface Listed {
  drive: string;
  slug: string;
  name: string;
  tagline: string;
  description: string;
  installs: number;
  category: string | null;
  motion: string | null;
  tier: string | null;
  verified: string | null;
}

// Made up so that no word has another form or is in every text, and many are the beginning of another one.
const WORDS = 'zor zorba zorbano kli klima klimak qua quarto vexo vexolo brum tiro tirok uxa uxalo wopo'.split(' ');
const VALUES = {
  category: ['Sales', 'Content', null],
  motion: ['build', 'scale', null],
  tier: ['free', 'pro', null],
  verified: ['yes', null],
};

let state = 20_261_121;
const random = (): number => (state = (state * 1_103_515_245 + 12_345) & 0x7fffffff) / 0x7fffffff;
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
const several = (most: number): string =>
  Array.from({ length: Math.floor(random() * (most + 1)) }, () => pick(WORDS)).join(' ');

/** Straight from the definition: each listing is compared, word by word. */
class Oracle {
  readonly listed = new Map<string, Listed>();

  find(filter: CatalogueFilter): { match: string; total: number; slugs: string[]; facets: CatalogueView['facets'] } {
    const typed = (filter.q ?? '').split(' ').filter((word) => word !== '');
    const all = [...this.listed.values()].map((one) => ({ one, weight: this.weigh(one, typed) }));
    let found = all.filter(({ weight }) => weight < 5);
    let match = 'words';
    if (found.length === 0) {
      const used = (word: string): boolean => all.some(({ one }) => this.weigh(one, [word]) < 5);
      // One of the words in the name; no listing has all of them, so the order is the same for all.
      const some = all.filter(({ one }) => typed.some((word) => this.weigh(one, [word]) < 2));
      [match, found] = typed.every(used) && some.length > 0 ? ['similar', some] : ['misspelt', []];
    }
    const fits = (one: Listed, but?: Facet): boolean =>
      FACETS.every(
        (facet) => facet === but || filter[facet] === undefined || filter[facet].includes(one[facet] ?? '-'),
      );
    const page = found
      .filter(({ one }) => fits(one))
      .sort(
        (a, b) =>
          a.weight - b.weight ||
          b.one.installs - a.one.installs ||
          (a.one.name.toLowerCase() < b.one.name.toLowerCase()
            ? -1
            : a.one.name.toLowerCase() > b.one.name.toLowerCase()
              ? 1
              : a.one.slug < b.one.slug
                ? -1
                : 1),
      );
    const of = (facet: Facet) =>
      VALUES[facet]
        .filter((value) => value !== null)
        .map((value) => ({ value, count: found.filter(({ one }) => one[facet] === value && fits(one, facet)).length }))
        .filter(({ count }) => count > 0)
        .sort((a, b) => (a.value < b.value ? -1 : 1));
    return {
      match,
      total: page.length,
      slugs: page.map(({ one }) => one.slug),
      facets: { category: of('category'), motion: of('motion'), tier: of('tier'), verified: of('verified') },
    };
  }

  private weigh(one: Listed, typed: readonly string[]): number {
    const words = (text: string): string[] => text.toLowerCase().split(/[^a-z0-9]+/);
    const name = words(`${one.name} ${one.slug}`);
    const heading = [...name, ...words(one.tagline)];
    const begins = (text: readonly string[]) => (word: string) => text.some((other) => other.startsWith(word));
    if (!typed.every(begins([...heading, ...words(one.description)]))) return 5;
    if (typed.every((word) => name.includes(word))) return 0;
    if (typed.every(begins(name))) return 1;
    if (typed.every(begins(heading))) return 2;
    return typed.some(begins(heading)) ? 3 : 4;
  }
}

describe('a search of the catalogue', () => {
  const oracle = new Oracle();
  const world = ListingsWorld.forTests();
  let author: Author;
  beforeAll(async () => {
    author = await world.author('ada');
    for (let i = 0; i < 60; i += 1) await add(i);
  });

  async function add(n: number, words: Partial<Listed> = {}): Promise<void> {
    const slug = `y${n}-y`;
    const { driveId: drive } = await world.reserve(author, slug, false);
    await world.db.query(`insert into listings.listings (drive_id, org_id, slug, name) values ($1, $2, $3, $3)`, [
      drive,
      author.orgId,
      slug,
    ]);
    await publish(drive, slug, words);
  }

  /** The Drive is listed with a new revision that has words of its own. */
  async function publish(drive: string, slug: string, words: Partial<Listed> = {}): Promise<void> {
    const revision = randomUUID();
    const one: Listed = {
      drive,
      slug,
      name: `${pick(WORDS)} ${pick(WORDS)}`,
      tagline: several(3),
      description: several(8),
      installs: oracle.listed.get(slug)?.installs ?? 0,
      category: pick(VALUES.category),
      motion: pick(VALUES.motion),
      tier: pick(VALUES.tier),
      verified: pick(VALUES.verified),
      ...words,
    };
    await world.db.query(
      `insert into listings.revisions (id, drive_id, digest, version, shape, manifest_url, origin, canonical, manifest)
       values ($1, $2, encode(sha256(convert_to($3, 'UTF8')), 'hex'), '1.0.0', 'structured', 'https://d.a.example/m', 'https://d.a.example', convert_to($3, 'UTF8'), $4)`,
      [revision, drive, revision, JSON.stringify({ description: one.description, permissionsRequested: [] })],
    );
    await world.db.query(
      `update listings.listings set state = 'listed', live_revision_id = $2, listed_at = coalesce(listed_at, now()), name = $3, tagline = $4,
         category = $5, motion = $6, tier = $7, handshake_at = case when $8 = 'yes' then now() end where drive_id = $1`,
      [drive, revision, one.name, one.tagline, one.category, one.motion, one.tier, one.verified],
    );
    oracle.listed.set(slug, one);
  }

  async function install(one: Listed, installs: number): Promise<void> {
    await world.db.query('update listings.catalogue_entries set installs = $2 where drive_id = $1', [
      one.drive,
      installs,
    ]);
    one.installs = installs;
  }

  /** Asks without the pages in memory, which may be ten seconds old. */
  const ask = (filter: CatalogueFilter): Promise<CatalogueView> =>
    new Catalogue(world.db, world.app.get(Clock), new Prices(world.db), world.app.get(RetiringEntry)).list(filter);

  async function agrees(questions: number): Promise<void> {
    for (let i = 0; i < questions; i += 1) {
      const word = (): string => pick(WORDS).slice(0, 2 + Math.floor(random() * 7));
      const filter: CatalogueFilter = {
        q: random() < 0.6 ? word() : `${word()} ${word()}`,
        limit: 1 + Math.floor(random() * 20),
      };
      for (const facet of FACETS)
        if (random() < 0.3)
          filter[facet] = VALUES[facet].filter((value) => value !== null && random() < 0.7) as string[];
      const expected = oracle.find(filter);
      const slugs: string[] = [];
      let cursor: string | undefined;
      do {
        const page: CatalogueView = await ask({ ...filter, ...(cursor === undefined ? {} : { cursor }) });
        expect([filter, page.match]).toEqual([filter, expected.match === 'words' ? 'words' : 'similar']);
        if (expected.match === 'misspelt') break;
        expect([filter, page.total, page.facets]).toEqual([filter, expected.total, expected.facets]);
        slugs.push(...page.items.map((card) => card.slug));
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      if (expected.match !== 'misspelt') expect([filter, slugs]).toEqual([filter, expected.slugs]);
    }
  }

  it('equals a scan of every listing in the same order, while listings are added, changed and removed', async () => {
    for (const one of oracle.listed.values()) await install(one, Math.floor(random() * 5));
    await agrees(80);
    for (let n = 0; n < 12; n += 1) {
      const one = pick([...oracle.listed.values()]);
      if (n % 3 === 0) await publish(one.drive, one.slug);
      if (n % 3 === 1) await install(one, Math.floor(random() * 9));
      if (n % 3 === 2) {
        await world.db.query(`update listings.listings set state = 'paused' where drive_id = $1`, [one.drive]);
        oracle.listed.delete(one.slug);
      }
    }
    for (let n = 60; n < 64; n += 1) await add(n);
    await agrees(80);
  });

  it('does not make the publication of a listing wait for another one', async () => {
    const [one, other] = [...oracle.listed.values()] as [Listed, Listed];
    const publisher = new Client({ connectionString: world.app.database.url });
    await publisher.connect();
    try {
      await publisher.query('begin');
      for (const state of ['paused', 'listed'])
        await publisher.query('update listings.listings set state = $2 where drive_id = $1', [one.drive, state]);
      await publish(other.drive, other.slug);
      await publisher.query('commit');
    } finally {
      await publisher.end();
    }
    await install(one, 0);
    await agrees(10);
  });

  it('finds names with any of the words when no listing has them all, and similar names for an unknown word', async () => {
    await add(900, { name: 'Glimmerung', tagline: 'Wobbelix' });
    await add(901, { name: 'Fnordwick', tagline: 'Snarkling' });
    const found = async (q: string): Promise<unknown[]> => {
      const { match, items, total } = await ask({ q, limit: 5 });
      return [match, total, items.map((card) => card.name).sort()];
    };
    expect(await found('glimmer wobbel')).toEqual(['words', 1, ['Glimmerung']]);
    expect(await found('glimmer snarkling')).toEqual(['similar', 1, ['Glimmerung']]);
    expect(await found('glimmer fnord')).toEqual(['similar', 2, ['Fnordwick', 'Glimmerung']]);
    expect(await found('glimerung')).toEqual(['similar', 1, ['Glimmerung']]);
  });

  it('finds a word with a typo, wherever the word is', async () => {
    await add(910, {
      name: 'Plonkton',
      tagline: 'Turns a brief into a first draft',
      description: 'Prepares beautiful invoices',
    });
    const found = async (q: string, more: Partial<CatalogueFilter> = {}): Promise<unknown[]> => {
      const { match, items, total } = await ask({ q, limit: 5, ...more });
      return [match, total, items.map((card) => card.name)];
    };
    for (const slip of [
      'plonkotn',
      'drfat',
      'drat',
      'drraft',
      'breif',
      'rbief',
      'beautifull invioces',
      'Breif plonkton',
      'the drfat',
    ])
      expect([slip, ...(await found(slip))]).toEqual([slip, 'similar', 1, ['Plonkton']]);
    // Choices still count, and a text that resembles nothing finds nothing.
    expect(await found('drfat', { category: ['Nowhere'] })).toEqual(['similar', 0, []]);
    expect(await found('qqqqqq')).toEqual(['similar', 0, []]);
    expect(await found('drfat qqqqqq')).toEqual(['similar', 0, []]);
    // Too short to be corrected.
    expect(await found('drb')).toEqual(['similar', 0, []]);
  });

  it('prefers the most used of equally similar words, and continues on the next page where the last one ended', async () => {
    const taglines = ['grappler', 'grapplex', 'grapplex', 'grapplex'];
    for (const [i, tagline] of taglines.entries()) await add(920 + i, { tagline });
    const slugs: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await ask({ q: 'grapplef', limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      expect([page.match, page.total]).toEqual(['similar', 3]);
      slugs.push(...page.items.map((card) => card.slug));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(slugs.sort()).toEqual(['y921-y', 'y922-y', 'y923-y']);
  });

  it('counts a word that every English text has only when it is the only word', async () => {
    const found = await ask({ q: 'the zorba', limit: 100 });
    expect(found.items.map((card) => card.slug)).toEqual(oracle.find({ q: 'zorba', limit: 1 }).slugs.slice(0, 100));
    expect((await ask({ q: 'the', limit: 100 })).match).toBe('similar');
  });
});
