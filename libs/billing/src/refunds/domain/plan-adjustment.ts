import { AppError } from '@portal/kernel';
import { billingErrors } from '../../errors.js';
import { leftOf, reverseLines, type AdjustableLine, type LineReversal } from '../../adjustments/domain/reversal.js';

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
 * @throws AppError `adjustment_too_large` (409), `adjustment_line_unknown` (422).
 */
export function planAdjustment(
  lines: readonly AdjustableLine[],
  availableMinor: bigint,
  scope: AdjustmentScope,
): AdjustmentPlan {
  const asked = scope.kind === 'lines' ? askedOf(lines, scope.lines) : new Map<string, bigint>();
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
    const left = availableMinor < held ? availableMinor : held;
    throw new AppError(billingErrors.adjustment_too_large, {
      message:
        left > 0n
          ? `This invoice has ${left} left (minor units), not ${amountMinor}.`
          : 'Nothing is left of this invoice: all of it was refunded or is disputed.',
    });
  }
  return { amountMinor, asked, reversals: reverseLines(lines, amountMinor, asked) };
}

function askedOf(
  lines: readonly AdjustableLine[],
  wanted: readonly { readonly lineId: string; readonly amountMinor?: bigint }[],
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
        message: `This line has ${left} left (minor units), not ${amount}.`,
      });
    }
    asked.set(lineId, amount);
  }
  return asked;
}
