import data from './checks.json';

/** A check of the conformance engine as its documentation shows it; made by `npm run generate`. */
export interface CheckDoc {
  id: string;
  level: string;
  check: string;
  rule: string;
  title: string;
  clause: string;
  /** What a run needs to try it, in words. */
  needs: string;
  cause: string;
  fix: string;
  /** A wrong and a right spelling. */
  written: { wrong: string; right: string } | null;
  /** What the engine says about a Drive that breaks just this rule; null where only a note is given. */
  example: {
    broken: string;
    expected: string;
    received?: string;
    cause: string;
    fix: string;
    sent?: string;
    endpoint?: string;
    pointer?: string;
  } | null;
}

/** A wrong way to sign that the engine names. */
export interface RecipeDoc {
  name: string;
  does: string;
  fix: string;
}

export const checkDocs: readonly CheckDoc[] = data.checks;
export const recipeDocs: readonly RecipeDoc[] = data.recipes;

/** Checks in which every word of `text` stands somewhere. */
export function searchChecks(text: string): readonly CheckDoc[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return checkDocs;
  return checkDocs.filter((doc) => {
    const all = JSON.stringify(doc).toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
