import type {} from 'pdfkit'; // its declarations bring the namespace PDFKit
import { BOLD_FONT, letterhead, TEXT_FONT } from './letterhead.js';
import { TextWriter } from './text-writer.js';
import { writePdf } from './write-pdf.js';

const MARGIN = 48;
const WIDTH = 595.28 - 2 * MARGIN;
const BOTTOM = 841.89 - MARGIN - 24;
const PLAIN = 9;
const SMALL = 8;

/**
 * Draws a document under the letterhead and its title. `at`: of the document, not of the clock, so that the bytes are the
 * same every time.
 */
export function writeSheet(title: string, subject: string, at: Date, draw: (sheet: Sheet) => void): Promise<Buffer> {
  const info = { Title: title, Author: 'Drive Portal', Subject: subject, CreationDate: at, ModDate: at };
  return writePdf({ size: 'A4', margin: MARGIN, info, lang: 'en', displayTitle: true, font: TEXT_FONT }, (pdf) => {
    letterhead(pdf);
    pdf.font(BOLD_FONT).fontSize(16).text(title);
    draw(new Sheet(pdf));
  });
}

/** A4 pages with headings, paragraphs and rows with an amount, on as many pages as it takes. */
export class Sheet {
  private readonly writer: TextWriter;

  constructor(private readonly pdf: PDFKit.PDFDocument) {
    this.writer = new TextWriter(pdf);
  }

  table(title: string, rows: readonly (readonly [label: string, amount: string])[]): void {
    this.heading(title);
    for (const [label, amount] of rows) {
      const y = this.written(label, PLAIN, WIDTH - 130);
      const below = this.pdf.y + 2;
      this.pdf.text(amount, MARGIN + WIDTH - 120, y, { width: 120, align: 'right' });
      this.pdf.x = MARGIN;
      this.pdf.y = below;
    }
  }

  heading(text: string): void {
    if (this.pdf.y + 40 > BOTTOM) this.pdf.addPage();
    this.pdf.moveDown(0.8).font(BOLD_FONT).fontSize(11).text(text).moveDown(0.2);
  }

  plain(text: string): void {
    this.written(text, PLAIN);
  }

  small(text: string): void {
    this.written(text, SMALL);
  }

  /** On as many pages as it takes. Returns where its last line stands. */
  private written(text: string, size: number, width = WIDTH): number {
    const lines = this.writer.lines(text, width, size);
    const height = this.writer.heightOf(lines.slice(0, 1), size);
    let y = this.pdf.y;
    for (const line of lines) {
      if (this.pdf.y + height > BOTTOM) this.pdf.addPage();
      y = this.pdf.y;
      this.writer.draw([line], MARGIN, y, size);
      this.pdf.x = MARGIN;
      this.pdf.y = y + height;
    }
    return y;
  }
}
