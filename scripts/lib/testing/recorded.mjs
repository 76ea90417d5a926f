// What the processes of a run of tests record in test-output/recorded: the operations of docs/openapi.json that answered with
// success (test/support/http/api-description.ts), and the pages that were checked in a browser (test/support/browser/browser-tour.ts).
import fs from 'node:fs';
import path from 'node:path';
import { inRoot } from '../root.mjs';

const RECORDS = inRoot('test-output/recorded');
const FEATURES = inRoot('apps/web/src/features');

export function deleteRecords() {
  fs.rmSync(RECORDS, { recursive: true, force: true });
}

function recorded(directory) {
  const files = fs.existsSync(directory) ? fs.readdirSync(directory) : [];
  return new Set(files.flatMap((file) => fs.readFileSync(path.join(directory, file), 'utf8').split('\n')));
}

/** Ids of the operations without a successful test; only meaningful for a run of all tests. */
export function neverAnswered(directory = path.join(RECORDS, 'answered')) {
  const seen = recorded(directory);
  const { paths } = JSON.parse(fs.readFileSync(inRoot('docs/openapi.json'), 'utf8'));
  const all = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  return all.filter((id) => !seen.has(id)).sort();
}

/**
 * Every page of the portal with the route above it, as the `routes.ts` of the features write them.
 * @returns {{ parent: string, address: string }[]}
 */
export function portalRoutes() {
  const texts = fs.readdirSync(FEATURES).map((name) => fs.readFileSync(path.join(FEATURES, name, 'routes.ts'), 'utf8'));
  return [...texts.join('').matchAll(/(?:page\(|getParentRoute: \(\) => )\s*(\w+),\s+(?:path: )?'([^']+)'/g)].map(
    ([, parent, address]) => ({ parent, address }),
  );
}

/** The page of an address: one with a fixed word in a place goes before one with a parameter there. */
export function pageOf(address, pages) {
  const variables = (page) => page.split('$').length;
  return pages
    .filter((page) => new RegExp(`^${page.replace(/\$[a-zA-Z]+/g, '[^/]+').replace(/\/\$$/, '(/.*)?')}$`).test(address))
    .sort((a, b) => variables(a) - variables(b))[0];
}

/** Leads on to another page. */
const LEADS_ON = '/admin';

/** Pages that no test checks in both schemes and widths; only meaningful for a run of all tests with a browser. */
export function neverChecked(directory = path.join(RECORDS, 'checked')) {
  const pages = portalRoutes().map(({ address }) => address);
  const seen = new Set([LEADS_ON, ...[...recorded(directory)].map((address) => pageOf(address, pages))]);
  return pages.filter((page) => !seen.has(page));
}
