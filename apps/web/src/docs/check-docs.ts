import data from './generated/checks.json';

/** A check of the conformance engine as its documentation shows it; made by `npm run generate`. */
export interface CheckDoc {
  id: string;
  level: string;
  check: string;
  rule: string;
  title: string;
  clause: string;
  /** The requirements of a run to try it, as a sentence. */
  needs: string;
  cause: string;
  fix: string;
  /** A wrong and a right spelling. */
  written: { wrong: string; right: string } | null;
  /** The engine's finding for a Drive that breaks just this rule; null where only a note is given. */
  example: {
    broken: string;
    expected: string;
    received?: string;
    cause: string;
    fix: string;
  } | null;
}

/** A wrong way to sign that the engine names. */
interface RecipeDoc {
  name: string;
  does: string;
  fix: string;
}

export const checkDocs: readonly CheckDoc[] = data.checks;
export const recipeDocs: readonly RecipeDoc[] = data.recipes;
