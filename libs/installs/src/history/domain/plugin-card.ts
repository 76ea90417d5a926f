/** Of a card of the catalogue. */
interface Shown {
  readonly name: string;
  readonly author: string;
  readonly price_label: string;
  /** How they ended, in words. */
  readonly checks: string | null;
  /** What people accepted of them, in words. */
  readonly accepted?: string | null | undefined;
  /** The facts behind the mark. */
  readonly verified: object | null;
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text of its author without what is not seen, cut to its room, and never markup. */
function safe(text: string, most: number): string {
  const letters = [...text.replaceAll(/\p{C}/gu, '')];
  const cut = letters.length > most ? [...letters.slice(0, most - 1), '…'] : letters;
  return cut.join('').replaceAll(/[&<>"]/g, (sign) => SIGNS[sign]!);
}

/** An SVG picture of the card of a listed plugin, which is self-contained and runs no script. */
export function cardSvg({ name, author, price_label, checks, accepted, verified }: Shown): string {
  const line = (y: number, text: string, look: string): string => `<text x="20" y="${y}" ${look}>${text}</text>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="128" role="img"><title>${safe(name, 80)}, ${safe(author, 80)}</title>` +
    '<rect x=".5" y=".5" width="359" height="127" rx="8" fill="#fff" stroke="#d0d5dd"/><g fill="#4a5260" font-family="Arial, sans-serif" font-size="13">' +
    line(36, safe(name, 30), 'font-size="18" font-weight="bold" fill="#1a1f29"') +
    line(57, safe(author, 44), '') +
    (verified ? '<text x="340" y="88" text-anchor="end" font-weight="bold" fill="#1b6e3a">✓ Verified</text>' : '') +
    line(88, safe(price_label, 32), 'font-weight="bold" fill="#1a1f29"') +
    (checks ? line(106, checks, 'font-size="11"') : '') +
    (accepted ? line(120, accepted, 'font-size="11"') : '') +
    '</g></svg>'
  );
}
