import { divideHalfUp } from '../../domain/divide-half-up.js';

/** Parts of a line in minor units: gross = author + platform, and the tenant paid gross + tax. */
interface LineParts {
  readonly grossMinor: bigint;
  readonly taxMinor: bigint;
  readonly authorMinor: bigint;
}

/** An invoiced line, and the amounts that refunds, disputes and credit notes have taken from it so far. */
export interface AdjustableLine extends LineParts {
  readonly lineId: string;
  readonly invoiceId: string;
  /** Null on a line of a first-party Drive. */
  readonly orgId: string | null;
  /**
   * 0: paid by the same payment. Higher: of an earlier invoice, this many carry-forwards back, of which only a
   * remainder was carried into this one; used only for what the lower tiers cannot cover.
   */
  readonly tier: number;
  readonly taken: LineParts;
}

/** Amounts that one step takes from a line. */
export interface LineReversal extends LineParts {
  readonly lineId: string;
  readonly invoiceId: string;
  readonly orgId: string | null;
  readonly platformMinor: bigint;
}

/** What authors lose by reversals, by organisation. */
export function authorParts(reversals: readonly Pick<LineReversal, 'orgId' | 'authorMinor'>[]): Map<string, bigint> {
  const parts = new Map<string, bigint>();
  for (const { orgId, authorMinor } of reversals) {
    if (orgId !== null) parts.set(orgId, (parts.get(orgId) ?? 0n) + authorMinor);
  }
  return parts;
}

/** The remaining amount of a line, including tax. */
export function leftOf(line: AdjustableLine): bigint {
  return totalOf(line) - totalOf(line.taken);
}

/**
 * Takes an amount (including tax) from a line. Each part follows the line's own running total: after the step, the tax
 * taken is tax × amount / total and the author's share taken is share × gross / gross of the line, each rounded half up
 * over all steps. So many small steps add up to one large one, and taking everything takes each part exactly.
 * @throws RangeError when the line has less than that left.
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
  const { lineId, invoiceId, orgId } = line;
  return {
    lineId,
    invoiceId,
    orgId,
    grossMinor,
    taxMinor,
    authorMinor,
    platformMinor: grossMinor - authorMinor,
  };
}

/**
 * Distributes an amount over lines in proportion to their remaining amounts. Units lost by rounding go to the largest
 * remainders, ties in the order of the lines. The sum is exact, and no line gives more than it has left.
 * @throws RangeError when the lines have less than that left.
 */
export function spread(lines: readonly AdjustableLine[], amountMinor: bigint): bigint[] {
  const left = lines.map(leftOf);
  return divideInProportion(left, amountMinor);
}

/** Like `spread`, over plain weights: `amount` ≤ the sum of the weights, and each part ≤ its weight. */
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
 * Takes an amount from lines: the requested amount of each line as far as it is left, the rest in proportion, tier
 * after tier.
 * @throws RangeError when the lines have less than that left.
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

/** The same amounts with opposite signs. */
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

// The increase of a part's running total. After a reversal in between, the running total can differ by a unit from the
// rows; the step is then limited so that the remainder still works out.
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

export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
