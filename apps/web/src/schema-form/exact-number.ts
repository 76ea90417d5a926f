const DECIMAL = /^(-?)0*(\d+)(?:[.,](\d+))?$/;

/** The input in one spelling: no leading zeros, no zeros behind the last digit, a point. Null: not a plain number. */
function plain(text: string): string | null {
  const found = DECIMAL.exec(text.trim());
  if (!found) return null;
  const [, sign = '', whole = '', rest = ''] = found;
  const decimals = rest.replace(/0+$/, '');
  const digits = decimals === '' ? whole : `${whole}.${decimals}`;
  return digits === '0' ? '0' : sign + digits;
}

/**
 * The number of a text, if a number can represent it exactly; else the text unchanged, which no number field accepts.
 * Nothing is rounded or cut: 9007199254740993 stays a text.
 */
export function exactNumber(text: string): number | string {
  const digits = plain(text);
  if (digits === null) return text;
  const number = Number(digits);
  return plain(String(number)) === digits ? number : text;
}

/** True for a text that reads like a number: it only has more digits than a number can keep. */
export const isNumberText = (value: unknown): boolean => typeof value === 'string' && plain(value) !== null;
