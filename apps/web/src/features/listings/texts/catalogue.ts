import { plural } from '../../../text/plural.js';

/** Interface texts of listings: catalogue. */
export const texts = {
  catalogueSearch: {
    placeholder: 'Search by name or what it does',
    motion: 'Motion',
    verified: 'Verified',
    sorts: {
      popular: 'Most installed',
      newest: 'New',
      updated: 'Recently updated',
      name: 'By name',
    },
    sortByLabel: 'Sort by',
    all: (count: number) => `All ${count}`,
    counted: (value: string, count: number) => `${value} (${count})`,
    onlySimilar: (q: string | undefined, count: string) => `No results for “${q}”. ${count} with similar words.`,
    countFor: (count: string, q: string) => `${count} for “${q}”`,
    empty: 'No live plugins yet. Plugins appear here once they are approved.',
    nothing: 'Nothing matches all of this. Try fewer filters or another word.',
    showMore: 'Show more',
    plugins: (count: number) => `${count} ${plural(count, 'plugin', 'plugins')}`,
  },
  publicPlugin: {
    allPlugins: 'All plugins',
    retires: (closing: string, end: string) =>
      `This plugin is being retired. New installs are possible until ${closing}. Existing installs end on ${end}.`,
    closedToInstalls: (closing: string, end: string) =>
      `This plugin has been closed to new installs since ${closing}. Existing installs end on ${end}.`,
  },
} as const;
