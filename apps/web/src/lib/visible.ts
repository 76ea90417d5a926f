const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Text from outside, with every invisible character with an effect (controls, direction marks, line separators) written
 * as its code, for example `\u202e`. Line breaks and tabs stay when `keepLines` is set.
 */
export function visible(text: string, keepLines = false): string {
  return text.replace(HIDDEN, (character) =>
    keepLines && (character === '\n' || character === '\t')
      ? character
      : `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  );
}

/**
 * An answer of the API with every text in it made visible, lines and tabs kept. Names of fields stay: what is sent back
 * under them must be found again.
 */
export function visibleIn<T>(value: T): T {
  if (typeof value === 'string') return visible(value, true) as T;
  if (Array.isArray(value)) return value.map(visibleIn) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, visibleIn(one)])) as T;
}

/** Somebody else's words one after the other; `none` when there are none. */
export const visibleList = (items: readonly string[]): string =>
  items.length > 0 ? items.map((item) => visible(item)).join(', ') : 'none';
