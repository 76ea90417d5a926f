import { plural } from '../../../text/plural.js';

/** Interface texts of listings: catalogue. */
export const texts = {
  catalogueSearch: {
    category: 'Category',
    motion: 'Motion',
    price: 'Price',
    sorts: {
      any: 'Most installed',
      name: 'Name',
      newest: 'Newest',
    },
    searchLabel: 'Search',
    sortByLabel: 'Sort by',
    names: {
      catalogue: 'the catalogue',
    },
    onlySimilar: (q: string | undefined, count: string) => `No results for “${q}”. ${count} with similar words.`,
    countFor: (count: string, q: string) => `${count} for “${q}”`,
    empty: 'No live plugins yet. Plugins appear here once they are approved.',
    plugins: (count: number) => `${count} ${plural(count, 'plugin', 'plugins')}`,
  },
  catalogue: {
    title: 'Plugins',
  },
  plugin: {
    title: 'Plugin',
    install: 'Install',
    names: {
      installsWillEnd: 'Installs will end',
      digest: 'digest',
    },
    permissionsTitle: 'Permissions',
    sendsTheseEventsTitle: 'Sends these events',
    aboutTitle: 'About',
    facts: {
      author: 'Author',
      category: 'Category',
      price: 'Price',
      charged: 'Charged',
      trial: 'Trial',
      version: 'Version',
      digest: 'Digest',
    },
  },
  publicCatalogue: {
    title: 'Catalogue',
  },
  publicPlugin: {
    title: 'Plugin',
    allPlugins: 'All plugins',
    retires: (closing: string, end: string) =>
      `This plugin is being retired. New installs are possible until ${closing}. Existing installs end on ${end}.`,
    closedToInstalls: (closing: string, end: string) =>
      `This plugin has been closed to new installs since ${closing}. Existing installs end on ${end}.`,
    whatItDoesTitle: 'What it does',
    permissionsTitle: 'Permissions',
    sendsTheseEventsTitle: 'Sends these events',
    receivesTheseEventsTitle: 'Receives these events',
    stopsAtTheLimit: 'stops at the limit',
    billsExtraUse: 'extra use is billed by the author',
  },
  publicPluginAbout: {
    title: 'About',
    facts: {
      author: 'Author',
      category: 'Category',
      price: 'Price',
      charged: 'Charged',
      quota: 'Quota',
      installs: 'Installs',
      version: 'Version',
      liveSince: 'Live since',
      digest: 'Digest',
    },
    names: {
      digest: 'digest',
    },
  },
} as const;
