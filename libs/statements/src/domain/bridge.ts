/** Amounts of the way from what tenants were charged to what was paid, minor units; see `bridgeOf`. */
export interface BridgeAmounts {
  readonly charged: bigint;
  readonly platform: bigint;
  readonly pending: bigint;
  /** Payments that arrived for earlier months. */
  readonly earlier: bigint;
  readonly opening: bigint;
  readonly other: bigint;
  readonly carried: bigint;
  readonly held: bigint;
}

export interface BridgeStep {
  readonly code: string;
  readonly label: string;
  readonly kind: 'total' | 'step';
  readonly amountMinor: bigint;
  readonly fromMinor: bigint;
  readonly toMinor: bigint;
}

/**
 * The bars of the bridge in their order. Each step begins where the one before ended; a total is what was reached.
 * The last total is what was paid.
 */
export function bridgeOf(amounts: BridgeAmounts): BridgeStep[] {
  let reached = 0n;
  const step = (code: string, label: string, amountMinor: bigint): BridgeStep => {
    const fromMinor = reached;
    reached += amountMinor;
    return { code, label, kind: 'step', amountMinor, fromMinor, toMinor: reached };
  };
  const total = (code: string, label: string): BridgeStep => ({
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
    step('pending', 'Not paid by tenants yet', -amounts.pending),
    step('earlier', 'Paid for earlier months', amounts.earlier),
    total('earned', 'Earned'),
    step('opening', 'Carried from before', amounts.opening),
    step('other', 'Refunds, disputes, fees', amounts.other),
    step('held', 'Held', -amounts.held),
    step('carried', 'Carried to the next month', -amounts.carried),
    total('paid', 'Paid'),
  ];
}
