import { common } from '../text/common.js';
import { plural } from '../text/plural.js';

/** Interface texts of the header, the navigation and the error pages. */
export const texts = {
  /** Pages above others that no menu names. */
  crumbs: {
    '/account': common.yourAccount,
    '/author/drives/$id': common.drive,
    '/plugins/$slug': common.plugin,
    '/plugins/installed/$id': 'Installed plugin',
  },
  bell: {
    notificationsUnread: (count: string) => `Notifications, ${count} unread`,
  },
  errorPages: {
    noAnswerTitle: 'The portal could not respond',
    notAllowedTitle: 'You do not have access',
    setUpSecondFactor: 'Set up two-factor authentication',
    brokenTitle: 'This page stopped working',
    brokenExplanation:
      'The page ran into an error. Nothing was changed on the server. Reload the page. If this happens again, contact us and describe what you did.',
    reload: 'Reload',
    applyFirstTitle: 'Apply first',
    seeNextStep: 'See my next step',
    notFoundTitle: 'Not found',
    noPageAtAddress: 'There is no page at this address.',
    notFoundExplanation: (message: string) => `${message} It may have been removed, or you do not have access.`,
  },
  guard: {
    or: ' or ',
    theArea: (title: string) => `The ${title} area`,
    thisPage: 'This page',
    thisAccount: 'this account',
    roleMissing: (what: string, roles: string, email: string) =>
      `${what} needs the role ${roles}, which ${email} does not have. An admin can grant it.`,
    applyFirst: 'Secrets, Drives and payouts require an approved application. Apply first; a reviewer will decide.',
    noMoney: 'Your role in this organisation does not include its earnings, payouts and fees.',
    needsSecondFactor: (title: string) => `The ${title} area needs two-factor authentication.`,
  },
  demoFilling: (listed: number, drives: number, doing: string) =>
    `The demo is being filled: ${listed} of ${drives} Drives. Now: ${doing}. Portal time moves on to today meanwhile.`,
  demoFillingProgress: 'Drives of the demo',
  header: {
    searchJumpCtrl: 'Search and jump (Ctrl K)',
    areasLabel: 'Areas',
    utc: ' UTC',
    sandboxClock: 'Sandbox<span>· clock {date}</span>',
    accountOfLabel: (name: string) => `Account of ${name}`,
  },
  nav: {
    links: {
      approvals: 'Approvals',
      exceptions: 'Exceptions',
      docs: 'Documentation',
      sandbox: 'Sandbox',
    },
    groups: {
      organization: 'Organisation',
      published: 'Published',
      charges: 'Charges',
      books: 'Books',
      accounts: 'People and Drives',
      operation: 'Operation',
      resources: 'Resources',
    },
    review: 'Review',
    admin: 'Admin',
  },
  organizationSwitch: {
    title: 'Organisation you act for',
    actingChooseAnotherLabel: (name: string) => `Acting for ${name}. Choose another organisation`,
    actFor: 'Act for',
    explanation: (name: string) => `This belongs to ${name}, but you are acting for another organisation.`,
    actForOrganization: (name: string) => `Act for ${name}`,
  },
  palette: {
    auditTrailOf: 'Audit trail of',
    pageNameIdLabel: 'Page, name or id',
    foundLabel: 'Found',
    namesUnavailable: 'Could not search names. You can still search for pages.',
    searching: 'Searching…',
    results: (count: number) => `${count} ${plural(count, 'result', 'results')}`,
    caseArea: 'Case',
    liveDriveOf: (author: string) => `Live Drive of ${author}`,
    authorOf: (note: string) => `Author of ${note}`,
    person: (email: string) => `Person, ${email}`,
    tenant: (hostId: string) => `Tenant ${hostId}`,
    ventureOf: (tenant: string) => `Venture of ${tenant}`,
    invoiceOf: (whose: string) => `Invoice, ${whose}`,
    refundTo: (tenant: string) => `Refund to ${tenant}`,
    disputeOf: (tenant: string) => `Dispute of ${tenant}`,
    statementOf: (author: string) => `Statement of ${author}`,
    installedIn: (venture: string) => `Installed in ${venture}`,
  },
  sideNav: {
    allPagesLabel: 'All pages',
    breadcrumbsLabel: 'Breadcrumbs',
  },
  stepUpDialog: {
    dialogTitle: 'Confirm your identity',
    names: { howToConfirm: 'how to confirm' },
    notice:
      'This account has no password and no two-factor authentication. <link>Confirm your identity with your provider</link>, then try again.',
    whyConfirm: (minutes: number) =>
      `Secrets, money and what you do for others require a confirmation every ${minutes} minutes. You can continue afterwards.`,
    demoPassword: 'This is a demo account. The password is {demo}.',
    yourPasswordLabel: 'Your password',
  },
} as const;
