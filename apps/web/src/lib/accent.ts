/** How many accents `tokens.css` has; white text is readable on each. */
export const ACCENTS = 8;

/** The accent of a Drive by its slug, 1 to 8: always the same one. */
export function accentOf(slug: string): number {
  let sum = 0;
  for (const letter of slug) sum = (sum * 31 + letter.charCodeAt(0)) % 9973;
  return (sum % ACCENTS) + 1;
}

/** Whether white text is less readable on `#rrggbb` than dark text is (WCAG 2.2). */
export function isLight(colour: string): boolean {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18;
}
