import { formatMinor } from '@portal/kernel';
import type { ThreadWork } from '@portal/platform/jobs';
import { BOLD_FONT, letterhead, named, TEXT_FONT, TextWriter, writePdf } from '@portal/platform/pdf';
import type {} from 'pdfkit'; // its declarations bring the namespace PDFKit
import type { ExportRecord, ExportValue } from '../domain/export-text.js';
import { TEST_SENTENCE } from '../domain/test-mark.js';

/** A list to print as PDF. */
export interface Table {
  readonly title: string;
  /** The filter, name and value; empty: all rows. */
  readonly narrowedBy: readonly (readonly [string, ExportValue])[];
  /** When the rows were read. */
  readonly at: Date;
  readonly askedBy: string;
  readonly isTest: boolean;
  readonly columns: readonly string[];
  readonly rows: readonly ExportRecord[];
  /** Whether amounts are totalled, by currency. */
  readonly isAddedUp: boolean;
  /** Number of decimals by currency. */
  readonly exponents: ReadonlyMap<string, number>;
  /** SHA-256 of the same rows as JSON. */
  readonly digest: string;
}

const [PAGE_WIDTH, PAGE_HEIGHT] = [841.89, 595.28];
const MARGIN = 36;
const WIDTH = PAGE_WIDTH - 2 * MARGIN;
const BOTTOM = PAGE_HEIGHT - MARGIN - 16;
const [CELL, HEAD, NOTE, TITLE] = [6, 6, 8, 14];
const GAP = 4;
const LONGEST_CELL = 240;
/** Bounds of a column's width, which otherwise follows its content, before all columns are fitted to the page. */
const [NARROWEST, WIDEST] = [5, 26];
const AMOUNT = /_minor$/;

/**
 * A list as PDF: title, filter, time and user, rows, row count, totals and the digest of the same rows as JSON; "Page n
 * of m" on each page. Names are printed as plain text. Deterministic.
 */
export function tablePdf(table: Table): Promise<Buffer> {
  const info = { Title: table.title, Author: 'Drive Portal', CreationDate: table.at, ModDate: table.at };
  const options = {
    ...{ size: 'A4' as const, layout: 'landscape' as const, margin: MARGIN, bufferPages: true },
    ...{ info, lang: 'en', displayTitle: true, font: TEXT_FONT },
  };
  return writePdf(options, (pdf) => new Paper(pdf, table).draw());
}

export const work: ThreadWork<Table, Buffer> = tablePdf;

interface Column {
  readonly name: string;
  readonly x: number;
  readonly width: number;
}

class Paper {
  private readonly writer: TextWriter;
  private readonly columns: readonly Column[];
  private y = MARGIN;

  constructor(
    private readonly pdf: PDFKit.PDFDocument,
    private readonly table: Table,
  ) {
    this.writer = new TextWriter(pdf);
    this.columns = columnsOf(table, (row, column) => this.shown(row, column));
  }

  draw(): void {
    letterhead(this.pdf);
    this.y = this.pdf.y;
    this.note(this.table.title, TITLE, BOLD_FONT);
    for (const text of headOf(this.table)) this.note(text, NOTE);
    this.y += GAP;
    this.heads();
    for (const row of this.table.rows) this.row(row);
    this.foot();
    this.pages();
  }

  private row(row: ExportRecord): void {
    const cells = this.columns.map((column) => ({
      ...column,
      lines: this.writer.lines(named(cut(this.shown(row, column.name))), column.width, CELL),
    }));
    const height = Math.max(...cells.map(({ lines }) => this.writer.heightOf(lines, CELL)));
    if (this.y + height > BOTTOM) {
      this.nextPage();
      this.heads();
    }
    for (const { lines, x, name, width } of cells) {
      if (AMOUNT.test(name) && lines.length === 1) {
        const text = this.shown(row, name);
        this.plain(text, x + width - this.pdf.font(TEXT_FONT).fontSize(CELL).widthOfString(text), this.y, CELL);
      } else this.writer.draw(lines, x, this.y, CELL);
    }
    this.y += height + 2;
  }

  private heads(): void {
    const heads = this.columns.map((column) => ({
      ...column,
      lines: this.writer.lines(titleOf(column.name), column.width, HEAD),
    }));
    for (const { lines, x } of heads) this.writer.draw(lines, x, this.y, HEAD);
    this.y += Math.max(0, ...heads.map(({ lines }) => this.writer.heightOf(lines, HEAD))) + 2;
    this.pdf
      .moveTo(MARGIN, this.y)
      .lineTo(MARGIN + WIDTH, this.y)
      .lineWidth(0.5)
      .stroke();
    this.y += 3;
  }

  private foot(): void {
    this.y += GAP;
    const { rows, digest, isAddedUp } = this.table;
    const notes = [`${rows.length.toLocaleString('en')} rows`, ...(isAddedUp ? this.totals() : [])];
    for (const text of [...notes, `SHA-256 of these rows as JSON: ${digest}`]) this.note(text, NOTE);
  }

  /** Totals by column and currency. */
  private totals(): string[] {
    return this.table.columns
      .filter((column) => AMOUNT.test(column))
      .map((column) => {
        const sums = new Map<string, bigint>();
        for (const row of this.table.rows) {
          const [amount, currency] = [row[column], row['currency']];
          if (typeof currency !== 'string' || amount === null || amount === undefined) continue;
          sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amount));
        }
        const shown = [...sums].sort().map(([currency, sum]) => this.money(sum, currency));
        return `${titleOf(column)}, total: ${shown.join(', ') || 'none'}`;
      });
  }

  private pages(): void {
    const { start, count } = this.pdf.bufferedPageRange();
    for (let n = 0; n < count; n += 1) {
      this.pdf.switchToPage(start + n);
      const text = `Page ${n + 1} of ${count}`;
      const y = PAGE_HEIGHT - MARGIN - 8;
      // Text below the bottom margin would start a new page.
      this.pdf.page.margins.bottom = 0;
      if (this.table.isTest) this.plain(TEST_SENTENCE, MARGIN, y, NOTE);
      this.plain(text, MARGIN + WIDTH - this.pdf.font(TEXT_FONT).fontSize(NOTE).widthOfString(text), y, NOTE);
    }
  }

  private note(text: string, size: number, font?: string): void {
    if (font !== undefined) {
      this.pdf.font(font).fontSize(size).text(text, MARGIN, this.y, { lineBreak: false });
      this.y += size * 1.4;
      return;
    }
    const lines = this.writer.lines(text, WIDTH, size);
    const height = this.writer.heightOf(lines, size);
    if (this.y + height > BOTTOM) this.nextPage();
    this.writer.draw(lines, MARGIN, this.y, size);
    this.y += height;
  }

  private plain(text: string, x: number, y: number, size: number): void {
    this.pdf.font(TEXT_FONT).fontSize(size).text(text, x, y, { lineBreak: false });
  }

  private nextPage(): void {
    this.pdf.addPage();
    this.y = MARGIN;
  }

  /** A cell as printed: amounts as money, nothing for null. */
  private shown(row: ExportRecord, column: string): string {
    const [value, currency] = [row[column], row['currency']];
    if (value === null || value === undefined) return '';
    return AMOUNT.test(column) && typeof currency === 'string' ? this.money(BigInt(value), currency) : String(value);
  }

  private money(minor: bigint, currency: string): string {
    return formatMinor(minor, currency, this.table.exponents.get(currency));
  }
}

function headOf({ narrowedBy, at, askedBy, isTest }: Table): string[] {
  const filter = narrowedBy.map(([name, value]) => `${titleOf(name)}: ${named(cut(String(value)))}`);
  return [
    ...(isTest ? [TEST_SENTENCE] : []),
    `Filter: ${filter.join('; ') || 'none'}`,
    `Made ${at.toISOString().replace('T', ' ').slice(0, 16)} UTC for ${named(cut(askedBy))}`,
  ];
}

function columnsOf(table: Table, shown: (row: ExportRecord, column: string) => string): Column[] {
  const weights = table.columns.map((column) => {
    const longest = table.rows.reduce((most, row) => Math.max(most, shown(row, column).length), 0);
    return Math.min(Math.max(longest, titleOf(column).length * 0.7, NARROWEST), WIDEST);
  });
  const unit = (WIDTH - GAP * (weights.length - 1)) / weights.reduce((sum, weight) => sum + weight, 0);
  let x = MARGIN;
  return table.columns.map((name, at) => {
    const width = weights[at]! * unit;
    const column = { name, x, width };
    x += width + GAP;
    return column;
  });
}

function titleOf(column: string): string {
  const words = column.replace(AMOUNT, '').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function cut(text: string): string {
  const whole = [...text];
  return whole.length > LONGEST_CELL ? `${whole.slice(0, LONGEST_CELL).join('')}…` : text;
}
