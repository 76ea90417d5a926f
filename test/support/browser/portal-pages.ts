import { portalRoutes } from '../../../scripts/lib/testing/recorded.mjs';

const routes = portalRoutes();

/** Every address of the portal; `$id` and the like are parameters. */
export const portalPages: readonly string[] = routes.map(({ address }) => address);

/** Leads on to another page, or opens with the link of a mail only. */
const NOT_BY_ITSELF = ['/admin', '/invitation'];

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
