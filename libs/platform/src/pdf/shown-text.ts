import bidiFactory from 'bidi-js';

/** The font that draws a piece: the text font, or the plain one that has nearly every character. */
export type Face = 'text' | 'wide';
type Glyphs = Readonly<Record<Face, (codePoint: number) => boolean>>;

/** Text drawn with one font at once. */
export interface Piece {
  readonly text: string;
  readonly face: Face;
}

const bidi = bidiFactory();
const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Control and format characters, including those that change the text direction, and private-use characters. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/u;
/**
 * Isolates around a name, so that its direction ends with it. Only these two have an effect; those inside a name are
 * printed as code points.
 */
const [ISOLATE, END] = ['\u2068', '\u2069'];

/**
 * Makes user input safe inside a sentence: characters that affect surrounding text are written as code points, and its
 * text direction is isolated.
 */
export function named(text: string): string {
  return (
    ISOLATE +
    [...text.normalize('NFC').replaceAll('\n', ' ')]
      .map((sign) => (HIDDEN.test(sign) ? escaped(sign) : sign))
      .join('') +
    END
  );
}

/** A character with its combining marks, and its font. Characters without a font are written as code points. */
export function drawable(text: string, glyphs: Glyphs): Piece[] {
  return [...clusters.segment(text)].map(({ segment }): Piece => {
    if (segment === ISOLATE || segment === END) return { text: segment, face: 'text' };
    const signs = [...segment];
    for (const face of ['text', 'wide'] as const)
      if (signs.every((sign) => !HIDDEN.test(sign) && glyphs[face](sign.codePointAt(0)!)))
        return { text: segment, face };
    return { text: signs.map(escaped).join(''), face: 'text' };
  });
}

/**
 * One line in visual order from left to right (Unicode Bidirectional Algorithm with a left-to-right base): pieces to
 * draw side by side. Letters of right-to-left pieces stay in logical order; their brackets are mirrored already.
 */
export function visualOrder(line: readonly Piece[]): (Piece & { readonly rightToLeft: boolean })[] {
  const whole = line.map(({ text }) => text).join('');
  const embedding = bidi.getEmbeddingLevels(whole, 'ltr');
  const mirrored = bidi.getMirroredCharactersMap(whole, embedding.levels);
  const runs: { text: string; face: Face; level: number; isSpace: boolean }[] = [];
  let at = 0;
  for (const { text, face } of line) {
    const level = embedding.levels[at]!;
    const shown = [...text].length === 1 ? (mirrored.get(at) ?? text) : text;
    at += text.length;
    if (text === ISOLATE || text === END) continue;
    const last = runs.at(-1);
    // Fonts reverse single words of right-to-left scripts; the order of the words is set here.
    const isSpace = level % 2 === 1 && text === ' ';
    if (last?.level === level && last.face === face && !isSpace && !last.isSpace) last.text += shown;
    else runs.push({ text: shown, face, level, isSpace });
  }
  const levels = runs.map(({ level }) => level);
  for (let level = Math.max(0, ...levels); level > 0; level -= 1)
    for (let from = 0; from < runs.length; from += 1) {
      let to = from;
      while (to < runs.length && runs[to]!.level >= level) to += 1;
      runs.splice(from, to - from, ...runs.slice(from, to).reverse());
      from = Math.max(from, to - 1);
    }
  return runs.map(({ text, face, level }) => ({ text, face, rightToLeft: level % 2 === 1 }));
}

/** Words with the following space. A word longer than the line is split by the layout. */
export function words(pieces: readonly Piece[]): Piece[][] {
  const found: Piece[][] = [[]];
  for (const piece of pieces) {
    found.at(-1)!.push(piece);
    // In scripts without spaces a line may break between any characters.
    if (
      piece.text === ' ' ||
      (piece.face === 'wide' && /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(piece.text))
    )
      found.push([]);
  }
  return found.filter((word) => word.length > 0);
}

function escaped(sign: string): string {
  return `[U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`;
}
