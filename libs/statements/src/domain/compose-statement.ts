import {
  STATEMENT_SCHEMA,
  type StatementDocument,
  type StatementEntry,
  type StatementLine,
  type StatementPayment,
  type StatementUnpaid,
} from '@portal/statement-proof';
import { entryTitle, laterTitle } from './entry-title.js';

const WHOLE_BPS = 10_000n;
const PAYMENT = 'invoice_paid';
const PAYOUT_SOURCE = 'payout';

/** One posting to an author's account of amounts owed; positive: owed to the author. */
export interface BookedMovement {
  readonly txId: string;
  readonly kind: string;
  readonly key: string;
  readonly sourceType: string;
  readonly sourceId: string;
  readonly postedAt: Date;
  readonly amountMinor: bigint;
}

/** The posting of a payment, whichever authors it concerns. */
export interface BookedPayment {
  readonly txId: string;
  readonly key: string;
  readonly invoiceId: string;
  readonly postedAt: Date;
}

export interface Taken {
  readonly lineId: string;
  readonly amountMinor: bigint;
}

/** A line with its position in the running total and the payment that made it owed (at any time up to the cutoff). */
export interface BookedLine {
  readonly lineId: string;
  readonly invoiceId: string;
  readonly invoiceNumber: string;
  readonly month: string;
  readonly installId: string;
  readonly driveId: string;
  readonly driveName: string;
  readonly ventureName: string;
  readonly fromAt: Date;
  readonly toAt: Date;
  readonly priceMinor: bigint;
  readonly seconds: number;
  readonly monthSeconds: number;
  readonly grossMinor: bigint;
  readonly authorBps: number;
  readonly running: bigint;
  readonly authorMinor: bigint;
  readonly platformMinor: bigint;
}

/** What happened to an earlier payout after its statement was sealed: no booking, or already one of this statement. */
export interface LaterFact {
  /** Of `payouts.life_of`. */
  readonly kind: string;
  /** Id at the processor, or of the ledger transaction. */
  readonly ref: string;
  readonly at: string;
  /** With amount, transfer and month of the payout. */
  readonly title: string;
}

/**
 * Facts that are not in lines or ledger (names, texts, outcome), as of sealing, or as of now before the month is
 * sealed.
 */
export interface StatementFacts {
  /** Of earlier payouts, told by this statement first. Undefined on statements sealed before they told it. */
  readonly later?: readonly LaterFact[];
  readonly author_name: string;
  readonly exponent: number;
  readonly paid_minor: string;
  readonly held_minor: string;
  readonly reserve_minor: string;
  readonly disputed_minor: string;
  readonly outcome: 'open' | 'paid' | 'carried' | 'nothing';
  readonly reason: string;
  readonly reason_text: string;
  readonly transfer_id: string | null;
  readonly settled_at: string | null;
  readonly unpaid: readonly StatementUnpaid[];
  readonly self_billing_number: string | null;
  /** Of the corrective of earlier self-billing invoices; on no statement, as it is issued beside it. */
  readonly corrective_number?: string;
}

interface StatementInput {
  readonly id: string;
  readonly month: string;
  readonly currency: string;
  readonly orgId: string;
  readonly runId: string;
  readonly payoutId: string | null;
  readonly afterTx: string;
  readonly cutoffTx: string;
  /** Balance at `afterTx`. */
  readonly balanceBefore: bigint;
  /** The payout that the previous statement counts as paid. It is posted in this statement's range. */
  readonly paidBefore: { readonly payoutId: string; readonly amountMinor: bigint } | null;
  /** Postings after `afterTx` up to `cutoffTx`, oldest first. */
  readonly movements: readonly BookedMovement[];
  /** Lines of the month and of every invoice paid in the range, in the order of the running split. */
  readonly lines: readonly BookedLine[];
  /** First payment of each invoice up to the cutoff, which made its lines owed. */
  readonly paymentOf: ReadonlyMap<string, BookedPayment>;
  /** Amounts reversed on lines, by posting key; positive: reversed. */
  readonly takenOf: ReadonlyMap<string, readonly Taken[]>;
  /** Amounts that credit notes took from lines before they were paid, by ledger transaction of the payment. */
  readonly creditedOf: ReadonlyMap<string, readonly Taken[]>;
  readonly facts: StatementFacts;
}

/** Composes a statement. Deterministic; includes every posting in the range. */
export function composeStatement(input: StatementInput): Omit<StatementDocument, 'proof'> {
  const { afterTx, facts } = input;
  const all = input.lines.map((line) => statementLine(line, input.paymentOf.get(line.invoiceId)?.txId ?? null));
  const lines = all.filter((line) => line.payment_tx !== null && BigInt(line.payment_tx) > BigInt(afterTx));
  const pending = all.filter((line) => line.month === input.month && line.payment_tx === null);
  const elsewhere = all.filter(
    (line) => line.month === input.month && line.payment_tx !== null && BigInt(line.payment_tx) <= BigInt(afterTx),
  );
  const { payments, unexplained } = paymentsOf(input, lines);
  const entries = withLater(input, payments, [...unexplained, ...otherEntries(input)]).sort(
    (a, b) => compare(BigInt(a.ledger_tx), BigInt(b.ledger_tx)) || (a.kind < b.kind ? -1 : 1),
  );
  const paidBefore = input.paidBefore?.amountMinor ?? 0n;
  const opening = input.balanceBefore - paidBefore;
  const earned = total(payments);
  const adjustments = total(entries);
  const closing = opening + earned + adjustments;
  const [paid, held] = [BigInt(facts.paid_minor), BigInt(facts.held_minor)];
  return {
    schema: STATEMENT_SCHEMA,
    statement: {
      id: input.id,
      month: input.month,
      currency: input.currency,
      exponent: facts.exponent,
      author_id: input.orgId,
      author_name: facts.author_name,
      run_id: input.runId,
      payout_id: input.payoutId,
      after_tx: input.afterTx,
      cutoff_tx: input.cutoffTx,
      opening_minor: opening.toString(),
      earned_minor: earned.toString(),
      adjustments_minor: adjustments.toString(),
      closing_minor: closing.toString(),
      paid_minor: facts.paid_minor,
      carried_minor: (closing - paid - held).toString(),
      held_minor: facts.held_minor,
      reserve_minor: facts.reserve_minor,
      disputed_minor: facts.disputed_minor,
      fees_minor: '0',
      pending_minor: pending.reduce((sum, line) => sum + BigInt(line.author_minor), 0n).toString(),
      lines_elsewhere: elsewhere.length,
      outcome: facts.outcome,
      reason: facts.reason,
      reason_text: facts.reason_text,
      transfer_id: facts.transfer_id,
      settled_at: facts.settled_at,
      unpaid: facts.unpaid.map((part) => ({
        reason: part.reason,
        amount_minor: part.amount_minor,
        expected_at: part.expected_at,
        note: part.note,
        reason_text: part.reason_text,
        date_kind: part.date_kind,
        waits_for: part.waits_for,
        who_acts: part.who_acts,
      })),
      self_billing_number: facts.self_billing_number,
    },
    payments,
    lines,
    pending,
    entries,
  };
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function total(items: readonly { amount_minor: string }[]): bigint {
  return items.reduce((sum, item) => sum + BigInt(item.amount_minor), 0n);
}

function halfUp(n: bigint, d: bigint): bigint {
  return (2n * n + d) / (2n * d);
}

/** A line of a statement. `paymentTx`: ledger transaction that made it owed. */
function statementLine(line: BookedLine, paymentTx: string | null): StatementLine {
  const before = line.running - line.grossMinor * BigInt(line.authorBps);
  return {
    line_id: line.lineId,
    invoice_id: line.invoiceId,
    invoice_number: line.invoiceNumber,
    payment_tx: paymentTx,
    month: line.month,
    install_id: line.installId,
    drive_id: line.driveId,
    drive_name: line.driveName,
    venture_name: line.ventureName,
    from_at: line.fromAt.toISOString(),
    to_at: line.toAt.toISOString(),
    price_minor: line.priceMinor.toString(),
    seconds: String(line.seconds),
    month_seconds: String(line.monthSeconds),
    gross_minor: line.grossMinor.toString(),
    author_bps: line.authorBps,
    running_before: before.toString(),
    running_after: line.running.toString(),
    share_before_minor: halfUp(before, WHOLE_BPS).toString(),
    share_after_minor: halfUp(line.running, WHOLE_BPS).toString(),
    author_minor: line.authorMinor.toString(),
    platform_minor: line.platformMinor.toString(),
  };
}

/** Payments with the lines they paid. What a payment posted beyond its lines becomes an entry of its own. */
function paymentsOf(input: StatementInput, lines: readonly StatementLine[]) {
  const booked = input.movements.filter(({ kind }) => kind === PAYMENT);
  const known = new Set(booked.map(({ txId }) => txId));
  // If credit notes took the author's whole share, the invoice was paid without a posting for this author.
  const silent = [...new Map([...input.paymentOf.values()].map((payment) => [payment.txId, payment])).values()]
    .filter(({ txId }) => !known.has(txId) && lines.some((line) => line.payment_tx === txId))
    .map(({ invoiceId, ...payment }): BookedMovement => ({
      ...payment,
      kind: PAYMENT,
      sourceType: 'invoice',
      sourceId: invoiceId,
      amountMinor: 0n,
    }));
  const payments: StatementPayment[] = [];
  const unexplained: StatementEntry[] = [];
  for (const movement of [...booked, ...silent].sort((a, b) => compare(BigInt(a.txId), BigInt(b.txId)))) {
    const own = lines.filter((line) => line.payment_tx === movement.txId);
    const explained = own.reduce((sum, line) => sum + BigInt(line.author_minor), 0n);
    if (own.length > 0)
      payments.push({
        ledger_tx: movement.txId,
        invoice_id: movement.sourceId,
        charge: movement.key.replace(/^pay:/, ''),
        booked_at: movement.postedAt.toISOString(),
        lines: own.length,
        amount_minor: explained.toString(),
      });
    const rest = movement.amountMinor - explained;
    const credited = own.length > 0 ? (input.creditedOf.get(movement.txId) ?? []) : [];
    const isCredit = rest !== 0n && credited.reduce((sum, one) => sum + one.amountMinor, 0n) === -rest;
    if (isCredit) unexplained.push(entryOf(movement, 'credit_note', rest, credited));
    else if (rest !== 0n) unexplained.push(entryOf(movement, movement.kind, rest, []));
  }
  return { payments, unexplained };
}

function entryOf(movement: BookedMovement, kind: string, amountMinor: bigint, taken: readonly Taken[]): StatementEntry {
  return {
    ledger_tx: movement.txId,
    kind,
    title: entryTitle(kind, amountMinor),
    source_type: movement.sourceType,
    source_id: movement.sourceId,
    booked_at: movement.postedAt.toISOString(),
    amount_minor: amountMinor.toString(),
    lines: taken.map((link) => ({ line_id: link.lineId, amount_minor: (-link.amountMinor).toString() })),
  };
}

/**
 * Names the bookings that belong to a later event of an earlier payout, and adds the other events, each as a line of its
 * own without an amount. Those stand at the end of the range, at a number that is no payment's.
 */
function withLater(
  { facts: { later }, afterTx, cutoffTx }: StatementInput,
  payments: readonly StatementPayment[],
  entries: readonly StatementEntry[],
): StatementEntry[] {
  if (later === undefined) return [...entries];
  const named = entries.map((entry) => ({
    ...entry,
    title: later.find(({ ref }) => ref === entry.ledger_tx)?.title ?? laterTitle(entry.kind) ?? entry.title,
  }));
  const paid = new Set(payments.map(({ ledger_tx }) => ledger_tx));
  let tx = BigInt(cutoffTx);
  while (paid.has(tx.toString())) tx -= 1n;
  if (tx <= BigInt(afterTx)) return named;
  const rest = later.filter(({ ref }) => !entries.some(({ ledger_tx }) => ledger_tx === ref));
  return [
    ...named,
    ...rest.map(({ kind, ref, at, title }, n): StatementEntry => ({
      ledger_tx: tx.toString(),
      kind: `payout_${kind}_${n + 1}`,
      title,
      source_type: 'payout_event',
      source_id: ref,
      booked_at: at,
      amount_minor: '0',
      lines: [],
    })),
  ];
}

/**
 * All postings that are not invoice payments. The payout of the previous statement is posted in this range but already
 * counted there; it is included only when the posted and the counted amounts differ.
 */
function otherEntries(input: StatementInput): StatementEntry[] {
  const { movements, paidBefore } = input;
  const ofBefore = movements.filter(
    (movement) => movement.sourceType === PAYOUT_SOURCE && movement.sourceId === paidBefore?.payoutId,
  );
  const booked = ofBefore.reduce((sum, movement) => sum + movement.amountMinor, 0n);
  const counted = paidBefore?.amountMinor ?? 0n;
  const agrees = booked + counted === 0n;
  const shown = movements.filter(({ kind }) => kind !== PAYMENT).filter((one) => !agrees || !ofBefore.includes(one));
  const entries = shown.map((movement) => {
    const taken = input.takenOf.get(movement.key) ?? [];
    const explained = taken.reduce((sum, link) => sum + link.amountMinor, 0n) === -movement.amountMinor;
    return entryOf(movement, movement.kind, movement.amountMinor, explained ? taken : []);
  });
  if (agrees || counted === 0n || paidBefore === null) return entries;
  const at = movements.at(-1);
  return [
    ...entries,
    {
      ledger_tx: input.cutoffTx,
      kind: 'payout_counted',
      title: entryTitle('payout_counted', counted),
      source_type: PAYOUT_SOURCE,
      source_id: paidBefore.payoutId,
      booked_at: (at?.postedAt ?? new Date(0)).toISOString(),
      amount_minor: counted.toString(),
      lines: [],
    },
  ];
}
