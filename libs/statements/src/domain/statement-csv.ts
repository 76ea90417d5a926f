import { csvRow } from '@portal/kernel';
import { unpaidText, type StatementDocument, type StatementLine, type StatementUnpaid } from '@portal/statement-proof';
import { earningsCard } from './earnings-card.js';
import { PRELIMINARY } from './preliminary.js';
import { TEST_SENTENCE } from './test-mark.js';

export const STATEMENT_COLUMNS = [
  'row',
  'month',
  'currency',
  'amount_minor',
  'id',
  'invoice',
  'install',
  'drive',
  'venture',
  'from',
  'to',
  'price_minor',
  'seconds',
  'month_seconds',
  'gross_minor',
  'author_bps',
  'running_before',
  'running_after',
  'share_before_minor',
  'share_after_minor',
  'platform_minor',
  'ledger_tx',
  'at',
  'note',
] as const;
/** Steps of the card that the rows of the balance do not have already. */
const ON_CARD: ReadonlySet<string> = new Set(['sales', 'platform', 'refunds', 'disputes', 'fees']);
type Row = Partial<Record<(typeof STATEMENT_COLUMNS)[number], string | number | null>>;

/**
 * A statement as CSV: balance rows first, then the operator, unpaid amounts, payments, lines, pending lines and other
 * entries; minor units. Without `operator` its row is left out. `isTest` adds a row which says that no real money was
 * moved.
 */
export function statementCsv(
  document: Omit<StatementDocument, 'proof'> & Partial<Pick<StatementDocument, 'proof'>>,
  operator?: Row,
  { isTest = false }: { isTest?: boolean } = {},
): string {
  const { statement: s } = document;
  const rows: Row[] = [
    balance('opening', s.opening_minor),
    balance('earned', s.earned_minor),
    balance('other_bookings', s.adjustments_minor),
    balance('closing', s.closing_minor),
    { ...balance('paid', s.paid_minor), id: s.transfer_id, at: s.settled_at },
    balance('carried', s.carried_minor),
    balance('held', s.held_minor),
    ...earningsCard(document)
      .filter(({ code }) => ON_CARD.has(code))
      .map(({ code, amountMinor }) => balance(code, amountMinor.toString())),
    balance('pending', s.pending_minor),
    ...(isTest ? [{ row: 'sandbox', note: TEST_SENTENCE }] : []),
    ...(document.proof === null ? [{ row: 'preliminary', note: PRELIMINARY }] : []),
    ...(operator === undefined ? [] : [operator]),
    ...s.unpaid.map((part): Row => ({
      row: 'unpaid',
      amount_minor: part.amount_minor,
      at: part.expected_at,
      note: csvNote(part),
    })),
    ...document.payments.map((payment): Row => ({
      row: 'payment',
      amount_minor: payment.amount_minor,
      id: payment.charge,
      invoice: payment.invoice_id,
      ledger_tx: payment.ledger_tx,
      at: payment.booked_at,
    })),
    ...document.lines.map((line) => lineRow('line', line)),
    ...document.pending.map((line) => lineRow('pending_line', line)),
    ...document.entries.flatMap((entry): Row[] => [
      {
        row: 'booking',
        amount_minor: entry.amount_minor,
        id: `${entry.source_type}:${entry.source_id}`,
        ledger_tx: entry.ledger_tx,
        at: entry.booked_at,
        note: entry.title,
      },
      ...entry.lines.map((link): Row => ({
        row: 'booking_line',
        amount_minor: link.amount_minor,
        id: link.line_id,
        ledger_tx: entry.ledger_tx,
      })),
    ]),
  ];
  const whole = rows.map((row) => ({ month: s.month, currency: s.currency, ...row }) as Row);
  return [
    csvRow(STATEMENT_COLUMNS),
    ...whole.map((row) => csvRow(STATEMENT_COLUMNS.map((column) => row[column] ?? null))),
  ].join('');
}

function csvNote(part: StatementUnpaid): string {
  return `${part.reason}: ${unpaidText(part)}`;
}

function balance(row: string, amount_minor: string): Row {
  return { row, amount_minor };
}

function lineRow(row: string, line: StatementLine): Row {
  return {
    row,
    month: line.month,
    amount_minor: line.author_minor,
    id: line.line_id,
    invoice: line.invoice_number,
    install: line.install_id,
    drive: line.drive_name,
    venture: line.venture_name,
    from: line.from_at,
    to: line.to_at,
    price_minor: line.price_minor,
    seconds: line.seconds,
    month_seconds: line.month_seconds,
    gross_minor: line.gross_minor,
    author_bps: line.author_bps,
    running_before: line.running_before,
    running_after: line.running_after,
    share_before_minor: line.share_before_minor,
    share_after_minor: line.share_after_minor,
    platform_minor: line.platform_minor,
    ledger_tx: line.payment_tx,
  };
}
