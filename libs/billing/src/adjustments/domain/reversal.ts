import { divideHalfUp } from '../../domain/divide-half-up.js';

/** Parts of a line in minor units; gross = author + platform, and the tenant paid gross + tax. */
interface LineParts {
  readonly grossMinor: bigint;
  readonly taxMinor: bigint;
  readonly authorMinor: bigint;
}

/** A line as it was written, and what refunds, disputes and credit notes have taken from it so far. */
export interface AdjustableLine extends LineParts {
  readonly lineId: string;
  readonly invoiceId: string;
  /** `YYYY-MM-01` */
  readonly month: string;
  /** Null on a line of the platform's own Drive. */
  readonly orgId: string | null;
  /**
   * 0: paid by the same payment. Higher: of an earlier invoice, that many months of carrying back, of which a few units
   * were carried into this one; it gives only what the others cannot.
   */
  readonly tier: number;
  readonly taken: LineParts;
}

/** What one step takes from a line. */
export interface LineReversal extends LineParts {
  readonly lineId: string;
  readonly invoiceId: string;
  readonly month: string;
  readonly orgId: string | null;
  readonly platformMinor: bigint;
}

/** What can still be taken from a line, tax included. */
export function leftOf(line: AdjustableLine): bigint {
  return totalOf(line) - totalOf(line.taken);
}

/**
 * Takes an amount (tax included) from a line. Every part follows the line's own running total: after the step the tax
 * taken is tax × amount / total and the author's share taken is share × gross / gross of the line, each half up over all
 * steps, so many small steps come to the same as one, and whoever takes all takes every part exactly.
 * @throws RangeError when the line does not hold that much.
 */
export function reverseLine(line: AdjustableLine, amountMinor: bigint): LineReversal {
  if (amountMinor <= 0n || amountMinor > leftOf(line))
    throw new RangeError(`line ${line.lineId} has no ${amountMinor}`);
  const taxMinor = running({
    part: line.taxMinor,
    whole: totalOf(line),
    takenPart: line.taken.taxMinor,
    takenWhole: totalOf(line.taken),
    step: amountMinor,
  });
  const grossMinor = amountMinor - taxMinor;
  const authorMinor = running({
    part: line.authorMinor,
    whole: line.grossMinor,
    takenPart: line.taken.authorMinor,
    takenWhole: line.taken.grossMinor,
    step: grossMinor,
  });
  const { lineId, invoiceId, month, orgId } = line;
  return {
    lineId,
    invoiceId,
    month,
    orgId,
    grossMinor,
    taxMinor,
    authorMinor,
    platformMinor: grossMinor - authorMinor,
  };
}

/**
 * Divides an amount over lines in proportion to what is left of each; what rounding leaves goes, a unit each, to the
 * largest remainders, ties in the order of the lines. The amounts sum exactly and none is more than its line has left.
 * @throws RangeError when the lines do not hold that much.
 */
export function spread(lines: readonly AdjustableLine[], amountMinor: bigint): bigint[] {
  const left = lines.map(leftOf);
  return divideInProportion(left, amountMinor);
}

/** As `spread`, over bare weights: `amount` ≤ the sum of the weights, and each part ≤ its weight. */
export function divideInProportion(weights: readonly bigint[], amountMinor: bigint): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (amountMinor < 0n || amountMinor > total) throw new RangeError(`${amountMinor} is more than ${total}`);
  if (amountMinor === 0n) return weights.map(() => 0n);
  const parts = weights.map((weight) => (weight * amountMinor) / total);
  const rest = amountMinor - parts.reduce((sum, part) => sum + part, 0n);
  weights
    .map((weight, at) => ({ at, remainder: (weight * amountMinor) % total }))
    .sort((a, b) => (a.remainder === b.remainder ? a.at - b.at : a.remainder > b.remainder ? -1 : 1))
    .slice(0, Number(rest))
    .forEach(({ at }) => (parts[at] = parts[at]! + 1n));
  return parts;
}

/**
 * Takes an amount from lines: what was asked for of each line as far as it is still there, the rest by proportion, tier
 * after tier.
 * @throws RangeError when the lines do not hold that much.
 */
export function reverseLines(
  lines: readonly AdjustableLine[],
  amountMinor: bigint,
  asked: ReadonlyMap<string, bigint> = new Map(),
): LineReversal[] {
  const wanted = lines.map((line) => smaller(asked.get(line.lineId) ?? 0n, leftOf(line)));
  const amounts = amountMinor < sumOf(wanted) ? divideInProportion(wanted, amountMinor) : wanted;
  let rest = amountMinor - sumOf(amounts);
  for (const tier of [...new Set(lines.map((line) => line.tier))].sort((a, b) => a - b)) {
    const left = lines.map((line, at) => (line.tier === tier ? leftOf(line) - amounts[at]! : 0n));
    const here = smaller(rest, sumOf(left));
    divideInProportion(left, here).forEach((part, at) => (amounts[at] = amounts[at]! + part));
    rest -= here;
  }
  if (rest > 0n) throw new RangeError(`the lines do not hold ${amountMinor}`);
  return lines.flatMap((line, at) => (amounts[at]! > 0n ? [reverseLine(line, amounts[at]!)] : []));
}

/** The same amounts, given back. */
export function reinstated(reversals: readonly LineReversal[]): LineReversal[] {
  return reversals.map((t) => ({
    ...t,
    grossMinor: -t.grossMinor,
    taxMinor: -t.taxMinor,
    authorMinor: -t.authorMinor,
    platformMinor: -t.platformMinor,
  }));
}

export function totalOf(parts: { readonly grossMinor: bigint; readonly taxMinor: bigint }): bigint {
  return parts.grossMinor + parts.taxMinor;
}

// What the running total of a part grows by. Something given back in between can leave the running total a unit off
// from what the rows say; then the step is kept within what makes the rest come out.
function running(s: { part: bigint; whole: bigint; takenPart: bigint; takenWhole: bigint; step: bigint }): bigint {
  if (s.whole === 0n) return 0n;
  const leftPart = s.part - s.takenPart;
  const leftAfter = s.whole - s.takenWhole - s.step;
  const due = divideHalfUp(s.part * (s.takenWhole + s.step), s.whole) - s.takenPart;
  return larger(larger(0n, leftPart - leftAfter), smaller(due, smaller(s.step, leftPart)));
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
