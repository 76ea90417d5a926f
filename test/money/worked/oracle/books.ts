import { written, type Moment } from './calendar.js';
import { sum } from './numbers.js';

interface Leg {
  account: string;
  owner: string | null;
  currency: string;
  /** Debit positive, credit negative. */
  amount: bigint;
}

/** Every leg that was ever posted (money.md 4.2). */
export class Books {
  readonly legs: (Leg & { at: Moment })[] = [];

  /** @throws Error when the legs of one posting do not sum to zero */
  post(at: Moment, currency: string, ...legs: [account: string, owner: string | null, amount: bigint][]): void {
    if (sum(legs.map(([, , amount]) => amount)) !== 0n) throw new Error(`legs do not sum to zero: ${legs.join('; ')}`);
    for (const [account, owner, amount] of legs)
      if (amount !== 0n) this.legs.push({ at, account, owner, currency, amount });
  }

  /** The amount due to an author: credits less debits. */
  owed(account: string, owner: string, currency: string): bigint {
    const own = this.legs.filter((leg) => leg.account === account && leg.owner === owner && leg.currency === currency);
    return -sum(own.map(({ amount }) => amount));
  }

  /** Per account what it holds at the end, debit positive. */
  balances(): Record<string, string> {
    return this.summed(({ account, owner, currency }) => `${currency} ${account} ${owner ?? '-'}`);
  }

  /** Per instant and account what was posted, debit positive. */
  byInstant(): Record<string, string> {
    return this.summed(({ at, account, owner, currency }) => `${written(at)} ${currency} ${account} ${owner ?? '-'}`);
  }

  private summed(keyOf: (leg: Leg & { at: Moment }) => string): Record<string, string> {
    const totals = new Map<string, bigint>();
    for (const leg of this.legs) totals.set(keyOf(leg), (totals.get(keyOf(leg)) ?? 0n) + leg.amount);
    const found = [...totals].filter(([, amount]) => amount !== 0n).sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(found.map(([key, amount]) => [key, String(amount)]));
  }
}
