import { plural } from '../../../text/plural.js';

/** Interface texts of listings: catalogue. */
export const texts = {
  catalogueSearch: {
    motion: 'Motion',
    sorts: {
      any: 'Most installed',
      newest: 'Newest',
    },
    sortByLabel: 'Sort by',
    names: { catalogue: 'the catalogue' },
    onlySimilar: (q: string | undefined, count: string) => `No results for “${q}”. ${count} with similar words.`,
    countFor: (count: string, q: string) => `${count} for “${q}”`,
    empty: 'No live plugins yet. Plugins appear here once they are approved.',
    plugins: (count: number) => `${count} ${plural(count, 'plugin', 'plugins')}`,
  },
  plugin: {
    install: 'Install',
    sendsTheseEventsTitle: 'Sends these events',
    receivesTheseEventsTitle: 'Receives these events',
    aboutTitle: 'About',
    capabilities: {
      install: 'Can be installed',
      uninstall: 'Can be uninstalled',
      metrics: 'Reports figures',
      events: 'Reports events',
      billing: 'Reports what it charges',
      config: 'Has settings',
      quota: 'Has a limit of use',
      provision_widget: 'Brings a script tag for your pages',
      phi_handling: 'Handles health data',
      audit_export: 'Exports audit records',
    },
    claimsTitle: 'Regulated data',
    claimsExplanation:
      'What the author states. Proven means that the author has given evidence, which is valid until then.',
    noClaims: 'The author states nothing about regulated data.',
    provenUntil: (date: string) => `Proven until ${date}`,
    notProven: 'No valid evidence',
    versionColumns: { published: 'Live since' },
  },
  publicPlugin: {
    allPlugins: 'All plugins',
    retires: (closing: string, end: string) =>
      `This plugin is being retired. New installs are possible until ${closing}. Existing installs end on ${end}.`,
    closedToInstalls: (closing: string, end: string) =>
      `This plugin has been closed to new installs since ${closing}. Existing installs end on ${end}.`,
    facts: { liveSince: 'Live since' },
  },
  quota: {
    stopsAtTheLimit: 'stops at the limit',
    billsExtraUse: 'extra use is billed by the author',
  },
} as const;
