import type { Line } from './billing-month.js';
import { type Moment, written } from './calendar.js';
import type { Books } from './books.js';
import type { Invoice } from './invoices.js';
import { due, revenueOf } from './invoices.js';
import { halfUp, largestRemainder, least, sum } from './numbers.js';

export interface Taken {
  line: Line;
  gross: bigint;
  tax: bigint;
  share: bigint;
}

export interface Adjustment extends Taken {
  at: Moment;
  /** Such as `refund r1`. */
  source: string;
}

const left = (line: Line): bigint => line.gross + line.tax - line.takenGross - line.takenTax;

/** What one charge was for: the lines of the invoice, after those of earlier ones that it collected. */
const linesOf = (invoice: Invoice): Line[] => [...invoice.collects, invoice].flatMap(({ lines }) => lines);
/** What can still go back: what was charged less what went back of it. */
export const leftOf = (invoice: Invoice): bigint => due(invoice) - invoice.gone;

/** D15: in proportion, running on the line (tax as well), so that all of a line takes exactly its parts back. */
function reverseLines(line: Line, amount: bigint): Taken {
  const taxAfter = halfUp(line.tax * (line.takenGross + line.takenTax + amount), line.gross + line.tax);
  const tax = taxAfter - line.takenTax;
  const gross = amount - tax;
  const after = halfUp(line.share * (line.takenGross + gross), line.gross);
  const taken = { line, gross, tax, share: after - line.takenShare };
  line.takenGross += gross;
  line.takenTax += tax;
  line.takenShare = after;
  return taken;
}

/**
 * An amount of an invoice, largest remainder over what is left of its lines. What they do not hold is a rest that was
 * carried into the charge: the invoice that it comes from gives it.
 */
export function takeAmount(invoice: Invoice, amount: bigint, rest = 0n): Taken[] {
  invoice.gone += amount;
  return overLines(invoice, amount + rest);
}

function overLines(invoice: Invoice, amount: bigint): Taken[] {
  const lines = linesOf(invoice);
  const here = least(amount, sum(lines.map(left)));
  const parts = largestRemainder(here, lines.map(left));
  const taken = lines.flatMap((line, i) => (parts[i] === 0n ? [] : [reverseLines(line, parts[i]!)]));
  if (here === amount) return taken;
  if (!invoice.restOf) throw new Error(`the lines do not hold ${amount}`);
  return [...taken, ...overLines(invoice.restOf, amount - here)];
}

export interface WantedLine {
  line: Line;
  amount: bigint | undefined;
}

/** Single lines, all that is left of each where no amount is said; undefined when the charge does not hold that much. */
export function takeLines(invoice: Invoice, wanted: readonly WantedLine[]): Taken[] | undefined {
  const amounts = wanted.map(({ line, amount }) => amount ?? left(line));
  if (sum(amounts) > leftOf(invoice)) return undefined;
  invoice.gone += sum(amounts);
  return wanted.map(({ line }, i) => reverseLines(line, amounts[i]!));
}

export function giveBack(invoice: Invoice, taken: readonly Taken[]): Taken[] {
  invoice.gone -= sum(taken.map(({ gross, tax }) => gross + tax));
  for (const { line, gross, tax, share } of taken) {
    line.takenGross -= gross;
    line.takenTax -= tax;
    line.takenShare -= share;
  }
  return taken.map(({ line, gross, tax, share }) => ({ line, gross: -gross, tax: -tax, share: -share }));
}

/** Dr payable, revenue, tax / Cr stripe balance and, for the rest that was never charged, receivable. */
export function postRefund(books: Books, at: Moment, currency: string, taken: readonly Taken[], rest: bigint): void {
  postTaken(books, at, currency, taken, ['stripe_balance', 'author_payable']);
  books.post(at, currency, ['stripe_balance', null, rest], ['tenant_receivable', null, -rest]);
}

/** The whole from one account, the share to another, the rest to the platform and to tax. */
function postTaken(
  books: Books,
  at: Moment,
  currency: string,
  taken: readonly Taken[],
  [whole, shares]: readonly [string, string],
): void {
  books.post(
    at,
    currency,
    [whole, null, -sum(taken.map(({ gross, tax }) => gross + tax))],
    ['tax_payable', null, sum(taken.map(({ tax }) => tax))],
    ...taken.flatMap(({ line, gross, share }): [string, string | null, bigint][] => [
      [shares, line.segment.author ?? null, share],
      [revenueOf(line), null, gross - share],
    ]),
  );
}

/** Opened: the amount is at risk and the share is set aside. `sign` -1 undoes it. */
export function postDisputed(books: Books, at: Moment, currency: string, taken: readonly Taken[], sign = 1n): void {
  const amount = sign * sum(taken.map(({ gross, tax }) => gross + tax));
  books.post(at, currency, ['platform_at_risk', null, amount], ['stripe_balance', null, -amount]);
  for (const { line, share } of taken)
    if (line.segment.author !== undefined)
      books.post(
        at,
        currency,
        ['author_payable', line.segment.author, sign * share],
        ['author_disputed', line.segment.author, -sign * share],
      );
}

/** Lost: the share that was set aside and the platform's part are gone. */
export const postLost = (books: Books, at: Moment, currency: string, taken: readonly Taken[]): void =>
  postTaken(books, at, currency, taken, ['platform_at_risk', 'author_disputed']);

export const adjusted = (at: Moment, source: string, taken: readonly Taken[]): Adjustment[] =>
  taken.map((one) => ({ at, source, ...one }));

export const printed = ({ at, source, line, gross, tax, share }: Adjustment): object => ({
  at: written(at),
  source,
  tenant: line.segment.tenant,
  month: line.month,
  currency: line.segment.currency,
  author: line.segment.author ?? null,
  install: line.segment.install,
  from: written(line.from),
  gross: String(gross),
  tax: String(tax),
  author_share: String(share),
  platform_share: String(gross - share),
});
