import { createRequire } from 'node:module';
import type {} from 'pdfkit'; // its declarations bring the namespace PDFKit
import { TEXT_FONT } from './letterhead.js';
import { drawable, visualOrder, words, type Face, type Piece } from './shown-text.js';
import { unpackedFont } from './unpacked-font.js';

const packages = createRequire(__filename);
const FILES: Record<Face, string> = {
  text: TEXT_FONT,
  wide: packages.resolve('@fontsource/unifont/files/unifont-latin-400-normal.woff'),
};
const SPACE_BETWEEN_LINES = 1;

interface OpenFont {
  readonly font: { hasGlyphForCodePoint: (codePoint: number) => boolean };
  readonly ascender: number;
}

/**
 * Writes text in any script that the fonts support, broken into lines. Unsupported characters are written as code
 * points.
 */
export class TextWriter {
  private readonly glyphs = {
    text: (codePoint: number): boolean => this.opened('text').font.hasGlyphForCodePoint(codePoint),
    wide: (codePoint: number): boolean => this.opened('wide').font.hasGlyphForCodePoint(codePoint),
  };

  private hasWide = false;

  constructor(private readonly pdf: PDFKit.PDFDocument) {}

  /** The lines that `text` takes in `width` points at `size` points. */
  lines(text: string, width: number, size: number): Piece[][] {
    const lines: Piece[][] = [[]];
    let room = width;
    for (const word of words(drawable(text, this.glyphs))) {
      for (const part of this.cut(word, width, size)) {
        const wide = this.widthOf(part, size);
        if (wide > room && lines.at(-1)!.length > 0) {
          lines.push([]);
          room = width;
        }
        lines.at(-1)!.push(...part);
        room -= wide;
      }
    }
    return lines;
  }

  heightOf(lines: readonly Piece[][], size: number): number {
    return lines.length * (size * 1.17 + SPACE_BETWEEN_LINES);
  }

  /** Draws lines downwards from `y`. */
  draw(lines: readonly Piece[][], x: number, y: number, size: number): void {
    const ascent = (this.opened('text').ascender / 1000) * size;
    for (const [n, line] of lines.entries()) {
      const baseline = y + this.heightOf(lines.slice(0, n), size) + ascent;
      let at = x;
      for (const piece of visualOrder(line)) {
        this.choose(piece.face).fontSize(size);
        const text = piece.rightToLeft ? asWritten(piece.text) : piece.text;
        this.pdf.text(text, at, baseline, { lineBreak: false, baseline: 'alphabetic' });
        at += this.pdf.widthOfString(text);
      }
    }
    this.choose('text').fontSize(size);
  }

  private widthOf(pieces: readonly Piece[], size: number): number {
    return visualOrder(pieces).reduce((sum, { text, face }) => {
      this.choose(face).fontSize(size);
      return sum + this.pdf.widthOfString(text);
    }, 0);
  }

  /** Splits a word into parts that fit into a line each. */
  private cut(word: readonly Piece[], width: number, size: number): Piece[][] {
    if (word.length < 2 || this.widthOf(word, size) <= width) return [[...word]];
    const half = word.length >> 1;
    return [...this.cut(word.slice(0, half), width, size), ...this.cut(word.slice(half), width, size)];
  }

  private opened(face: Face): OpenFont {
    this.choose(face);
    return (this.pdf as unknown as { _font: OpenFont })._font;
  }

  /** The large font is rarely needed, so it is loaded with the first character that only it has. */
  private choose(face: Face): PDFKit.PDFDocument {
    if (face === 'text') return this.pdf.font(FILES.text);
    if (!this.hasWide) this.pdf.registerFont(face, unpackedFont(FILES.wide));
    this.hasWide = true;
    return this.pdf.font(face);
  }
}

/** The font reverses words of right-to-left scripts, but not what is between them (except digits). */
function asWritten(text: string): string {
  return /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u.test(text)
    ? text
    : [...text].reverse().join('');
}
