import { operatorRows, type OperatorIdentity } from '@portal/billing';
import { formatMinor } from '@portal/kernel';
import type { ThreadWork } from '@portal/platform/jobs';
import { named, writeSheet, type Sheet } from '@portal/platform/pdf';
import { unpaidText, type StatementDocument } from '@portal/statement-proof';
import { earningsCard } from '../domain/earnings-card.js';
import { PRELIMINARY } from '../domain/preliminary.js';
import { TEST_SENTENCE } from '../domain/test-mark.js';

const LONGEST_NAME = 480;
/**
 * A statement as PDF. Deterministic: dates come from the statement, not from the clock. `operator` is undefined for months
 * sealed before the portal stored it. `isTest` adds a notice that no real money was moved.
 */
export function statementPdf(
  document: StatementDocument,
  operator?: OperatorIdentity,
  { isTest = false }: { isTest?: boolean } = {},
): Promise<Buffer> {
  const { statement: s } = document;
  const [year, month] = s.month.split('-').map(Number) as [number, number];
  return writeSheet(`Statement ${s.month}`, s.id, new Date(Date.UTC(year, month, 1)), (sheet) =>
    new StatementSheet(sheet, document, operator).draw(isTest),
  );
}

export type StatementDrawing = Parameters<typeof statementPdf>;
export const work: ThreadWork<StatementDrawing, Buffer> = (drawing) => statementPdf(...drawing);

class StatementSheet {
  private readonly money: (minor: string) => string;

  constructor(
    private readonly sheet: Sheet,
    private readonly document: StatementDocument,
    private readonly operator: OperatorIdentity | undefined,
  ) {
    const { currency, exponent } = document.statement;
    this.money = (minor) => formatMinor(BigInt(minor), currency, exponent);
  }

  draw(isTest: boolean): void {
    const { statement: s } = this.document;
    if (isTest) this.sheet.small(TEST_SENTENCE);
    if (this.document.proof === null) this.sheet.small(PRELIMINARY);
    this.sheet.small(`Month ${s.month}, statement ${s.id}, currency ${s.currency.toUpperCase()}`);
    if (s.self_billing_number !== null) this.sheet.small(`Self-billing invoice ${s.self_billing_number}`);
    this.sheet.heading('Author');
    this.sheet.plain(shown(s.author_name));
    if (this.operator !== undefined) {
      this.sheet.heading('Operator');
      for (const text of operatorRows(this.operator)) this.sheet.plain(shown(text));
    }
    this.sheet.table('Summary', this.balance());
    if (s.unpaid.length > 0) this.sheet.table('Not paid yet', this.unpaid());
    this.sheet.table('Lines by Drive', this.drives());
    if (this.document.entries.length > 0) this.sheet.table('Other bookings', this.entries());
    this.proof();
  }

  private balance(): [string, string][] {
    const { statement: s, pending } = this.document;
    return [
      ...earningsCard(this.document).map(({ code, label, amountMinor }): [string, string] => [
        code === 'paid' && s.transfer_id !== null ? `Paid with transfer ${s.transfer_id}` : label,
        this.money(amountMinor.toString()),
      ]),
      [`Invoiced but not yet paid by tenants, ${pending.length} lines`, this.money(s.pending_minor)],
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
    if (proof === null) return;
    this.sheet.heading('Proof');
    this.sheet.small(
      `Root of the month ${proof.root}. The JSON form of this statement contains every line with its calculation and the proof that it belongs to this root. Verify it offline with "drive verify-statement".`,
    );
  }
}

/** A name, shortened if it is too long for the page. The JSON and CSV files contain all of it. */
function shown(text: string): string {
  const whole = [...text];
  return named(whole.length > LONGEST_NAME ? `${whole.slice(0, LONGEST_NAME).join('')}…` : text);
}
