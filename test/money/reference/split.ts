import { divideHalfUp } from '../../../libs/billing/src/domain/divide-half-up.js';

// How `db/billing/functions/write_lines.sql` divides, and the part of an amount that is charged now, in another
// implementation, for tests to compare with. The product runs the SQL alone.

const WHOLE_BPS = 10_000n;

interface SplitInput {
  readonly grossMinor: bigint;
  /** The author's part in hundredths of a percent, 0 to 10000. */
  readonly authorBps: number;
}

interface Shares {
  readonly authorMinor: bigint;
  readonly platformMinor: bigint;
}

/**
 * Divides the lines of one author, currency and month, in their order. Each line gets the growth of the running total,
 * so the sum is off from the exact part by at most half a minor unit however many lines there are, and both parts of
 * every line add up to its gross.
 */
export function splitRunning(lines: readonly SplitInput[]): Shares[] {
  let weighted = 0n;
  let given = 0n;
  return lines.map(({ grossMinor, authorBps }) => {
    weighted += grossMinor * BigInt(authorBps);
    const due = divideHalfUp(weighted, WHOLE_BPS);
    const authorMinor = due - given;
    given = due;
    return { authorMinor, platformMinor: grossMinor - authorMinor };
  });
}

/** Amounts that a provider accepts in a currency: at least `minMinor`, and only whole multiples. */
interface ChargeRules {
  readonly minMinor: bigint;
  readonly multipleMinor: bigint;
}

/**
 * The part of an amount that is charged now and the rest for the tenant's next invoice in that currency. An amount of
 * which no charge can be made is left whole.
 */
export function chargeable(dueMinor: bigint, rules: ChargeRules): { chargedMinor: bigint; carriedMinor: bigint } {
  const whole = dueMinor - (dueMinor % rules.multipleMinor);
  const chargedMinor = whole < rules.minMinor ? 0n : whole;
  return { chargedMinor, carriedMinor: dueMinor - chargedMinor };
}
