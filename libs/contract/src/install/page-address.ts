import { parseUrl } from '../text/parse-url.js';

/**
 * The address of an exposed page: its path below the address where the Drive is mounted, whose query the page gets too;
 * null: it is no path (contract: routes_exposed).
 */
export function pageAddress(mount: string, path: string): string | null {
  if (!parseUrl(path, mount)) return null;
  const url = new URL(mount);
  const page = new URL(path, url.origin);
  url.pathname = url.pathname.replace(/\/+$/, '') + page.pathname;
  for (const [key, value] of page.searchParams) url.searchParams.append(key, value);
  if (page.hash !== '') url.hash = page.hash;
  return url.href;
}
