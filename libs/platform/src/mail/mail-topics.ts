/**
 * Topics of mails. Mandatory ones cannot be turned off: missing such a mail could cost access, rights or money. The
 * check on `identity.notifications.topic` has the same list.
 */
export const MAIL_TOPICS = {
  applications: { name: 'Applications', what: 'New applications, messages about them and decisions', mandatory: false },
  reviews: {
    name: 'Reviews',
    what: 'Submissions and exceptions waiting for review, and decisions',
    mandatory: false,
  },
  approvals: {
    name: 'Approvals',
    what: 'What waits for a second person, and the outcome of what you proposed',
    mandatory: false,
  },
  checks: {
    name: 'Checks of live Drives',
    what: 'Manifests that cannot be read or applied, Drives that no longer match what they declare, expiring evidence',
    mandatory: false,
  },
  versions: { name: 'Versions', what: 'Upgrades waiting for your answer', mandatory: false },
  installs: {
    name: 'Installs and sales',
    what: 'Installs of your Drives, charges and refunds, once a day; plugins that are retired, removed or reinstated, move to another address, or need a decision',
    mandatory: false,
  },
  disputes: { name: 'Disputes', what: 'Payments disputed by customers, and the outcomes', mandatory: false },
  webhooks: { name: 'Webhooks', what: 'Webhooks that were turned off', mandatory: false },
  security: {
    name: 'Sign-in and access',
    what: 'Passwords, two-factor authentication, API tokens, roles to confirm, invitations and removal from an organisation',
    mandatory: true,
  },
  secrets: { name: 'Signing secrets', what: 'Signing secrets that expire soon', mandatory: true },
  agreement: {
    name: 'Agreement and account',
    what: 'New versions of the developer agreement, Drives that we pause or remove, suspension or closing of a developer account',
    mandatory: true,
  },
  payouts: {
    name: 'Payouts',
    what: 'Payouts that were sent, failed or are on hold, and changes to the payout account',
    mandatory: true,
  },
  invoices: {
    name: 'Bills and changes by others',
    what: 'Installs, upgrades and cards of others, invoices, charges, refunds, and plugins suspended or resumed',
    mandatory: true,
  },
} as const satisfies Record<string, { name: string; what: string; mandatory: boolean }>;

export type MailTopic = keyof typeof MAIL_TOPICS;

export const MAIL_TOPIC_KEYS = Object.keys(MAIL_TOPICS) as MailTopic[];
