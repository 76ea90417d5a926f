import {
  IconAlertTriangle,
  IconBook,
  IconBuilding,
  IconBuildingBank,
  IconCalendarMonth,
  IconCertificate,
  IconChecklist,
  IconClock,
  IconCoin,
  IconCreditCard,
  IconDoorExit,
  IconFileInvoice,
  IconFileDownload,
  IconFileMinus,
  IconGavel,
  IconHeartbeat,
  IconHistory,
  IconFlask,
  IconHome,
  IconKey,
  IconListCheck,
  IconLock,
  IconPlug,
  IconPuzzle,
  IconReceipt,
  IconReceiptRefund,
  IconScale,
  IconSend,
  IconStack2,
  IconUserCheck,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import type { Area, Me, MemberCapability } from '../../api/session.js';
import { texts } from '../texts.js';
import { common } from '../../text/common.js';

export interface NavItem {
  to: string;
  text: string;
  icon: typeof IconHome;
  /** Further addresses that belong to it. */
  also?: readonly string[];
  /** Open before the application is approved too. */
  applicant?: true;
  /** For members of the organisation who may do this. */
  needs?: MemberCapability;
  /** With the number of approvals that wait for the reader, or of cases by the tabs of the queue. */
  waiting?: 'approvals' | 'cases';
  /** The menu begins with it while the portal lacks something, with the number of steps that are missing. */
  firstUntilDone?: true;
}

/** Pages of one job, at most seven. The first group of an area needs no title. */
export interface NavGroup {
  title: string;
  items: NavItem[];
}

interface AreaNav {
  title: string;
  /** Where the area begins. */
  home: string;
  /** A text is the title of those behind it. */
  entries: readonly (string | NavItem)[];
}

const { links, groups } = texts.nav;
const approvals: NavItem = { to: '/approvals', text: links.approvals, icon: IconUserCheck, waiting: 'approvals' };
const setup: NavItem = { to: '/admin/setup', text: common.setup, icon: IconListCheck, firstUntilDone: true };
const auditTrail: NavItem = { to: '/audit', text: common.auditTrail, icon: IconHistory };

export const areaNav: Record<Area, AreaNav> = {
  author: {
    title: common.author,
    home: '/author',
    entries: [
      { to: '/author', text: common.home, icon: IconHome, applicant: true },
      { to: '/author/drives', text: common.drives, icon: IconPuzzle, also: ['/author/submissions'] },
      { to: '/author/secrets', text: common.signingSecrets, icon: IconKey },
      { to: '/author/webhooks', text: common.webhooks, icon: IconWebhook },
      common.money,
      { to: '/author/earnings', text: common.earnings, icon: IconCoin, needs: 'see_money' },
      { to: '/author/payouts', text: common.payouts, icon: IconReceipt, needs: 'see_money' },
      {
        to: '/author/payout-account',
        text: common.payoutAccount,
        icon: IconBuildingBank,
        also: ['/author/tax-profile'],
        needs: 'see_money',
      },
      { to: '/author/listing-fees', text: common.listingFees, icon: IconCreditCard, needs: 'see_money' },
      { to: '/author/earnings-estimator', text: common.earningsEstimator, icon: IconFlask, needs: 'see_money' },
      groups.organization,
      { to: '/author/application', text: common.application, icon: IconUserCheck, applicant: true },
      { to: '/author/agreement', text: common.agreement, icon: IconCertificate, applicant: true },
      { to: '/author/team', text: common.team, icon: IconUsers },
    ],
  },
  review: {
    title: texts.nav.review,
    home: '/review',
    entries: [
      { to: '/review', text: common.queue, icon: IconChecklist, waiting: 'cases' },
      approvals,
      { to: '/review/exceptions', text: links.exceptions, icon: IconScale },
      groups.published,
      { to: '/review/drives', text: common.liveDrives, icon: IconPuzzle },
      { to: '/review/suspensions', text: common.suspensions, icon: IconLock },
      auditTrail,
    ],
  },
  finance: {
    title: common.finance,
    home: '/finance',
    entries: [
      { to: '/finance', text: common.home, icon: IconHome },
      approvals,
      { to: '/finance/exceptions', text: links.exceptions, icon: IconAlertTriangle },
      groups.charges,
      { to: '/finance/periods', text: common.months, icon: IconCalendarMonth },
      { to: '/finance/invoices', text: common.invoices, icon: IconFileInvoice },
      { to: '/finance/refunds', text: common.refunds, icon: IconReceiptRefund },
      { to: '/finance/credit-notes', text: common.creditNotes, icon: IconFileMinus },
      { to: '/finance/disputes', text: common.disputes, icon: IconGavel },
      common.payouts,
      { to: '/finance/runs', text: common.payoutRuns, icon: IconSend },
      { to: '/finance/holds', text: common.holds, icon: IconLock },
      { to: '/finance/statements', text: common.statements, icon: IconReceipt },
      groups.books,
      { to: '/finance/ledger', text: common.ledger, icon: IconScale },
      { to: '/finance/exports', text: common.exports, icon: IconFileDownload },
      auditTrail,
      common.settings,
      { to: '/finance/prices', text: common.prices, icon: IconCoin },
      { to: '/finance/revenue-shares', text: common.revenueShareOverrides, icon: IconCoin },
      { to: '/finance/policies', text: common.policies, icon: IconGavel },
      { to: '/finance/signatures', text: common.signatures, icon: IconCertificate },
    ],
  },
  plugins: {
    title: common.plugins,
    home: '/operator',
    entries: [
      { to: '/operator', text: common.home, icon: IconHome },
      { to: '/plugins', text: common.browse, icon: IconPuzzle },
      { to: '/plugins/installed', text: common.installed, icon: IconPlug },
      { to: '/plugins/billing', text: common.billing, icon: IconCreditCard, also: ['/plugins/invoices'] },
    ],
  },
  admin: {
    title: texts.nav.admin,
    home: '/admin',
    entries: [
      { to: '/admin', text: common.home, icon: IconHome },
      approvals,
      auditTrail,
      groups.accounts,
      { to: '/admin/people', text: common.people, icon: IconUsers },
      { to: '/admin/tenants', text: common.tenants, icon: IconBuilding },
      { to: '/review/drives', text: common.liveDrives, icon: IconPuzzle, also: ['/admin/drives'] },
      { to: '/admin/suspensions', text: common.suspensions, icon: IconLock },
      { to: '/admin/offboardings', text: common.offboarding, icon: IconDoorExit },
      groups.operation,
      { to: '/admin/deliveries', text: common.deliveries, icon: IconSend },
      { to: '/admin/queues', text: common.queues, icon: IconStack2 },
      { to: '/admin/unfinished', text: common.unfinishedInstalls, icon: IconPlug },
      { to: '/admin/webhooks', text: common.webhooks, icon: IconWebhook },
      common.settings,
      setup,
      { to: '/admin/agreements', text: common.agreement, icon: IconCertificate },
      { to: '/admin/documents', text: common.documents, icon: IconCertificate },
      { to: '/admin/signatures', text: common.signatures, icon: IconCertificate },
      { to: '/admin/policies', text: common.policies, icon: IconGavel },
      { to: '/admin/fleet-keys', text: common.fleetSecrets, icon: IconKey },
    ],
  },
};

/** The entry to which the address belongs: whose own address, or one that belongs to it, is its longest prefix. */
export function activeItem<T extends Pick<NavItem, 'to' | 'also'>>(
  items: readonly T[],
  pathname: string,
): T | undefined {
  const begins = (at: string): boolean => pathname === at || pathname.startsWith(`${at}/`);
  return items
    .flatMap((item) => [item.to, ...(item.also ?? [])].filter(begins).map((at) => ({ item, length: at.length })))
    .sort((a, b) => b.length - a.length)[0]?.item;
}

/** The groups of an area with the entries that open for this person. */
export function groupsFor(area: Area, me: Me | null): readonly NavGroup[] {
  const isMember = me?.roles.some(({ role }) => role === 'author') ?? false;
  const opens = ({ needs, applicant }: NavItem): boolean =>
    me && isMember ? needs === undefined || me.member_may.includes(needs) : applicant === true;
  const groups: NavGroup[] = [{ title: '', items: [] }];
  for (const entry of areaNav[area].entries) {
    if (typeof entry === 'string') groups.push({ title: entry, items: [] });
    else if (area !== 'author' || opens(entry)) groups.at(-1)!.items.push(entry);
  }
  return groups.filter(({ items }) => items.length > 0);
}

export const itemsOf = (groups: readonly NavGroup[]): readonly NavItem[] => groups.flatMap(({ items }) => items);

/** What everybody who is signed in can open from each of their areas. Operators browse plugins in their own. */
export const resourcesFor = (me: Me | null): NavGroup => ({
  title: groups.resources,
  items: [
    ...(me?.areas.includes('plugins') ? [] : [{ to: '/catalogue', text: common.catalogue, icon: IconPuzzle }]),
    { to: '/validate', text: common.checkAManifest, icon: IconChecklist, also: ['/validations'] },
    { to: '/statistics', text: common.reviewStatistics, icon: IconHistory },
    { to: '/docs', text: links.docs, icon: IconBook },
    { to: '/status', text: common.status, icon: IconHeartbeat },
    ...(me?.mode === 'sandbox' ? [{ to: '/sandbox', text: links.sandbox, icon: IconClock }] : []),
  ],
});

/** The role that opens an area, for the page about a missing role. */
export const roleOfArea: Record<Area, string> = {
  author: 'author',
  review: 'reviewer',
  finance: 'finance',
  plugins: 'operator',
  admin: 'admin',
};
