const HIDDEN = /[^\P{Cc}\n\t]|[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * Quotes user input in a mail: each line marked with ">", no hidden characters, at most `length` characters. Put it
 * after our own text.
 */
export function quoted(text: string, length = 500): string {
  const signs = [
    ...text
      .replaceAll(/\r\n?|[\u0085\u2028\u2029]/gu, '\n')
      .replaceAll(HIDDEN, '')
      .trim(),
  ];
  const short = signs.length > length ? `${signs.slice(0, length).join('').trimEnd()} […]` : signs.join('');
  return short
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}
