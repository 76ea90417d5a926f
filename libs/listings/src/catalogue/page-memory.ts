import type { CatalogueView } from '../listing/listings.view.js';

const PAGES = 300;
/** Questions that were asked once; most are never asked again. */
const QUESTIONS = 1_000;
/** Names of authors, prices and counts of installs change without the catalogue changing; they may be this old, ms. */
export const FRESH_MS = 10_000;

export interface Moment {
  /** Of the catalogue; another one forgets everything. */
  generation: string;
  /** Wall clock, Unix ms. */
  at: number;
}

/**
 * The recently requested pages of the catalogue, while they are valid. A page is kept from the second time on
 * that it is requested within ten seconds: a thousand small objects that outlive their answer cost the process more
 * than the rest of a search.
 */
export class PageMemory {
  private generation = '';
  private readonly pages = new Map<string, { view: CatalogueView; at: number }>();
  private readonly asked = new Map<string, number>();

  /** Whether a page is kept and fresh at `at`; of which generation it is, only `get` asks. */
  has(key: string, at: number): boolean {
    const page = this.pages.get(key);
    return page !== undefined && Math.abs(at - page.at) < FRESH_MS;
  }

  get(key: string, now: Moment): CatalogueView | undefined {
    if (this.generation !== now.generation) return undefined;
    const page = this.pages.get(key);
    return page && Math.abs(now.at - page.at) < FRESH_MS ? page.view : undefined;
  }

  /** Keeps a page that was read after `now.generation` was, when its question comes again; returns it. */
  keep(key: string, now: Moment, view: CatalogueView): CatalogueView {
    if (this.generation !== now.generation) this.pages.clear();
    this.generation = now.generation;
    if (this.comesAgain(key, now.at)) put(this.pages, PAGES, key, { view, at: now.at });
    return view;
  }

  private comesAgain(key: string, at: number): boolean {
    const before = this.asked.get(key);
    put(this.asked, QUESTIONS, key, at);
    return before !== undefined && Math.abs(at - before) < FRESH_MS;
  }
}

/** As the newest of at most `most`; the oldest goes. */
function put<V>(map: Map<string, V>, most: number, key: string, value: V): void {
  map.delete(key);
  const [oldest] = map.keys();
  if (map.size >= most && oldest !== undefined) map.delete(oldest);
  map.set(key, value);
}
