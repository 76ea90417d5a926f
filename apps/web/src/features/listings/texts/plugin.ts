import { plural } from '../../../text/plural.js';

/** Interface texts of the page of a plugin. */
export const texts = {
  by: (author: string, category: string | null) => `by ${author}${category ? ` · ${category}` : ''}`,
  install: 'Install',
  tabs: { overview: 'Overview', permissions: 'Permissions', versions: 'Versions', evidence: 'Evidence' },
  howWeKnow: 'How we know',
  similar: 'Similar plugins',
  checksMeaning: 'Checks of its manifest, endpoints and signatures, and of installs on two test tenants.',
  answeredShare: (share: number | null) => (share === null ? 'Too new' : `${(share * 100).toFixed(2)} %`),
  answered: 'answered, 28 days',
  answeredMeaning: 'Good answers of its health endpoint, which is asked every few minutes.',
  installs: (count: number) => `${count} ${plural(count, 'install', 'installs')}`,
  running: 'running now',
  installsMeaning: (date: string) => `Counted every few minutes. In the catalogue since ${date}.`,
  liveSince: (date: string) => `live since ${date}`,
  quota: ({ unit, limit, overage_policy: beyond }: { unit: string; limit: number; overage_policy: string }) =>
    `${limit} ${unit}, ${beyond === 'block' ? 'stops at the limit' : 'extra use is billed by the author'}`,
  permissions: (count: number) => `${count} ${plural(count, 'permission', 'permissions')}`,
  permissionsLead: 'You agree to these before it is installed, and to nothing else.',
  level: (level: string) => `level: ${level}`,
  levels: {
    low: 'It sees names and its own settings and data only.',
    moderate: 'It also reaches charges or pages of a venture.',
    sensitive: 'It receives events, records or data.',
    regulated: 'The law has rules for data that it processes.',
  },
  sends: 'Sends these events',
  receives: 'Receives these events',
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
} as const;
