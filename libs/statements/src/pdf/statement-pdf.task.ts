import { formatMinor } from '@portal/kernel';
import type { ThreadWork } from '@portal/platform/jobs';
import { BOLD_FONT, letterhead, named, TEXT_FONT, TextWriter, writePdf } from '@portal/platform/pdf';
import { unpaidText, type StatementDocument } from '@portal/statement-proof';
import type {} from 'pdfkit'; // its declarations bring the namespace PDFKit
import { OPERATOR_UNNAMED, type Operator } from '../domain/operator-line.js';
import { TEST_SENTENCE } from '../domain/test-mark.js';

/** The parties of a self-billing invoice, as of its issue. */
export interface SelfBilling {
  readonly number: string;
  readonly issuedAt: Date;
  readonly supplier: {
    readonly legalName: string;
    readonly address: string;
    readonly country: string;
    readonly taxId: string | null;
    readonly vatId: string | null;
    readonly vatTreatment: 'not_registered' | 'reverse_charge' | 'exempt';
  };
}

const MARGIN = 48;
const WIDTH = 595.28 - 2 * MARGIN;
const BOTTOM = 841.89 - MARGIN - 24;
const LONGEST_NAME = 480;
const PLAIN = 9;
const SMALL = 8;
const VAT = {
  not_registered: 'The supplier is not registered for value added tax; none is charged.',
  reverse_charge: 'Reverse charge: the recipient accounts for the value added tax.',
  exempt: 'The supply is exempt from value added tax.',
} as const;
/**
 * A statement as PDF; with `selfBilling`, as the invoice that the author issues to the platform. Deterministic: dates
 * come from the statement, not from the clock. `operator` is undefined for months sealed before the portal stored it.
 * `isTest` adds a notice that no real money was moved.
 */
export function statementPdf(
  document: StatementDocument,
  selfBilling: SelfBilling | null,
  operator?: Operator,
  { isTest = false }: { isTest?: boolean } = {},
): Promise<Buffer> {
  const { statement: s } = document;
  const [year, month] = s.month.split('-').map(Number) as [number, number];
  const title = selfBilling === null ? `Statement ${s.month}` : `Self-billing invoice ${selfBilling.number}`;
  const CreationDate = selfBilling?.issuedAt ?? new Date(Date.UTC(year, month, 1));
  const info = { Title: title, Author: 'Drive Portal', Subject: s.id, CreationDate, ModDate: CreationDate };
  return writePdf({ size: 'A4', margin: MARGIN, info, lang: 'en', displayTitle: true, font: TEXT_FONT }, (pdf) =>
    new Sheet(pdf, document, selfBilling, operator).draw(title, isTest),
  );
}

export type StatementDrawing = Parameters<typeof statementPdf>;
export const work: ThreadWork<StatementDrawing, Buffer> = (drawing) => statementPdf(...drawing);

class Sheet {
  private readonly money: (minor: string) => string;
  private readonly writer: TextWriter;

  constructor(
    private readonly pdf: PDFKit.PDFDocument,
    private readonly document: StatementDocument,
    private readonly selfBilling: SelfBilling | null,
    private readonly operator: Operator | undefined,
  ) {
    const { currency, exponent } = document.statement;
    this.writer = new TextWriter(pdf);
    this.money = (minor) => formatMinor(BigInt(minor), currency, exponent);
  }

  draw(title: string, isTest: boolean): void {
    const { statement: s } = this.document;
    letterhead(this.pdf);
    this.pdf.font(BOLD_FONT).fontSize(16).text(title);
    if (isTest) this.small(TEST_SENTENCE);
    this.small(`Month ${s.month}, statement ${s.id}, currency ${s.currency.toUpperCase()}`);
    if (s.self_billing_number !== null && this.selfBilling === null) this.small(`Number ${s.self_billing_number}`);
    this.parties();
    this.table('Summary', this.balance());
    if (s.unpaid.length > 0) this.table('Not paid yet', this.unpaid());
    this.table('Lines by Drive', this.drives());
    if (this.document.entries.length > 0) this.table('Other bookings', this.entries());
    this.proof();
  }

  private parties(): void {
    const { statement: s } = this.document;
    if (this.selfBilling === null) {
      this.heading('Author');
      this.plain(shown(s.author_name));
      if (this.operator !== undefined) this.operatedBy('Operator', this.operator);
      return;
    }
    const { supplier, issuedAt } = this.selfBilling;
    this.small(`Issued ${issuedAt.toISOString().slice(0, 10)} by the recipient in the supplier's name, as agreed.`);
    this.heading('Supplier');
    for (const text of [supplier.legalName, ...supplier.address.split('\n'), supplier.country]) this.plain(shown(text));
    if (supplier.taxId !== null) this.plain(`Tax number ${shown(supplier.taxId)}`);
    if (supplier.vatId !== null) this.plain(`VAT number ${shown(supplier.vatId)}`);
    if (this.operator !== undefined) this.operatedBy('Recipient', this.operator);
    else {
      this.heading('Recipient');
      this.plain('The operator of this Drive Portal, as named in the author agreement');
    }
    this.heading('Supply');
    this.plain(`Author's share of the charges for the use of Drives, paid out for ${s.month}`);
    this.plain(`Net ${this.money(s.paid_minor)}   VAT ${this.money('0')}   Total ${this.money(s.paid_minor)}`);
    this.plain(VAT[supplier.vatTreatment]);
  }

  private operatedBy(title: string, { legal_name: name, address, country, tax_id: taxId }: Operator): void {
    this.heading(title);
    if (name === null) {
      this.plain(OPERATOR_UNNAMED);
      return;
    }
    for (const text of [name, ...(address ?? '').split('\n'), country ?? '']) this.plain(shown(text));
    this.plain(taxId === null ? 'No tax number' : `Tax number ${shown(taxId)}`);
  }

  private balance(): [string, string][] {
    const { statement: s } = this.document;
    return [
      ['Opening balance, carried forward from the previous statement', this.money(s.opening_minor)],
      [
        `Earned, ${this.document.lines.length} lines of ${this.document.payments.length} paid invoices`,
        this.money(s.earned_minor),
      ],
      ['Refunds, disputes, fees and other bookings', this.money(s.adjustments_minor)],
      ['Closing', this.money(s.closing_minor)],
      [s.transfer_id === null ? 'Paid' : `Paid with transfer ${s.transfer_id}`, this.money(s.paid_minor)],
      ['Carried forward to the next statement', this.money(s.carried_minor)],
      ['Held', this.money(s.held_minor)],
      ['Fees', this.money(s.fees_minor)],
      [`Invoiced but not yet paid by tenants, ${this.document.pending.length} lines`, this.money(s.pending_minor)],
    ];
  }

  private unpaid(): [string, string][] {
    return this.document.statement.unpaid.map((part) => {
      const note = part.note === null ? null : shown(part.note);
      return [unpaidText({ ...part, note }), this.money(part.amount_minor)];
    });
  }

  private drives(): [string, string][] {
    const byDrive = new Map<string, { name: string; lines: number; gross: bigint; share: bigint }>();
    for (const line of this.document.lines) {
      const sum = byDrive.get(line.drive_id) ?? { name: line.drive_name, lines: 0, gross: 0n, share: 0n };
      sum.lines += 1;
      sum.gross += BigInt(line.gross_minor);
      sum.share += BigInt(line.author_minor);
      byDrive.set(line.drive_id, sum);
    }
    if (byDrive.size === 0) return [['No paid line in this statement', this.money('0')]];
    return [...byDrive.values()].map((sum) => [
      `${shown(sum.name)}: ${sum.lines} lines, charged ${this.money(sum.gross.toString())}`,
      this.money(sum.share.toString()),
    ]);
  }

  private entries(): [string, string][] {
    return this.document.entries.map((entry) => [
      `${entry.booked_at.slice(0, 10)} ${shown(entry.title)} (${shown(entry.source_type)} ${shown(entry.source_id)})`,
      this.money(entry.amount_minor),
    ]);
  }

  private proof(): void {
    const { proof } = this.document;
    this.heading('Proof');
    this.small(
      proof === null
        ? 'The month is not sealed yet. This statement is preliminary.'
        : `Root of the month ${proof.root}. The JSON form of this statement contains every line with its calculation and the proof that it belongs to this root. Verify it offline with "drive verify-statement".`,
    );
  }

  private table(title: string, rows: readonly [string, string][]): void {
    this.heading(title);
    for (const [label, amount] of rows) {
      const lines = this.writer.lines(label, WIDTH - 130, PLAIN);
      const height = this.writer.heightOf(lines, PLAIN);
      if (this.pdf.y + height > BOTTOM) this.pdf.addPage();
      const { y } = this.pdf;
      this.writer.draw(lines, MARGIN, y, PLAIN);
      this.pdf.text(amount, MARGIN + WIDTH - 120, y, { width: 120, align: 'right' });
      this.pdf.x = MARGIN;
      this.pdf.y = y + height + 2;
    }
  }

  private heading(text: string): void {
    if (this.pdf.y + 40 > BOTTOM) this.pdf.addPage();
    this.pdf.moveDown(0.8).font(BOLD_FONT).fontSize(11).text(text).moveDown(0.2);
  }

  private plain(text: string): void {
    this.written(text, PLAIN);
  }

  private small(text: string): void {
    this.written(text, SMALL);
  }

  private written(text: string, size: number): void {
    const lines = this.writer.lines(text, WIDTH, size);
    const height = this.writer.heightOf(lines, size);
    if (this.pdf.y + height > BOTTOM) this.pdf.addPage();
    const { y } = this.pdf;
    this.writer.draw(lines, MARGIN, y, size);
    this.pdf.x = MARGIN;
    this.pdf.y = y + height;
  }
}

/** A name, shortened if it is too long for the page. The JSON and CSV files contain all of it. */
function shown(text: string): string {
  const whole = [...text];
  return named(whole.length > LONGEST_NAME ? `${whole.slice(0, LONGEST_NAME).join('')}…` : text);
}
