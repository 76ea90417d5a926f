import data from './generated/checks.json';

/** The checks of the conformance engine as their documentation shows them; made by `npm run generate`. */
export const checkDocs = data.checks;
/** Wrong ways to sign that the engine names. */
export const recipeDocs = data.recipes;
