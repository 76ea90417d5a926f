// The documentation for authors, made from the engine, the contract library and the API: the pages of docs/contract, which
// are committed, and what the portal's pages under /docs show, which is not (scripts/lib/ensure-author-docs.mjs).
import { apiReference, routesByCode } from './api.mjs';
import { checkCatalogue, checksPage, recipeCatalogue } from './checks.mjs';
import { readErrorList } from './error-list.mjs';
import { driveErrorGroups, errorsPage, portalErrorGroup } from './errors.mjs';
import { fieldCatalogue, fieldsPage } from './fields.mjs';
import { fromDist, json, text } from './from-dist.mjs';
import { contractReference } from './reference.mjs';
import { searchIndex } from './search.mjs';
import { rotationSnippet, snippets } from './snippets.mjs';
import { vectorCatalogue } from './vectors.mjs';

/** [path, text] of every committed page. */
export async function contractPages() {
  const { checks, touched } = await checkCatalogue();
  return [
    ['docs/contract/checks.md', checksPage(checks, recipeCatalogue())],
    ['docs/contract/fields.md', fieldsPage(fieldCatalogue(checks, touched))],
    ['docs/contract/errors.md', errorsPage(await driveErrorGroups())],
  ];
}

/** Data of the portal's pages, by file name. The API is that of docs/openapi.json and docs/errors.md. */
export async function portalDocs() {
  const { checks, touched } = await checkCatalogue();
  const shapes = fieldCatalogue(checks, touched);
  const { CRITERIA: criteria } = fromDist('libs/listings/src/review/domain/review-criteria.js');
  const api = apiReference(json('docs/openapi.json'));
  const errors = readErrorList(text('docs/errors.md'));
  const groups = [...(await driveErrorGroups()), portalErrorGroup(errors, routesByCode(api))];
  return {
    checks: { checks, recipes: recipeCatalogue(), criteria },
    fields: { shapes },
    errors: { groups },
    api,
    reference: contractReference(),
    vectors: vectorCatalogue(),
    snippets: snippets(),
    rotation: rotationSnippet(),
    search: searchIndex({ checks, fields: shapes, errors: groups, api }),
  };
}
