import type { NavItem } from './nav.js';
import { activeItem } from './nav.js';
import { texts } from '../texts.js';

interface Crumb {
  to: string;
  text: string;
}

const NAMES: Readonly<Record<string, string>> = texts.crumbs;

interface Place {
  pathname: string;
  /** Its route, such as `/author/drives/$id/installs`. */
  pattern: string;
  isPage: (pattern: string) => boolean;
}

/** The pages above a page: the start of its area, its entry of the menu, and every page at a part of its address. */
export function crumbsOf({ pathname, pattern, isPage }: Place, items: readonly NavItem[], start?: Crumb): Crumb[] {
  const entry = activeItem(items, pathname);
  if (pathname === start?.to || pathname === entry?.to) return [];
  const [parts, names] = [pathname.split('/'), pattern.split('/')];
  const above = parts.slice(1, -1).flatMap((_, i) => {
    const route = names.slice(0, i + 2).join('/');
    const to = parts.slice(0, i + 2).join('/');
    const text = to === entry?.to ? entry.text : NAMES[route];
    return isPage(route) && text !== undefined ? [{ to, text }] : [];
  });
  const all = [...(start ? [start] : []), ...(entry ? [{ to: entry.to, text: entry.text }] : []), ...above];
  return all.filter(({ to }, i) => all.findIndex((other) => other.to === to) === i);
}
