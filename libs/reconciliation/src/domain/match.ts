/** A movement of the provider's balance without a posting. */
export interface Movement {
  readonly id: string;
  readonly sourceId: string | null;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly net: bigint;
  readonly currency: string;
  readonly createdAt: Date;
}

/** A ledger transaction that changed our mirror of that balance and has no movement yet. */
export interface LedgerSide {
  readonly txId: string;
  readonly key: string;
  readonly currency: string;
  /** Change of the mirror, debit positive. */
  readonly amount: bigint;
}

export interface Match {
  readonly movementId: string;
  readonly ledgerTxIds: string[];
}

const PROVIDER_ID = /^[a-z]{2,6}_[A-Za-z0-9]{6,}$/;

/** The provider's ids in an idempotency key of the ledger: `po:<uuid>:settle:tr_1` contains `tr_1`. */
export function providerIdsOf(key: string): string[] {
  return key.split(':').filter((part) => PROVIDER_ID.test(part));
}

/**
 * Finds for each movement the postings that name it or its object and add up to its amount exactly: one of the net
 * amount, one of the gross amount and one of the fee, or all remaining postings of its object. Older movements are
 * matched first, and a posting is matched once. Everything else stays unmatched on both sides.
 */
export function matchMovements(movements: readonly Movement[], ledger: readonly LedgerSide[]): Match[] {
  const left = new Map<string, LedgerSide[]>();
  for (const side of ledger) {
    for (const id of providerIdsOf(side.key)) {
      const known = left.get(`${side.currency}:${id}`);
      if (known) known.push(side);
      else left.set(`${side.currency}:${id}`, [side]);
    }
  }
  const used = new Set<string>();
  const matches: Match[] = [];
  for (const movement of [...movements].sort(byAge)) {
    const ids = movement.sourceId === null ? [movement.id] : [movement.id, movement.sourceId];
    const candidates = unique(ids.flatMap((id) => left.get(`${movement.currency}:${id}`) ?? [])).filter(
      (side) => !used.has(side.txId),
    );
    const chosen = choose(movement, candidates);
    if (!chosen) continue;
    for (const side of chosen) used.add(side.txId);
    matches.push({ movementId: movement.id, ledgerTxIds: chosen.map((side) => side.txId) });
  }
  return matches;
}

function choose(movement: Movement, candidates: readonly LedgerSide[]): LedgerSide[] | undefined {
  const whole = candidates.find((side) => side.amount === movement.net);
  if (whole) return [whole];
  const gross = candidates.find((side) => side.amount === movement.amount);
  const fee = candidates.find((side) => side !== gross && side.amount === -movement.fee);
  if (gross && fee) return [gross, fee];
  const sum = candidates.reduce((total, side) => total + side.amount, 0n);
  return candidates.length > 1 && sum === movement.net ? [...candidates] : undefined;
}

function byAge(a: Movement, b: Movement): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);
}

function unique(sides: readonly LedgerSide[]): LedgerSide[] {
  return [...new Map(sides.map((side) => [side.txId, side])).values()];
}
