import { pageAddress } from '@portal/contract';

/** A manifest's description of a page that is shown inside the host. */
export interface ExposedRoute {
  readonly path: string;
  readonly label: string;
  readonly icon: string;
}

/** A page of a plugin inside the host. */
interface PluginPage extends ExposedRoute {
  /** Address that the frame loads, on the origin of the pages. */
  readonly url: string;
}

/** Maximum number of pages, more than a person can overview. */
const MAX_PAGES = 50;

/**
 * The pages of an install: those that its manifest exposes, each below the address where the plugin is mounted; without
 * any, that address itself, under the plugin's name.
 * @param mountUrl where it is mounted, checked by `mountUrlRefusal`; null: none.
 * @param origin of the Drive, where its pages are unless it named another address.
 */
export function pagesOf(
  { name, mountUrl, origin }: { name: string; mountUrl: string | null; origin: string | null },
  routes: readonly ExposedRoute[],
): PluginPage[] {
  const base = mountUrl ?? origin;
  if (base === null) return [];
  if (routes.length === 0)
    return mountUrl === null ? [] : [{ path: '/', label: name, icon: '', url: new URL(mountUrl).href }];
  return routes.slice(0, MAX_PAGES).flatMap(({ path, label, icon }) => {
    const url = pageAddress(base, path);
    return url === null ? [] : [{ path, label, icon, url }];
  });
}

/** The colour of the stripe, if it is one. */
export const accentOf = (color: string | null): string | null =>
  color !== null && /^#[0-9a-f]{6}$/i.test(color) ? color : null;
