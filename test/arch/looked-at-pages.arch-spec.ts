import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openedPages, portalPages as pages, visitors } from '../support/browser/portal-pages.js';

const read = (file: string): string => readFileSync(path.resolve(__dirname, '../..', file), 'utf8');

const JOURNEYS = 'test/e2e/portal-journeys.e2e-spec.ts';
const REVIEWERS = 'test/e2e/portal-reviewers.e2e-spec.ts';
const BY_HAND = 'test/support/browser/story-by-hand.ts';
/** Pages of one thing, and the test that checks them in every scheme and width. */
const LOOKS: Readonly<Record<string, readonly [file: string, words: string]>> = {
  '/validations/$id': [REVIEWERS, "look(anybody, 'validation')"],
  '/reports/$token': [REVIEWERS, "look(author, 'report')"],
  '/catalogue/$slug': [REVIEWERS, "look(anybody, 'card')"],
  '/invitation': ['test/e2e/account.e2e-spec.ts', "look(member, 'invitation')"],
  '/author/drives/$id': [JOURNEYS, "'> Drives'"],
  '/author/drives/$id/installs': [REVIEWERS, "look(author, 'drive-installs')"],
  '/author/submissions/$id': [BY_HAND, "look(author, 'submission')"],
  '/author/payouts/$id': [BY_HAND, "look(author, 'statement')"],
  '/author/webhooks/$id': [REVIEWERS, "look(author, 'webhook')"],
  '/review/applications/$id': [BY_HAND, "look(reviewer, 'application')"],
  '/review/submissions/$id': [BY_HAND, "look(reviewer, 'submission-checklist')"],
  '/review/appeals/$id': ['test/e2e/portal-changes.e2e-spec.ts', "look(first, 'listing-appeal-of-mine')"],
  '/review/drives/$id': [JOURNEYS, "'> Live Drives'"],
  '/finance/periods/$month': [JOURNEYS, "'> Months'"],
  '/finance/invoices/$id': [JOURNEYS, "'> Invoices'"],
  '/finance/refunds/$id': [REVIEWERS, "look(preparer, 'refund')"],
  '/finance/disputes/$id': [REVIEWERS, "look(preparer, 'dispute')"],
  '/finance/runs/$id': [JOURNEYS, "'> Payout runs'"],
  '/finance/statements/$id': [REVIEWERS, "look(preparer, 'finance-statement')"],
  '/finance/ledger/sources/$type/$id': [REVIEWERS, "look(preparer, 'ledger-source')"],
  '/finance/authors/$id': [REVIEWERS, "look(preparer, 'finance-author')"],
  '/finance/exceptions/$id': [REVIEWERS, "look(preparer, 'exception')"],
  '/finance/policies/$key': [JOURNEYS, "'/finance/policies/author_share'"],
  '/plugins/installed/$id': [JOURNEYS, "'> Installed plugins'"],
  '/plugins/installed/$id/open/$': ['test/e2e/portal-embed.e2e-spec.ts', "look(operator, 'open-plugin')"],
  '/plugins/invoices/$id': [REVIEWERS, "look(operator, 'tenant-invoice')"],
  '/plugins/$slug': [BY_HAND, "look(operator, 'plugin')"],
  '/plugins/$slug/install': [BY_HAND, "look(operator, 'install-confirm')"],
  // Leads on to the audit trail.
  '/admin': ['test/e2e/portal-lists.e2e-spec.ts', "go('/admin')"],
  '/admin/tenants/$id/operators': [REVIEWERS, "look(admin, 'operators')"],
  '/admin/tenants/$id/ventures': [REVIEWERS, "look(admin, 'ventures-of-tenant')"],
  '/admin/webhooks/$id': [REVIEWERS, "look(admin, 'host-webhook')"],
  '/admin/drives/$id': [JOURNEYS, "'/admin/fleet-keys': ['> Drives']"],
};

/** Pages that no test checks. */
function unseen(all: readonly string[]): string[] {
  return all.filter((page) => {
    const look = LOOKS[page];
    return look ? !read(look[0]).includes(look[1]) : !openedPages.has(page);
  });
}

describe('every page is checked in a browser, in both schemes and widths', () => {
  it('and one that nobody checks would be found', () =>
    expect(unseen(['/', '/author', '/planted'])).toEqual(['/planted']));

  it.each(visitors)('the journeys take the pages of %s from the router', (visitor) =>
    expect(read(JOURNEYS)).toContain(`(pagesOf('${visitor}'))`),
  );

  it('and so does the test of the documentation', () =>
    expect(read('test/e2e/author-docs.e2e-spec.ts')).toContain('docsPages'));

  it('that the router knows', () => {
    expect(pages.length).toBeGreaterThan(90);
    expect(unseen(pages)).toEqual([]);
  });

  it('and none is named that the router does not know', () =>
    expect(Object.keys(LOOKS).filter((page) => !pages.includes(page))).toEqual([]));
});
