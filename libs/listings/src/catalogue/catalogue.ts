import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, commonErrors, decodeCursor, toPage } from '@portal/kernel';
import { Database } from '@portal/platform/database';
import { nearestWords, SHORTEST_SLIPPED, TWO_SLIPS_FROM } from './domain/near-words.js';
import { searchWords } from './domain/search-words.js';
import { countFacets, FACETS, type Chosen, type FacetCount } from './domain/facets.js';
import { listingsErrors } from '../errors.js';
import type { CatalogueEntryView, CatalogueView, ShelvesView } from './catalogue.view.js';
import { FRESH_MS, PageMemory } from './page-memory.js';
import { RetiringEntry } from './retiring-entry.js';
import { Prices } from '../pricing/prices.js';
import { entryCard, type EntryRow } from './card.js';
import { entryThen, entryView, type Entry, type EntryThen, type Whole as WholeEntry } from './entry-view.js';
import {
  browseSql,
  ENTRY,
  ENTRY_AT,
  GENERATION,
  MOST_USED,
  NEAR_WORDS,
  ORDER,
  OTHERS_OF_AUTHOR,
  similarSql,
  Statement,
  WHOLE_COUNTS,
  WORDS,
  type Sort,
} from './catalogue-sql.js';

export interface CatalogueFilter extends Chosen {
  q?: string;
  /** For the whole catalogue; a search sorts by relevance. Default popular. */
  sort?: Sort;
  cursor?: string;
  limit: number;
}

/** Cards of a shelf, and of one of a category. */
const SHELF = 6;
const SHELF_OF_CATEGORY = 3;

interface Found {
  generation: string;
  counts: FacetCount[] | null;
  cards: (EntryRow & { weight: number })[];
}

/** A page, and the generation of the catalogue that its first statement read; none when it is unknown. */
interface Read {
  generation: string | undefined;
  view: CatalogueView;
}

/** Installable Drives, for everybody. */
@Injectable()
export class Catalogue {
  private readonly memory = new PageMemory();
  private whole: { generation: string; at: number; counts: readonly FacetCount[] } | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly prices: Prices,
    private readonly retiring: RetiringEntry,
  ) {}

  /**
   * One page. Words are searched for in name, slug, tagline and description, each also as a beginning. A word
   * that no listing uses is replaced by the nearest used one, else it counts as a misspelt name; of words that no
   * listing has together, any in a name is enough. A facet counts the results of each value, with all other choices
   * unchanged.
   * @throws AppError `invalid_cursor` (400)
   */
  async list(filter: CatalogueFilter): Promise<CatalogueView> {
    const key = JSON.stringify([filter.q, filter.sort, filter.cursor, filter.limit, FACETS.map((f) => filter[f])]);
    const at = this.clock.wallNow().getTime();
    // Only a cacheable page is worth a query of its own; any other read returns its generation itself.
    const known = this.memory.has(key, at)
      ? this.memory.get(key, { generation: await this.generation(), at })
      : undefined;
    if (known) return known;
    const { generation, view } = await this.read(filter);
    return generation === undefined ? view : this.memory.keep(key, { generation, at }, view);
  }

  /**
   * The first view: the beginning of the whole catalogue in three orders, and of each category. Each is a page of the
   * list, and cached as one.
   */
  async shelves(): Promise<ShelvesView> {
    const page = (filter: Omit<CatalogueFilter, 'limit'>, limit: number) => this.list({ ...filter, limit });
    const popular = await page({ sort: 'popular' }, SHELF);
    const newest = await page({ sort: 'newest' }, SHELF);
    const updated = await page({ sort: 'updated' }, SHELF);
    const categories: ShelvesView['categories'] = [];
    for (const { value, count } of popular.facets.category)
      categories.push({ category: value, count, items: (await page({ category: [value] }, SHELF_OF_CATEGORY)).items });
    const [sum] = await this.database.query<{ installs: number }>(
      'select coalesce(sum(installs), 0)::int as installs from listings.catalogue_entries',
    );
    return {
      total: popular.total,
      installs: sum!.installs,
      popular: popular.items,
      newest: newest.items,
      updated: updated.items,
      categories,
    };
  }

  /** An icon as it is served, by the digest of its bytes. */
  async icon(digest: string): Promise<{ media_type: string; content: Buffer } | undefined> {
    const [icon] = await this.database.query<{ media_type: string; content: Buffer }>(
      'select media_type, content from listings.icons where digest = $1',
      [digest],
    );
    return icon;
  }

  private async generation(): Promise<string> {
    const [row] = await this.database.prepared<{ generation: string }>(
      'catalogue_generation',
      `select ${GENERATION} as generation`,
    );
    return row!.generation;
  }

  private async read(filter: CatalogueFilter): Promise<Read> {
    const text = filter.q?.trim() ?? '';
    const chosen: Chosen = Object.fromEntries(
      FACETS.flatMap((facet) => (filter[facet] === undefined ? [] : [[facet, filter[facet]]])),
    );
    if (text === '') return this.browse(chosen, filter);
    const words = searchWords(text);
    if (words.length === 0) return { generation: undefined, view: view('words', [], chosen, NOTHING) };
    const search = (terms: readonly string[], match: keyof typeof WORDS, as: CatalogueView['match']) =>
      this.search(terms, match, as, chosen, filter);
    const exact = await search(words, 'all', 'words');
    if (exact) return exact;
    const meant = await this.meant(words);
    const near = meant && ((await search(meant, 'all', 'similar')) ?? (await search(meant, 'one_in_name', 'similar')));
    return near ?? this.similar(words.join(' '), chosen, filter.limit);
  }

  /** Matches of the words; undefined without any, whatever is chosen. */
  private async search(
    words: readonly string[],
    match: keyof typeof WORDS,
    as: CatalogueView['match'],
    chosen: Chosen,
    filter: CatalogueFilter,
  ): Promise<Read | undefined> {
    const after = filter.cursor === undefined ? null : decodeCursor(filter.cursor, 4);
    assertNumbers(after?.slice(0, 2));
    const [found] = await this.database.prepared<Found>(`catalogue_${match}`, WORDS[match], [
      words,
      ...FACETS.map((facet) => chosen[facet] ?? null),
      ...(after ?? [null, null, null, null]),
      filter.limit + 1,
    ]);
    const { generation, counts, cards } = found!;
    if (counts === null) return undefined;
    const cursorOf = (card: Found['cards'][number]): (string | number)[] => [
      card.weight,
      card.installs_down,
      card.sort_name,
      card.slug,
    ];
    return { generation, view: view(as, counts, chosen, toPage(cards, filter.limit, cursorOf, entryCard)) };
  }

  /** The words with unknown ones corrected; undefined when one has no similar word. */
  private async meant(words: readonly string[]): Promise<string[] | undefined> {
    const typed = await this.database.prepared<{ start: string; near: string[] | null }>(
      'catalogue_near_words',
      NEAR_WORDS,
      [words, SHORTEST_SLIPPED, TWO_SLIPS_FROM],
    );
    const meant: string[] = [];
    for (const { start, near } of typed) {
      const word = near === null ? start : await this.mostUsed(nearestWords(start, near));
      if (word === undefined) return undefined;
      meant.push(word);
    }
    return meant;
  }

  private async mostUsed(words: readonly string[]): Promise<string | undefined> {
    if (words.length === 0) return undefined;
    const [row] = await this.database.prepared<{ word: string }>('catalogue_most_used', MOST_USED, [words]);
    return row?.word;
  }

  private async similar(text: string, chosen: Chosen, limit: number): Promise<Read> {
    const s = new Statement();
    const sql = similarSql(s, { text, chosen, limit });
    const [row] = await this.database.prepared<Found>(nameOf(sql, 'similar'), sql, s.values);
    const { generation, counts, cards } = row!;
    const page = { items: cards.map((one) => entryCard(one)), next_cursor: null };
    return { generation, view: view('similar', counts ?? [], chosen, page) };
  }

  /**
   * @param at as it was at this instant (business time): the revision that was live, at the price of that day.
   * @throws AppError `listing_not_found` (404), also for a Drive that is neither listed at the moment nor retiring, or was not
   *   yet.
   */
  async entry(slug: string, at: Date | null = null): Promise<CatalogueEntryView> {
    const entry = at === null ? await this.entryNow(slug) : await this.entryAt(slug, at);
    const view = entry ? entryView(entry) : await this.retiring.of(slug, at);
    if (!view) throw listingsErrors.listing_not_found();
    const others = await this.database.prepared<EntryRow>('catalogue_others', OTHERS_OF_AUTHOR, [view.drive_id]);
    return { ...view, by_author: others.map((row) => entryCard(row)) };
  }

  private async entryNow(slug: string): Promise<Entry | undefined> {
    const [row] = await this.database.prepared<EntryRow & WholeEntry>('catalogue_entry', ENTRY, [slug]);
    if (!row) return undefined;
    const { listed_at, digest, manifest, content, changes } = row;
    return { card: entryCard(row), listed_at, digest, manifest, content, changes };
  }

  private async entryAt(slug: string, at: Date): Promise<Entry | undefined> {
    const [row] = await this.database.query<EntryThen>(ENTRY_AT, [slug, at]);
    if (!row) return undefined;
    return entryThen(row, await this.prices.ofManifest(this.database, row.manifest, at));
  }

  private async browse(chosen: Chosen, filter: CatalogueFilter): Promise<Read> {
    const sort = filter.sort ?? 'popular';
    const after = filter.cursor === undefined ? null : decodeCursor(filter.cursor, ORDER[sort].cursor.length);
    if (sort === 'popular') assertNumbers(after?.slice(0, 1));
    if ((sort === 'newest' || sort === 'updated') && after && Number.isNaN(Date.parse(String(after[0]))))
      throw commonErrors.invalid_cursor();
    const s = new Statement();
    const sql = browseSql(s, chosen, sort, after, filter.limit + 1);
    const rows = await this.database.prepared<EntryRow & { generation: string }>(nameOf(sql), sql, s.values);
    const generation = rows[0]?.generation;
    const counts = await this.countsOf(generation);
    const cursorOf = (card: EntryRow): (string | number)[] =>
      sort === 'popular'
        ? [card.installs_down, card.sort_name, card.slug]
        : sort === 'name'
          ? [card.sort_name, card.slug]
          : [sort === 'newest' ? card.listed_at : card.updated_at, card.slug];
    return { generation, view: view('all', counts, chosen, toPage(rows, filter.limit, cursorOf, entryCard)) };
  }

  /** Counts of the whole catalogue, kept until a listing comes, goes or changes. */
  private async countsOf(generation: string | undefined): Promise<readonly FacetCount[]> {
    const at = this.clock.wallNow().getTime();
    const { whole } = this;
    if (whole && whole.generation === generation && at - whole.at < FRESH_MS) return whole.counts;
    const [row] = await this.database.prepared<Omit<Found, 'cards'>>('catalogue_counts', WHOLE_COUNTS);
    this.whole = { generation: row!.generation, at, counts: row!.counts ?? [] };
    return this.whole.counts;
  }
}

/** The same text has the same name; there are as many texts as combinations of filters. */
function nameOf(sql: string, kind = 'browse'): string {
  return `catalogue_${kind}_${createHash('sha256').update(sql).digest('hex').slice(0, 16)}`;
}

function assertNumbers(values: readonly unknown[] | undefined): void {
  if (values?.some((value) => !Number.isInteger(value) || Math.abs(value as number) > 2 ** 31 - 1))
    throw commonErrors.invalid_cursor();
}

const NOTHING = { items: [], next_cursor: null };

function view(
  match: CatalogueView['match'],
  counts: readonly FacetCount[],
  chosen: Chosen,
  page: Pick<CatalogueView, 'items' | 'next_cursor'>,
): CatalogueView {
  return { ...page, match, ...countFacets(counts, chosen) };
}
