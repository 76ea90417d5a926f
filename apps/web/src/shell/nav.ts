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
  IconFileText,
  IconFileDownload,
  IconFileMinus,
  IconGavel,
  IconHistory,
  IconFlask,
  IconHome,
  IconKey,
  IconLock,
  IconPlug,
  IconPlus,
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
import type { Area, Me, MemberCapability } from '../api/session.js';
import { texts } from './texts.js';
import { common } from '../text/common.js';

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
  /** With the number of approvals that wait for the reader. */
  waiting?: true;
}

interface AreaNav {
  title: string;
  /** Where the area begins. */
  home: string;
  items: readonly NavItem[];
}

export const areaNav: Record<Area, AreaNav> = {
  author: {
    title: common.author,
    home: '/author',
    items: [
      { to: '/author', text: common.home, icon: IconHome, applicant: true },
      { to: '/author/application', text: common.application, icon: IconUserCheck, applicant: true },
      { to: '/author/agreement', text: common.agreement, icon: IconCertificate, applicant: true },
      { to: '/author/secrets', text: common.signingSecrets, icon: IconKey },
      { to: '/author/drives', text: common.drives, icon: IconPuzzle, also: ['/author/submissions'] },
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
      {
        to: '/author/earnings-estimator',
        text: common.earningsEstimator,
        icon: IconFlask,
        needs: 'see_money',
      },
      { to: '/author/webhooks', text: common.webhooks, icon: IconWebhook },
      { to: '/author/team', text: common.team, icon: IconUsers },
    ],
  },
  review: {
    title: texts.nav.review,
    home: '/review',
    items: [
      { to: '/review', text: texts.nav.links.review, icon: IconChecklist },
      { to: '/approvals', text: texts.nav.links.approvals, icon: IconUserCheck, waiting: true },
      { to: '/review/exceptions', text: texts.nav.links.exceptions, icon: IconScale },
      { to: '/statistics', text: texts.nav.links.statistics, icon: IconHistory },
      { to: '/review/drives', text: common.liveDrives, icon: IconPuzzle },
      { to: '/review/suspensions', text: common.suspensions, icon: IconLock },
      { to: '/audit', text: common.auditTrail, icon: IconHistory },
    ],
  },
  finance: {
    title: common.finance,
    home: '/finance',
    items: [
      { to: '/finance', text: common.home, icon: IconHome },
      { to: '/approvals', text: texts.nav.links.approvals, icon: IconUserCheck, waiting: true },
      { to: '/finance/periods', text: common.months, icon: IconCalendarMonth },
      { to: '/finance/invoices', text: common.invoices, icon: IconFileInvoice },
      { to: '/finance/refunds', text: common.refunds, icon: IconReceiptRefund },
      { to: '/finance/credit-notes', text: common.creditNotes, icon: IconFileMinus },
      { to: '/finance/disputes', text: common.disputes, icon: IconGavel },
      { to: '/finance/runs', text: common.payoutRuns, icon: IconSend },
      { to: '/finance/holds', text: common.holds, icon: IconLock },
      { to: '/finance/statements', text: common.statements, icon: IconReceipt },
      { to: '/finance/exports', text: common.exports, icon: IconFileDownload },
      { to: '/finance/ledger', text: common.ledger, icon: IconScale },
      { to: '/finance/exceptions', text: texts.nav.links.exceptions, icon: IconAlertTriangle },
      { to: '/finance/prices', text: common.prices, icon: IconCoin },
      { to: '/finance/revenue-shares', text: common.revenueShareOverrides, icon: IconCoin },
      { to: '/finance/policies', text: common.policies, icon: IconCertificate },
      { to: '/finance/signatures', text: common.signatures, icon: IconCertificate },
      { to: '/audit', text: common.auditTrail, icon: IconHistory },
    ],
  },
  plugins: {
    title: common.plugins,
    home: '/plugins',
    items: [
      { to: '/plugins', text: common.browse, icon: IconPuzzle },
      { to: '/plugins/installed', text: common.installed, icon: IconPlug },
      { to: '/plugins/billing', text: common.billing, icon: IconCreditCard, also: ['/plugins/invoices'] },
    ],
  },
  admin: {
    title: texts.nav.admin,
    home: '/audit',
    items: [
      { to: '/audit', text: common.auditTrail, icon: IconHistory },
      { to: '/approvals', text: texts.nav.links.approvals, icon: IconUserCheck, waiting: true },
      { to: '/admin/people', text: common.people, icon: IconUsers },
      { to: '/admin/tenants', text: common.tenants, icon: IconBuilding },
      { to: '/admin/webhooks', text: common.webhooks, icon: IconWebhook },
      { to: '/admin/agreements', text: common.agreement, icon: IconCertificate },
      { to: '/admin/signatures', text: common.signatures, icon: IconCertificate },
      { to: '/admin/suspensions', text: common.suspensions, icon: IconLock },
      { to: '/review/drives', text: common.liveDrives, icon: IconPuzzle, also: ['/admin/drives'] },
      { to: '/admin/policies', text: common.policies, icon: IconGavel },
      { to: '/admin/offboardings', text: common.offboarding, icon: IconDoorExit },
      { to: '/admin/deliveries', text: common.deliveries, icon: IconSend },
      { to: '/admin/queues', text: common.queues, icon: IconStack2 },
      { to: '/admin/fleet-keys', text: common.fleetSecrets, icon: IconKey },
      { to: '/sandbox', text: texts.nav.links.sandbox, icon: IconClock },
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

/** The entries of an area that open for this person. */
export function itemsFor(area: Area, me: Me | null): readonly NavItem[] {
  if (area !== 'author') return areaNav[area].items;
  const isMember = me?.roles.some(({ role }) => role === 'author') ?? false;
  return areaNav.author.items.filter((item) =>
    me && isMember ? item.needs === undefined || me.member_may.includes(item.needs) : item.applicant,
  );
}

export const publicNav: readonly NavItem[] = [
  { to: '/', text: texts.nav.links.home, icon: IconHome },
  { to: '/catalogue', text: common.catalogue, icon: IconPuzzle },
  { to: '/validate', text: common.checkAManifest, icon: IconChecklist },
  { to: '/statistics', text: common.reviewStatistics, icon: IconHistory },
  { to: '/docs', text: common.forAuthors, icon: IconBook },
  { to: '/apply', text: common.applyToPublishDrives, icon: IconPlus },
  { to: '/sandbox', text: texts.nav.links.sandbox, icon: IconFileText },
];

/** Of the menu. The sandbox is for those who are signed in, who have its page by their areas. */
export const menuNav: readonly NavItem[] = publicNav.filter(({ to }) => to !== '/sandbox');

/** The role that opens an area, for the page about a missing role. */
export const roleOfArea: Record<Area, string> = {
  author: 'author',
  review: 'reviewer',
  finance: 'finance',
  plugins: 'operator',
  admin: 'admin',
};
