const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Text from outside, with every character that is not seen but acts (controls, direction marks, line separators) written
 * as its code, for example `\u202e`. Line breaks and tabs stay when `keepLines` is set.
 */
export function visible(text: string, keepLines = false): string {
  return text.replace(HIDDEN, (character) =>
    keepLines && (character === '\n' || character === '\t')
      ? character
      : `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  );
}
