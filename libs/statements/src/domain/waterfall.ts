/** Amounts from what tenants were charged to what was paid out, minor units; see `waterfallOf`. */
export interface WaterfallAmounts {
  readonly charged: bigint;
  readonly platform: bigint;
  /** The author's share of unpaid lines that tenants still have to pay. */
  readonly pending: bigint;
  /** The author's share of unpaid lines that was credited or written off. */
  readonly givenUp: bigint;
  /** The author's share of lines of this month that belong to another statement. */
  readonly elsewhere: bigint;
  /** The author's share of lines of other months that were paid in time for this statement. */
  readonly earlier: bigint;
  readonly opening: bigint;
  readonly other: bigint;
  readonly carried: bigint;
  readonly held: bigint;
  /** Amount that the run will pay if nothing changes; 0 once the month is part of a run. */
  readonly waits: bigint;
  /** The month is part of a run; amounts that were pending then may have been paid since. */
  readonly counted: boolean;
}

interface WaterfallStep {
  readonly code: string;
  readonly label: string;
  readonly kind: 'total' | 'step';
  readonly amountMinor: bigint;
  readonly fromMinor: bigint;
  readonly toMinor: bigint;
}

/**
 * The bars of the waterfall in display order. `charged`, `platform` and `share` cover all lines of the month; `earned`
 * and later steps cover its statement. Each step starts where the previous one ended, and a total shows the amount
 * reached. The last total is the amount paid.
 */
export function waterfallOf(amounts: WaterfallAmounts): WaterfallStep[] {
  let reached = 0n;
  const step = (code: string, label: string, amountMinor: bigint): WaterfallStep => {
    const fromMinor = reached;
    reached += amountMinor;
    return { code, label, kind: 'step', amountMinor, fromMinor, toMinor: reached };
  };
  const total = (code: string, label: string): WaterfallStep => ({
    code,
    label,
    kind: 'total',
    amountMinor: reached,
    fromMinor: 0n,
    toMinor: reached,
  });
  reached = amounts.charged;
  return [
    total('charged', 'Charged'),
    step('platform', 'Platform share', -amounts.platform),
    total('share', 'Your share'),
    step(
      'pending',
      amounts.counted ? 'Not paid by tenants at the cut-off' : 'Not paid by tenants yet',
      -amounts.pending,
    ),
    ...(amounts.givenUp === 0n ? [] : [step('given_up', 'Credited or written off', -amounts.givenUp)]),
    ...(amounts.elsewhere === 0n ? [] : [step('elsewhere', 'On another statement', -amounts.elsewhere)]),
    step('earlier', 'Paid for other months', amounts.earlier),
    total('earned', 'Earned'),
    step('opening', 'Opening balance', amounts.opening),
    step('other', 'Other bookings', amounts.other),
    step('held', 'Held', -amounts.held),
    step('carried', 'Carried forward', -amounts.carried),
    ...(amounts.counted ? [] : [step('waits', 'Waiting for its payout run', -amounts.waits)]),
    total('paid', 'Paid'),
  ];
}
