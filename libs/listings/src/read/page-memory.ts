import type { CatalogueView } from '../http/listings.view.js';

const PAGES = 300;
/** Names of authors, prices and counts of installs change without the catalogue changing; they may be this old, ms. */
const FRESH_MS = 10_000;

export interface Moment {
  /** Of the catalogue; another one forgets everything. */
  generation: string;
  /** Wall clock, Unix ms. */
  at: number;
}

/** The pages of the catalogue that were asked for last, while they are still true. */
export class PageMemory {
  private generation = '';
  private readonly pages = new Map<string, { view: CatalogueView; at: number }>();

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

  /** Keeps a page that was read after `now.generation` was; returns it. */
  keep(key: string, now: Moment, view: CatalogueView): CatalogueView {
    if (this.generation !== now.generation) this.pages.clear();
    this.generation = now.generation;
    this.pages.delete(key);
    const [oldest] = this.pages.keys();
    if (this.pages.size >= PAGES && oldest !== undefined) this.pages.delete(oldest);
    this.pages.set(key, { view, at: now.at });
    return view;
  }
}
