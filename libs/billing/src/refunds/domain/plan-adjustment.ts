import { AppError, formatMinor } from '@portal/kernel';
import { billingErrors } from '../../errors.js';
import {
  leftOf,
  reverseLines,
  smaller,
  type AdjustableLine,
  type LineReversal,
} from '../../adjustments/domain/reversal.js';

/** How amounts of an invoice can be given back. */
export interface AdjustmentTerms {
  readonly currency: string;
  readonly exponent: number;
  /** The provider takes whole multiples of it. */
  readonly stepMinor: bigint;
  /** Part of a paid invoice that was not charged and is on no later invoice: whoever gets all back does not owe it. */
  readonly carriedMinor: bigint;
}

/** The requested part of an invoice. Amounts in minor units, including tax. */
export type AdjustmentScope =
  | { readonly kind: 'full' }
  | { readonly kind: 'amount'; readonly amountMinor: bigint }
  /** Without an amount: everything that is left of the line. */
  | { readonly kind: 'lines'; readonly lines: readonly { readonly lineId: string; readonly amountMinor?: bigint }[] };

interface AdjustmentPlan {
  readonly amountMinor: bigint;
  /** The requested amount of each line; empty unless lines are given. */
  readonly asked: ReadonlyMap<string, bigint>;
  readonly reversals: LineReversal[];
}

/**
 * Plans the amounts to take from each line. `availableMinor`: what is left of the payment (or of an unpaid invoice).
 * @throws AppError `adjustment_too_large` (409), `adjustment_line_unknown`, `adjustment_not_possible` (422).
 */
export function planAdjustment(
  lines: readonly AdjustableLine[],
  availableMinor: bigint,
  scope: AdjustmentScope,
  { currency, exponent, stepMinor, carriedMinor }: AdjustmentTerms,
): AdjustmentPlan {
  const text = (minor: bigint) => formatMinor(minor, currency, exponent);
  const asked = scope.kind === 'lines' ? askedOf(lines, scope.lines, text) : new Map<string, bigint>();
  const held = lines.reduce((sum, line) => sum + leftOf(line), 0n);
  const amountMinor =
    scope.kind === 'full'
      ? // A payment beyond the lines is not part of the invoice.
        availableMinor < held || held === 0n
        ? availableMinor
        : held
      : scope.kind === 'amount'
        ? scope.amountMinor
        : [...asked.values()].reduce((sum, amount) => sum + amount, 0n);
  if (amountMinor <= 0n || amountMinor > availableMinor || amountMinor > held) {
    const left = smaller(availableMinor, held);
    throw new AppError(billingErrors.adjustment_too_large, {
      message:
        left > 0n
          ? `This invoice has ${text(left)} left, not ${text(amountMinor)}.`
          : 'Nothing is left of this invoice: all of it was refunded or is disputed.',
    });
  }
  const over = amountMinor % stepMinor;
  // A whole unpaid invoice is cancelled without the provider.
  if (over !== 0n && amountMinor < smaller(availableMinor, held)) {
    const possible = [amountMinor - over, amountMinor - over + stepMinor].filter((minor) => minor > 0n).map(text);
    throw new AppError(billingErrors.adjustment_not_possible, {
      message: `The payment provider takes amounts only in steps of ${text(stepMinor)}. Possible: ${possible.join(' or ')}.`,
    });
  }
  const rest = amountMinor === availableMinor ? smaller(carriedMinor, held - amountMinor) : 0n;
  return { amountMinor, asked, reversals: reverseLines(lines, amountMinor + rest, asked) };
}

function askedOf(
  lines: readonly AdjustableLine[],
  wanted: readonly { readonly lineId: string; readonly amountMinor?: bigint }[],
  text: (minor: bigint) => string,
): Map<string, bigint> {
  const byId = new Map(lines.map((line) => [line.lineId, line]));
  const asked = new Map<string, bigint>();
  for (const { lineId, amountMinor } of wanted) {
    const line = byId.get(lineId);
    const left = line ? leftOf(line) : 0n;
    if (left === 0n || asked.has(lineId)) throw new AppError(billingErrors.adjustment_line_unknown);
    const amount = amountMinor ?? left;
    if (amount <= 0n || amount > left) {
      throw new AppError(billingErrors.adjustment_too_large, {
        message: `This line has ${text(left)} left, not ${text(amount)}.`,
      });
    }
    asked.set(lineId, amount);
  }
  return asked;
}
