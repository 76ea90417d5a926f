interface Tagged {
  readonly tags?: string[];
}

/** Description of a tag. */
const TAGS: Readonly<Record<string, string>> = {
  account: 'Sessions, password, second factor and proof of identity of the person who is signed in',
  admin: 'People, roles, authors, agreements, fleet keys and the audit log, for admins',
  'api tokens': 'Tokens of people, organisations and the host',
  approvals: 'What one person proposed and another one decides',
  applications: 'Applications of organisations that want to publish',
  auth: 'Sign-up, sign-in and recovery',
  author: 'Drives of an author: submissions, versions, installs, evidence, appeals',
  'author account': 'Account, agreements and offboarding of an author',
  'author money': 'Earnings, statements, payouts, tax and fees of an author',
  'author webhooks': 'Webhooks of an author, and what they send',
  'host webhooks': 'Webhooks that notify the host about its tenants. Managed by admins.',
  demo: 'One-click sign-in, in a sandbox with demo persons only',
  exports: 'Exports for accounting',
  finance: 'Invoices, collections, refunds, disputes, policies, books and reconciliation',
  health: 'Whether the process is alive and ready',
  host: "Tenants, called by the host's own service",
  members: 'Members, invitations and organisations of an author',
  notifications: 'Notifications and mail preferences of the signed-in person',
  operator: 'Tenants, installs, upgrades and invoices, for operators',
  payouts: 'Payout runs, accounts and holds',
  public: 'Catalogue, validator, shared reports and statement roots, without sign-in',
  review: 'Reviews of applications, submissions, evidence and appeals',
  sandbox: 'Clock and mailbox of the sandbox',
  'signing keys': 'Keys that sign the calls to a Drive',
  statements: 'Statements of authors, for finance',
  webhooks: 'Webhooks of the payment provider',
};

/**
 * The tags of operations with their descriptions, by name.
 * @throws Error for a tag that is not described
 */
export function tagsOf(operations: readonly Tagged[]) {
  const names = [...new Set(operations.flatMap(({ tags = [] }) => tags))].sort();
  return names.map((name) => {
    const description = TAGS[name];
    if (description === undefined) throw new Error(`The tag "${name}" has no description in tags.ts`);
    return { name, description };
  });
}
