/**
 * What a mail is about: the closed catalogue of topics. A mandatory one is always mailed, because who misses it loses
 * access, a right or money. Mirrored by the check on `identity.notifications.topic`.
 */
export const MAIL_TOPICS = {
  applications: { name: 'Applications', what: 'New applications, messages about them and decisions', mandatory: false },
  reviews: {
    name: 'Reviews',
    what: 'Submissions and exceptions that wait for review, and decisions',
    mandatory: false,
  },
  checks: {
    name: 'Checks of live Drives',
    what: 'Manifests that cannot be followed, Drives that no longer do what they declare, evidence that ends',
    mandatory: false,
  },
  versions: { name: 'Versions', what: 'Upgrades that wait for an answer', mandatory: false },
  installs: {
    name: 'Installs',
    what: 'Plugins that end, go on after all, or move to another address',
    mandatory: false,
  },
  disputes: { name: 'Disputes', what: 'Payments that customers dispute, and how it ended', mandatory: false },
  webhooks: { name: 'Webhooks', what: 'Webhooks that were switched off', mandatory: false },
  security: {
    name: 'Sign-in and access',
    what: 'Password, second step, API tokens, roles to confirm, invitations and leaving an organisation',
    mandatory: true,
  },
  secrets: { name: 'Signing secrets', what: 'Old signing secrets that end soon', mandatory: true },
  agreement: {
    name: 'Agreement and account',
    what: 'New versions of the developer agreement, Drives that we pause or end, the end of a developer account',
    mandatory: true,
  },
  payouts: {
    name: 'Payouts',
    what: 'Payouts that could not be made or are held, and changes of the payout account',
    mandatory: true,
  },
  invoices: { name: 'Unpaid invoices', what: 'Charges that were refused, suspension and its end', mandatory: true },
} as const satisfies Record<string, { name: string; what: string; mandatory: boolean }>;

export type MailTopic = keyof typeof MAIL_TOPICS;

export const MAIL_TOPIC_KEYS = Object.keys(MAIL_TOPICS) as MailTopic[];
