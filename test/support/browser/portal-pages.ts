import { portalRoutes } from '../../../scripts/lib/testing/recorded.mjs';
import type { Visitor } from './browser-tour.js';

const routes = portalRoutes();

/** Every address of the portal; `$id` and the like are parameters. */
export const portalPages: readonly string[] = routes.map(({ address }) => address);

/** Opens with the link of a mail only. */
const NOT_BY_ITSELF = ['/invitation'];

/** Routes above the pages that each demo person opens. */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  anybody: ['visitors', 'visitorForms', 'everybody'],
  author: ['signedIn', 'author', 'approved', 'money'],
  reviewer: ['review', 'liveDrives'],
  operator: ['plugins'],
  'finance-preparer': ['finance', 'approvers'],
  admin: ['admin', 'audit'],
};

/** The pages of a person that need no name of one thing, so that a new one is checked once the router has it. */
export function pagesOf(person: string): string[] {
  return routes
    .filter(({ parent, address }) => PARENTS[person]!.includes(parent) && !address.includes('$'))
    .map(({ address }) => address)
    .filter((address) => !NOT_BY_ITSELF.includes(address) && !address.startsWith('/docs'));
}

/** The documentation for authors. */
export const docsPages: readonly string[] = portalPages.filter((address) => address.startsWith('/docs'));

/**
 * Pages that are checked after a page. `>` follows the first link inside the named region of it, so that the pages of
 * single things (a run, an invoice) are checked with the story's data; `./` is a page below the one before.
 */
const AFTER: Record<string, readonly string[]> = {
  '/author/agreement': ['/author/agreement?version=1'],
  '/author/drives': ['> Drives', './listing', '/author/drives', '> Drives', './case'],
  '/author/payouts': ['> Statements'],
  '/review': ['/review?tab=applications&party=all', '/review?tab=appeals', '/review?claimed=free&due=overdue'],
  '/review/exceptions': ['/review/exceptions?state=all'],
  '/review/drives': ['> Live Drives'],
  '/plugins/installed': ['> Installed plugins', '/plugins/installed?tab=upgrades'],
  '/finance/periods': ['> Months'],
  '/finance/invoices': ['> Invoices'],
  '/finance/runs': ['> Payout runs', '> Payouts'],
  '/finance/ledger': [
    '/finance/ledger?currency=usd&from=2026-01-01&to=2026-12-31',
    '> Account totals',
    '> Ledger entries',
  ],
  '/finance/policies': ['/finance/policies/author_share'],
  '/audit': ['/audit?actor=a&action=listing&from=2026-01-01'],
  '/admin/policies': ['/admin/policies?policy=author_share'],
  '/admin/fleet-keys': ['> Drives'],
  '/reset-password': ['/reset-password?token=dpr_unknown'],
  '/confirm-email': ['/confirm-email?token=dpc_unknown'],
  '/first-admin': ['/first-admin?token=dpa_unknown'],
  '/staff-invitation': ['/staff-invitation?token=dpa_unknown'],
  '/cancel-second-factor-removal': ['/cancel-second-factor-removal?token=dpx_unknown'],
};
const withMore = (pages: readonly string[]): string[] => pages.flatMap((page) => [page, ...(AFTER[page] ?? [])]);
/** Every page of each person with the story's data. */
export const PAGES: Record<string, readonly string[]> = {
  // Those under /docs are checked by author-docs.
  anybody: [...withMore(pagesOf('anybody')), '/no-such-page'],
  author: withMore(pagesOf('author')),
  reviewer: [...withMore(pagesOf('reviewer')), '/notifications'],
  operator: [...withMore(pagesOf('operator')), '/notifications'],
  'finance-preparer': [...withMore(pagesOf('finance-preparer')), '/notifications'],
  'finance-approver': ['/finance/runs', '> Payout runs'],
  admin: [...withMore(pagesOf('admin')), '/notifications'],
};

/** Opens the next of `PAGES`. */
export async function openPage(visitor: Visitor, address: string): Promise<void> {
  if (address.startsWith('> ')) {
    const region = visitor.page.getByRole('region', { name: address.slice(2), exact: true });
    const target = await region.locator('tbody a').first().getAttribute('href');
    await visitor.walk(target ?? 'no link to follow');
  } else if (address.startsWith('./')) {
    await visitor.walk(`${new URL(visitor.page.url()).pathname}/${address.slice(2)}`);
  } else await visitor.walk(address);
}
