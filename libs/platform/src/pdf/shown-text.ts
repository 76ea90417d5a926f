import bidiFactory from 'bidi-js';

/** Which of the document's fonts draws a piece: the text font, or the one that has nearly every sign but is plain. */
export type Face = 'text' | 'wide';
type Glyphs = Readonly<Record<Face, (codePoint: number) => boolean>>;

/** What one font draws in one go. */
export interface Piece {
  readonly text: string;
  readonly face: Face;
}

const bidi = bidiFactory();
const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Control and format characters, among them those that turn the direction of what follows; and signs of private meaning. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/u;
/** Around a name, so that its direction ends with it. Only these two steer anything; those of a name are shown, not obeyed. */
const [ISOLATE, END] = ['\u2068', '\u2069'];

/**
 * Text from outside, safe inside a sentence of ours: what steers the text around it is written as its code point, and
 * its direction ends where it ends.
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

/** A sign of the text with what combines with it, and who draws it. What no font has is written as its code points. */
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
 * One line, left to right as it is seen (Unicode Bidirectional Algorithm, with the line's own direction left to right):
 * pieces to draw one beside the other. Letters inside a piece that is written from the right stand in the order in which
 * they are read; its brackets are turned already.
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
    // Fonts turn one word of a script around; the words among each other are put in order here.
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

/** Words with the space behind them; a word that is longer than the line is cut by whoever lays out the line. */
export function words(pieces: readonly Piece[]): Piece[][] {
  const found: Piece[][] = [[]];
  for (const piece of pieces) {
    found.at(-1)!.push(piece);
    // Between signs of scripts that are written without spaces a line may end anywhere.
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
