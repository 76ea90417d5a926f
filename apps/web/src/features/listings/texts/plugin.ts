import { plural } from '../../../text/plural.js';

/** Interface texts of the page of a plugin. */
export const texts = {
  by: (author: string, category: string | null) => `by ${author}${category ? ` · ${category}` : ''}`,
  install: 'Install',
  tabs: { overview: 'Overview', permissions: 'Permissions', versions: 'Versions', evidence: 'Evidence' },
  howWeKnow: 'How we know',
  similar: 'Similar plugins',
  checksMeaning: 'Checks of its manifest, endpoints and signatures, and of installs on two test tenants.',
  responseTime: 'response time, 28 days',
  median: (time: string) => `${time} median`,
  notMeasured: 'Not measured yet',
  responseMeaning: (p95: string, answers: number) =>
    `95 % of ${answers} good answers of its health endpoint took at most ${p95}.`,
  answeredShare: (share: number) => `${(share * 100).toFixed(2)} % of all calls were answered.`,
  notMeasuredMeaning: 'Its health endpoint is asked every few minutes once it is installed.',
  byAuthor: (author: string) => `More by ${author}`,
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
