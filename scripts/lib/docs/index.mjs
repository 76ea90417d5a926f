// The documentation for authors: pages of docs/contract and the data behind the portal's pages, made from the engine, the
// contract library and the API itself.
import { apiReference, routesByCode } from './api.mjs';
import { checkCatalogue, checksPage, recipeCatalogue } from './checks.mjs';
import { errorGroups, errorsPage } from './errors.mjs';
import { fieldCatalogue, fieldsPage } from './fields.mjs';
import { contractReference } from './reference.mjs';
import { searchIndex } from './search.mjs';
import { rotationSnippet, snippets } from './snippets.mjs';
import { vectorCatalogue } from './vectors.mjs';

/**
 * [path, text] of every file; texts are not formatted yet. `errors` is the catalogue of the API's refusals, `operations`
 * what the source says of each operation.
 */
export async function authorDocs(openapi, errors, operations) {
  const { checks, touched } = await checkCatalogue();
  const recipes = recipeCatalogue();
  const shapes = fieldCatalogue(checks, touched);
  const api = apiReference(openapi, operations);
  const groups = await errorGroups(errors, routesByCode(api));
  const data = {
    checks: { checks, recipes },
    fields: { shapes },
    errors: { groups },
    api,
    reference: contractReference(),
    vectors: vectorCatalogue(),
    snippets: snippets(),
    rotation: rotationSnippet(),
    search: searchIndex({ checks, fields: shapes, errors: groups, api }),
  };
  return [
    ['docs/contract/checks.md', checksPage(checks, recipes)],
    ['docs/contract/fields.md', fieldsPage(shapes)],
    ['docs/contract/errors.md', errorsPage(groups)],
    ...Object.entries(data).map(([name, value]) => [`apps/web/src/docs/${name}.json`, JSON.stringify(value)]),
  ];
}
