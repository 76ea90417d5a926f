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
  IconFlask,
  IconFileText,
  IconFileDownload,
  IconFileMinus,
  IconGavel,
  IconHistory,
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
import type { Area, Me } from '../api/session.js';

export interface NavItem {
  to: string;
  text: string;
  icon: typeof IconHome;
  /** Further addresses that belong to it. */
  also?: readonly string[];
  /** Open before the application is approved too. */
  applicant?: true;
}

interface AreaNav {
  title: string;
  /** Where the area begins. */
  home: string;
  items: readonly NavItem[];
}

export const areaNav: Record<Area, AreaNav> = {
  author: {
    title: 'Author',
    home: '/author',
    items: [
      { to: '/author', text: 'Home', icon: IconHome, applicant: true },
      { to: '/author/application', text: 'Application', icon: IconUserCheck, applicant: true },
      { to: '/author/agreement', text: 'Agreement', icon: IconCertificate, applicant: true },
      { to: '/author/secrets', text: 'Signing secrets', icon: IconKey },
      { to: '/author/drives', text: 'Drives', icon: IconPuzzle, also: ['/author/submissions'] },
      { to: '/author/earnings', text: 'Earnings', icon: IconCoin },
      { to: '/author/payouts', text: 'Payouts', icon: IconReceipt },
      { to: '/author/simulator', text: 'Earnings estimator', icon: IconFlask },
      { to: '/author/payout-account', text: 'Payout account', icon: IconBuildingBank, also: ['/author/tax-profile'] },
      { to: '/author/listing-fees', text: 'Listing fees', icon: IconCreditCard },
      { to: '/author/webhooks', text: 'Webhooks', icon: IconWebhook },
      { to: '/author/team', text: 'Team', icon: IconUsers },
    ],
  },
  review: {
    title: 'Review',
    home: '/review',
    items: [
      { to: '/review', text: 'Queue', icon: IconChecklist },
      { to: '/review/exceptions', text: 'Exceptions', icon: IconScale },
      { to: '/statistics', text: 'Statistics', icon: IconHistory },
      { to: '/review/drives', text: 'Live Drives', icon: IconPuzzle },
      { to: '/review/suspensions', text: 'Suspensions', icon: IconLock },
      { to: '/audit', text: 'Audit trail', icon: IconHistory },
    ],
  },
  finance: {
    title: 'Finance',
    home: '/finance',
    items: [
      { to: '/finance', text: 'Home', icon: IconHome },
      { to: '/finance/periods', text: 'Months', icon: IconCalendarMonth },
      { to: '/finance/invoices', text: 'Invoices', icon: IconFileInvoice },
      { to: '/finance/refunds', text: 'Refunds', icon: IconReceiptRefund },
      { to: '/finance/credit-notes', text: 'Credit notes', icon: IconFileMinus },
      { to: '/finance/disputes', text: 'Disputes', icon: IconGavel },
      { to: '/finance/runs', text: 'Payout runs', icon: IconSend },
      { to: '/finance/holds', text: 'Holds', icon: IconLock },
      { to: '/finance/statements', text: 'Statements', icon: IconReceipt },
      { to: '/finance/exports', text: 'Exports', icon: IconFileDownload },
      { to: '/finance/ledger', text: 'Ledger', icon: IconScale },
      { to: '/finance/exceptions', text: 'Exceptions', icon: IconAlertTriangle },
      { to: '/finance/simulator', text: 'Simulator', icon: IconFlask },
      { to: '/finance/prices', text: 'Prices', icon: IconCoin },
      { to: '/finance/revenue-shares', text: 'Revenue-share overrides', icon: IconCoin },
      { to: '/finance/policies', text: 'Policies', icon: IconCertificate },
      { to: '/finance/signatures', text: 'Signatures', icon: IconCertificate },
      { to: '/finance/write-offs', text: 'Write-offs', icon: IconFileText },
      { to: '/audit', text: 'Audit trail', icon: IconHistory },
    ],
  },
  plugins: {
    title: 'Plugins',
    home: '/plugins',
    items: [
      { to: '/plugins', text: 'Browse', icon: IconPuzzle },
      { to: '/plugins/installed', text: 'Installed', icon: IconPlug },
      { to: '/plugins/billing', text: 'Billing', icon: IconCreditCard, also: ['/plugins/invoices'] },
    ],
  },
  admin: {
    title: 'Admin',
    home: '/audit',
    items: [
      { to: '/audit', text: 'Audit trail', icon: IconHistory },
      { to: '/admin/people', text: 'People', icon: IconUsers },
      { to: '/admin/tenants', text: 'Tenants', icon: IconBuilding },
      { to: '/admin/agreements', text: 'Agreement', icon: IconCertificate },
      { to: '/admin/signatures', text: 'Signatures', icon: IconCertificate },
      { to: '/admin/suspensions', text: 'Suspensions', icon: IconLock },
      { to: '/review/drives', text: 'Live Drives', icon: IconPuzzle, also: ['/admin/drives'] },
      { to: '/admin/policies', text: 'Policies', icon: IconGavel },
      { to: '/admin/offboardings', text: 'Offboarding', icon: IconDoorExit },
      { to: '/admin/deliveries', text: 'Deliveries', icon: IconSend },
      { to: '/admin/queues', text: 'Queues', icon: IconStack2 },
      { to: '/admin/fleet-keys', text: 'Fleet secrets', icon: IconKey },
      { to: '/sandbox', text: 'Sandbox', icon: IconClock },
    ],
  },
};

/** The entry to which the address belongs: whose own address, or one that belongs to it, is the longest beginning of it. */
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
  const applicant = area === 'author' && !me?.roles.some(({ role }) => role === 'author');
  return applicant ? areaNav.author.items.filter((item) => item.applicant) : areaNav[area].items;
}

export const publicNav: readonly NavItem[] = [
  { to: '/', text: 'About Drive Portal', icon: IconHome },
  { to: '/catalogue', text: 'Catalogue', icon: IconPuzzle },
  { to: '/validate', text: 'Check a manifest', icon: IconChecklist },
  { to: '/statistics', text: 'Review statistics', icon: IconHistory },
  { to: '/docs', text: 'For authors', icon: IconBook },
  { to: '/apply', text: 'Apply to publish Drives', icon: IconPlus },
  { to: '/sandbox', text: 'Sandbox', icon: IconFileText },
];

/** What the header offers to somebody who is not signed in; on a narrow page the menu does, with all that is public. */
export const visitorNav: readonly NavItem[] = publicNav.filter(({ to }) => to !== '/' && to !== '/sandbox');

/** Of the menu. The sandbox is for those who are signed in, who have its page by their areas. */
export const menuNav = (me: Me | null): readonly NavItem[] => [
  ...publicNav.filter(({ to }) => to !== '/sandbox'),
  ...(me ? [] : signInNav),
];

const signInNav: readonly NavItem[] = [
  { to: '/sign-in', text: 'Sign in', icon: IconLock },
  { to: '/sign-up', text: 'Create account', icon: IconUserCheck },
];

/** The role that opens an area, for the page that says it is missing. */
export const roleOfArea: Record<Area, string> = {
  author: 'author',
  review: 'reviewer',
  finance: 'finance',
  plugins: 'operator',
  admin: 'admin',
};
