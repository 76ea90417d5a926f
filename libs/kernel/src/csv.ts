/**
 * One row of RFC 4180. A cell that a spreadsheet would read as a formula gets an apostrophe, also when the sign is
 * preceded by space, a zero-width or a full-width character; plain numbers are not changed. Characters that change the
 * text direction or end the line for some readers are written as U+XXXX.
 */
export function csvRow(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map((value) => cell(value === null ? '' : String(value))).join(',')}\r\n`;
}

/** Control, format, line and paragraph separators, lone surrogates; tabs and line ends are handled below. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]/gu;
const FORMULA = /^[\s\p{Z}]*[=+\-@|%\uff1d\uff0b\uff0d\uff20\u2212\ufe62\ufe63\ufe66\ufe6b]/u;
const NUMBER = /^-?\d+$/;

function cell(text: string): string {
  const shown = text.replace(HIDDEN, (character) =>
    character === '\n' || character === '\r' || character === '\t'
      ? character
      : `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`,
  );
  const starts = FORMULA.test(shown) || /^[\t\r\n]/.test(shown);
  const safe = starts && !NUMBER.test(shown) ? `'${shown}` : shown;
  return /[",\r\n]/.test(safe) || /^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
