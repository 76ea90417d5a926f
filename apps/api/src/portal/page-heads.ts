import { isSlug } from '@portal/contract';
import type { CatalogueEntryView } from '@portal/listings';
import { NAMED_PAGES } from './named-pages.js';

/** What the document of a page says to those who do not run it: search engines and previews of links. */
interface Head {
  /** 404 is sent with the page, which says so. */
  status: 200 | 404;
  title: string;
  description: string;
  /** Path to index it by; null for a page that no search engine shall keep. */
  canonical: string | null;
}

/** The plugin with this slug as everybody sees it; null when there is none. */
export type FindPlugin = (slug: string) => Promise<Pick<CatalogueEntryView, 'name' | 'tagline'> | null>;

const NAME = 'Drive Portal';
const TAGLINE = 'Plugins that were checked before anybody sees them, and the pay of their authors.';
/** Plugins looked up lately, and how long an answer holds: an unknown slug costs one read in this time. */
const KEPT = 500;
const FRESH_MS = 10_000;

const titled = (title: string): string => `${title} · ${NAME}`;
const NOTHING: Head = { status: 200, title: NAME, description: TAGLINE, canonical: null };
const MISSING: Head = { ...NOTHING, status: 404, title: titled('Not found') };

export class PageHeads {
  private readonly plugins = new Map<string, { at: number; found: ReturnType<FindPlugin> }>();
  private readonly known: RegExp;
  /** Addresses of the pages that search engines are told of. */
  readonly listed: readonly string[];

  /** @param pages the addresses that the portal's build lists, with `$` before parameters; without any, all are known */
  constructor(
    pages: readonly string[],
    private readonly publicUrl: string,
    private readonly findPlugin: FindPlugin,
  ) {
    const patterns = pages.map((page) => page.replace(/\/\$$/, '(?:/.*)?').replace(/\$\w+/g, '[^/]+'));
    this.known = new RegExp(pages.length === 0 ? '' : `^(?:${patterns.join('|')})$`);
    this.listed = Object.keys(NAMED_PAGES).filter((page) => pages.length === 0 || pages.includes(page));
  }

  /** The elements of the document's head for this address, the status it is sent with, and whether previews may show it. */
  async of(pathname: string): Promise<{ status: number; html: string; isPublic: boolean }> {
    const isFolder = pathname.length > 1 && pathname.endsWith('/');
    const head = await this.headOf(isFolder ? pathname.slice(0, -1) : pathname);
    const write = (): string => this.write(head);
    return {
      status: head.status,
      isPublic: head.canonical !== null,
      // Only who gets the page needs it.
      get html() {
        return write();
      },
    };
  }

  private async headOf(path: string): Promise<Head> {
    const slug = /^\/catalogue\/([^/]+)$/.exec(path)?.[1];
    if (slug !== undefined) {
      // A database that does not answer makes no page unknown.
      const plugin = isSlug(slug) ? await this.plugin(slug).catch(() => undefined) : null;
      if (plugin === undefined) return NOTHING;
      if (plugin === null) return MISSING;
      return { status: 200, title: titled(plugin.name), description: plugin.tagline, canonical: path };
    }
    if (!this.known.test(path)) return MISSING;
    const named = NAMED_PAGES[path];
    return named ? { status: 200, title: named[0], description: named[1], canonical: path } : NOTHING;
  }

  private plugin(slug: string): ReturnType<FindPlugin> {
    const now = performance.now();
    const kept = this.plugins.get(slug);
    if (kept && now - kept.at < FRESH_MS) return kept.found;
    const found = this.findPlugin(slug);
    this.plugins.delete(slug);
    const [oldest] = this.plugins.keys();
    if (this.plugins.size >= KEPT && oldest !== undefined) this.plugins.delete(oldest);
    this.plugins.set(slug, { at: now, found });
    return found;
  }

  private write({ title, description, canonical }: Head): string {
    const meta = (key: 'name' | 'property', name: string, content: string): string =>
      `<meta ${key}="${name}" content="${escaped(content)}" />`;
    const own = canonical === null ? [meta('name', 'robots', 'noindex')] : this.linked(this.publicUrl + canonical);
    return [
      `<title>${escaped(title)}</title>`,
      meta('name', 'description', description),
      meta('property', 'og:title', title),
      meta('property', 'og:description', description),
      meta('property', 'og:type', 'website'),
      meta('property', 'og:image', `${this.publicUrl}/assets/preview-1.png`),
      meta('name', 'twitter:card', 'summary_large_image'),
      ...own,
    ].join('\n    ');
  }

  private linked(url: string): string[] {
    return [`<link rel="canonical" href="${escaped(url)}" />`, `<meta property="og:url" content="${escaped(url)}" />`];
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Authors' words as text of the document: no markup, no characters that reorder or hide what stands beside them. */
function escaped(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ').replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}
