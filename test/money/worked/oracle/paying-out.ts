import type { Books } from './books.js';
import { monthStart, nextMonth, type Moment } from './calendar.js';
import { floorDiv, halfUp, least } from './numbers.js';
import type { Rules } from './rules.js';

interface Hold {
  name: string;
  author: string;
  basisPoints: bigint;
  months: number | undefined;
  endsAt: Moment;
}

interface Kept {
  hold: Hold;
  author: string;
  currency: string;
  amount: bigint;
  releaseAt: Moment;
}

interface Movements {
  earned: bigint;
  taken_back: bigint;
  listing_fees: bigint;
  released: bigint;
  other: bigint;
}

export interface Payout extends Movements {
  author: string;
  currency: string;
  opening: bigint;
  balance: bigint;
  paid: bigint;
  held: bigint;
  carried: bigint;
  reason: string;
}

/** Runs in a row that find a balance negative before it is overdue (policy negative_balance_months). */
const NEGATIVE_RUNS = 3;

/** Where a plain transfer reaches: US, Canada, UK, Switzerland and the European Economic Area (D9). */
const PAYABLE = new Set(
  'US CA GB CH AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IS IT LI LV LT LU MT NL NO PL PT RO SK SI ES SE'.split(' '),
);

const none = (): Movements => ({ earned: 0n, taken_back: 0n, listing_fees: 0n, released: 0n, other: 0n });

/** Author balances from run to run. */
export class PayingOut {
  readonly accounts = new Map<string, { state: string; country: string }>();
  readonly holds: Hold[] = [];
  readonly runs: { month: string; payouts: Payout[] }[] = [];
  private readonly since = new Map<string, Movements>();
  private readonly carried = new Map<string, bigint>();
  private readonly kept: Kept[] = [];
  private readonly negative = new Map<string, number>();

  constructor(
    private readonly rules: Rules,
    private readonly books: Books,
  ) {}

  moved(author: string, currency: string, kind: keyof Movements, amount: bigint): void {
    const key = `${author} ${currency}`;
    const before = this.since.get(key) ?? none();
    this.since.set(key, { ...before, [kind]: before[kind] + amount });
  }

  owed(author: string, currency: string): bigint {
    return this.books.owed('author_payable', author, currency);
  }

  nextRelease(upTo: Moment): Moment | undefined {
    const due = this.kept.map(({ releaseAt }) => releaseAt).filter((at) => at <= upTo);
    return due.length === 0 ? undefined : Math.min(...due);
  }

  release(at: Moment, which: (kept: Kept) => boolean): void {
    for (const one of this.kept.filter(which)) {
      this.kept.splice(this.kept.indexOf(one), 1);
      const { author, currency, amount } = one;
      this.books.post(at, currency, ['author_reserve', author, amount], ['author_payable', author, -amount]);
      this.moved(author, currency, 'released', amount);
    }
  }

  /** Prepared, approved and sent at one instant: nothing when negative, under the minimum or without account. */
  run(at: Moment, month: string): void {
    const payouts: Payout[] = [];
    for (const key of [...this.since.keys(), ...this.carried.keys()]
      .filter((k, i, all) => all.indexOf(k) === i)
      .sort()) {
      const [author, currency] = key.split(' ') as [string, string];
      const moved = this.since.get(key) ?? none();
      const opening = this.carried.get(key) ?? 0n;
      const balance = this.owed(author, currency);
      this.since.delete(key);
      this.carried.delete(key);
      if (balance === 0n) continue;
      const payout = this.decide(at, month, { author, currency, opening, ...moved, balance });
      payouts.push(payout);
      if (payout.carried !== 0n) this.carried.set(key, payout.carried);
    }
    this.runs.push({ month, payouts });
  }

  private decide(
    at: Moment,
    month: string,
    facts: Pick<Payout, 'author' | 'currency' | 'opening' | 'balance'> & Movements,
  ): Payout {
    const { author, currency, balance } = facts;
    const account = this.accounts.get(author);
    const carry = (reason: string): Payout => ({ ...facts, paid: 0n, held: 0n, carried: balance, reason });
    const key = `${author} ${currency}`;
    const negative = balance < 0n ? (this.negative.get(key) ?? 0) : 0;
    this.negative.set(key, balance < 0n ? negative + 1 : 0);
    if (balance < 0n) return carry(negative >= NEGATIVE_RUNS ? 'negative_overdue' : 'negative_balance');
    const held = this.heldOf(at, facts);
    const rest = balance - held.reduce((total, { amount }) => total + amount, 0n);
    for (const { hold, amount } of held) this.keep(at, month, author, currency, hold, amount);
    const { payoutMultiple } = this.rules.currency(currency);
    const why = rest === 0n ? 'held' : this.whyNothing(at, currency, rest, account);
    if (why !== undefined) return { ...facts, paid: 0n, held: balance - rest, carried: rest, reason: why };
    const paid = floorDiv(rest, payoutMultiple) * payoutMultiple;
    this.books.post(at, currency, ['author_payable', author, paid], ['stripe_balance', null, -paid]);
    const reason = rest < balance ? 'partly_held' : paid < rest ? 'rounded_down' : 'to_pay';
    return { ...facts, paid, held: balance - rest, carried: rest - paid, reason };
  }

  /** What a hold leaves is paid when it reaches the minimum and there is an account to pay it to. */
  private whyNothing(
    at: Moment,
    currency: string,
    rest: bigint,
    account: { state: string; country: string } | undefined,
  ): string | undefined {
    if (rest < this.rules.leastPayout(at, currency, account?.country ?? 'US')) return 'below_minimum';
    if (rest < this.rules.currency(currency).payoutMultiple) return 'below_minimum';
    if (!account || account.state === 'none')
      return PAYABLE.has((account?.country ?? 'US').toUpperCase()) ? 'no_account' : 'country_unsupported';
    return account.state === 'ready' ? undefined : 'account_not_ready';
  }

  /**
   * With months: that part of the new earnings since the last run, so that released amounts are not taken from twice.
   * Without: that part of all that is owed.
   */
  private heldOf(at: Moment, facts: { author: string; balance: bigint } & Movements): { hold: Hold; amount: bigint }[] {
    const { author, balance, earned, taken_back, listing_fees } = facts;
    const fresh = earned + taken_back + listing_fees;
    let left = balance;
    return this.holds
      .filter((hold) => hold.author === author && hold.endsAt > at)
      .flatMap((hold) => {
        const base = hold.months === undefined ? balance : least(balance, fresh > 0n ? fresh : 0n);
        const amount = least(left, halfUp(base * hold.basisPoints, 10_000n));
        left -= amount;
        return amount === 0n ? [] : [{ hold, amount }];
      });
  }

  private keep(at: Moment, month: string, author: string, currency: string, hold: Hold, amount: bigint): void {
    this.books.post(at, currency, ['author_payable', author, amount], ['author_reserve', author, -amount]);
    const releaseAt = hold.months === undefined ? hold.endsAt : monthStart(nextMonth(month, hold.months + 1));
    this.kept.push({ hold, author, currency, amount, releaseAt });
  }
}
