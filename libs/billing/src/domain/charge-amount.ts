/** What a provider takes in a currency: at least `minMinor`, and only whole multiples. */
export interface ChargeRules {
  readonly minMinor: bigint;
  readonly multipleMinor: bigint;
}

/**
 * What of an amount is charged now and what is left for the tenant's next invoice in that currency. An amount of which
 * no charge can be made is left whole.
 */
export function chargeable(dueMinor: bigint, rules: ChargeRules): { chargedMinor: bigint; carriedMinor: bigint } {
  const whole = dueMinor - (dueMinor % rules.multipleMinor);
  const chargedMinor = whole < rules.minMinor ? 0n : whole;
  return { chargedMinor, carriedMinor: dueMinor - chargedMinor };
}
