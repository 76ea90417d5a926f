/** How many accents `tokens.css` has; white text is readable on each. */
export const ACCENTS = 8;

/** The accent of a Drive by its slug, 1 to 8: always the same one. */
export function accentOf(slug: string): number {
  let sum = 0;
  for (const letter of slug) sum = (sum * 31 + letter.charCodeAt(0)) % 9973;
  return (sum % ACCENTS) + 1;
}
