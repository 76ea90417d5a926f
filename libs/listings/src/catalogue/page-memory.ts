import type { CatalogueView } from './catalogue.view.js';

const PAGES = 500;
/** Names of authors, prices and counts of installs change without the catalogue changing; they may be this old, ms. */
export const FRESH_MS = 10_000;

export interface Moment {
  /** Of the catalogue; another one clears everything. */
  generation: string;
  /** Wall clock, Unix ms. */
  at: number;
}

/** The recently requested pages of the catalogue, while they are valid. */
export class PageMemory {
  private generation = '';
  private readonly pages = new Map<string, { view: CatalogueView; at: number }>();

  /** Whether a page is kept and fresh at `at`; of which generation it is, only `get` asks. */
  has(key: string, at: number): boolean {
    const page = this.pages.get(key);
    return page !== undefined && Math.abs(at - page.at) < FRESH_MS;
  }

  get(key: string, { generation, at }: Moment): CatalogueView | undefined {
    return this.generation === generation && this.has(key, at) ? this.pages.get(key)?.view : undefined;
  }

  /** Keeps a page that was read after `now.generation` was; the oldest goes. Returns it. */
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
