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
      { to: '/author', text: texts.nav.links.authorHome, icon: IconHome, applicant: true },
      { to: '/author/application', text: texts.nav.links.application, icon: IconUserCheck, applicant: true },
      { to: '/author/agreement', text: texts.nav.links.agreement, icon: IconCertificate, applicant: true },
      { to: '/author/secrets', text: texts.nav.links.secrets, icon: IconKey },
      { to: '/author/drives', text: texts.nav.links.drives, icon: IconPuzzle, also: ['/author/submissions'] },
      { to: '/author/earnings', text: texts.nav.links.earnings, icon: IconCoin, needs: 'see_money' },
      { to: '/author/payouts', text: texts.nav.links.payouts, icon: IconReceipt, needs: 'see_money' },
      {
        to: '/author/payout-account',
        text: texts.nav.links.payoutAccount,
        icon: IconBuildingBank,
        also: ['/author/tax-profile'],
        needs: 'see_money',
      },
      { to: '/author/listing-fees', text: texts.nav.links.listingFees, icon: IconCreditCard, needs: 'see_money' },
      {
        to: '/author/earnings-estimator',
        text: texts.nav.links.earningsEstimator,
        icon: IconFlask,
        needs: 'see_money',
      },
      { to: '/author/webhooks', text: texts.nav.links.webhooks, icon: IconWebhook },
      { to: '/author/team', text: texts.nav.links.team, icon: IconUsers },
    ],
  },
  review: {
    title: texts.nav.review,
    home: '/review',
    items: [
      { to: '/review', text: texts.nav.links.review, icon: IconChecklist },
      { to: '/review/exceptions', text: texts.nav.links.exceptions, icon: IconScale },
      { to: '/statistics', text: texts.nav.links.statistics, icon: IconHistory },
      { to: '/review/drives', text: texts.nav.links.liveDrives, icon: IconPuzzle },
      { to: '/review/suspensions', text: texts.nav.links.suspensions, icon: IconLock },
      { to: '/audit', text: texts.nav.links.audit, icon: IconHistory },
    ],
  },
  finance: {
    title: texts.nav.finance,
    home: '/finance',
    items: [
      { to: '/finance', text: texts.nav.links.authorHome, icon: IconHome },
      { to: '/finance/periods', text: texts.nav.links.periods, icon: IconCalendarMonth },
      { to: '/finance/invoices', text: texts.nav.links.invoices, icon: IconFileInvoice },
      { to: '/finance/refunds', text: texts.nav.links.refunds, icon: IconReceiptRefund },
      { to: '/finance/credit-notes', text: texts.nav.links.creditNotes, icon: IconFileMinus },
      { to: '/finance/disputes', text: texts.nav.links.disputes, icon: IconGavel },
      { to: '/finance/runs', text: texts.nav.links.runs, icon: IconSend },
      { to: '/finance/holds', text: texts.nav.links.holds, icon: IconLock },
      { to: '/finance/statements', text: texts.nav.links.statements, icon: IconReceipt },
      { to: '/finance/exports', text: texts.nav.links.exports, icon: IconFileDownload },
      { to: '/finance/ledger', text: texts.nav.links.ledger, icon: IconScale },
      { to: '/finance/exceptions', text: texts.nav.links.exceptions, icon: IconAlertTriangle },
      { to: '/finance/prices', text: texts.nav.links.prices, icon: IconCoin },
      { to: '/finance/revenue-shares', text: texts.nav.links.revenueShares, icon: IconCoin },
      { to: '/finance/policies', text: texts.nav.links.policies, icon: IconCertificate },
      { to: '/finance/signatures', text: texts.nav.links.signatures, icon: IconCertificate },
      { to: '/finance/write-offs', text: texts.nav.links.writeOffs, icon: IconFileText },
      { to: '/audit', text: texts.nav.links.audit, icon: IconHistory },
    ],
  },
  plugins: {
    title: texts.nav.plugins,
    home: '/plugins',
    items: [
      { to: '/plugins', text: texts.nav.links.plugins, icon: IconPuzzle },
      { to: '/plugins/installed', text: texts.nav.links.installed, icon: IconPlug },
      { to: '/plugins/billing', text: texts.nav.links.billing, icon: IconCreditCard, also: ['/plugins/invoices'] },
    ],
  },
  admin: {
    title: texts.nav.admin,
    home: '/audit',
    items: [
      { to: '/audit', text: texts.nav.links.audit, icon: IconHistory },
      { to: '/admin/people', text: texts.nav.links.people, icon: IconUsers },
      { to: '/admin/tenants', text: texts.nav.links.tenants, icon: IconBuilding },
      { to: '/admin/webhooks', text: texts.nav.links.webhooks, icon: IconWebhook },
      { to: '/admin/agreements', text: texts.nav.links.agreement, icon: IconCertificate },
      { to: '/admin/signatures', text: texts.nav.links.signatures, icon: IconCertificate },
      { to: '/admin/suspensions', text: texts.nav.links.suspensions, icon: IconLock },
      { to: '/review/drives', text: texts.nav.links.liveDrives, icon: IconPuzzle, also: ['/admin/drives'] },
      { to: '/admin/policies', text: texts.nav.links.policies, icon: IconGavel },
      { to: '/admin/offboardings', text: texts.nav.links.offboardings, icon: IconDoorExit },
      { to: '/admin/deliveries', text: texts.nav.links.deliveries, icon: IconSend },
      { to: '/admin/queues', text: texts.nav.links.queues, icon: IconStack2 },
      { to: '/admin/fleet-keys', text: texts.nav.links.fleetKeys, icon: IconKey },
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
  { to: '/catalogue', text: texts.nav.links.catalogue, icon: IconPuzzle },
  { to: '/validate', text: texts.nav.links.validate, icon: IconChecklist },
  { to: '/statistics', text: texts.nav.links.reviewStatistics, icon: IconHistory },
  { to: '/docs', text: texts.nav.links.docs, icon: IconBook },
  { to: '/apply', text: texts.nav.links.apply, icon: IconPlus },
  { to: '/sandbox', text: texts.nav.links.sandbox, icon: IconFileText },
];

/** Header links of a visitor; on a narrow page the menu does, with all that is public. */
export const visitorNav: readonly NavItem[] = publicNav.filter(({ to }) => to !== '/' && to !== '/sandbox');

/** Of the menu. The sandbox is for those who are signed in, who have its page by their areas. */
export const menuNav = (me: Me | null): readonly NavItem[] => [
  ...publicNav.filter(({ to }) => to !== '/sandbox'),
  ...(me ? [] : signInNav),
];

const signInNav: readonly NavItem[] = [
  { to: '/sign-in', text: texts.nav.links.signIn, icon: IconLock },
  { to: '/sign-up', text: texts.nav.links.signUp, icon: IconUserCheck },
];

/** The role that opens an area, for the page about a missing role. */
export const roleOfArea: Record<Area, string> = {
  author: 'author',
  review: 'reviewer',
  finance: 'finance',
  plugins: 'operator',
  admin: 'admin',
};
