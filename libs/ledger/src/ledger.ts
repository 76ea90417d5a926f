import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import { ownSide, type AccountCode } from './domain/chart.js';
import { firstOpen } from './domain/open-date.js';
import type { AccountRef, Posting } from './domain/posting.js';
import { LedgerRepository } from './persistence/ledger.repository.js';
import { PostEntries, type PostingQuery, type PostResult } from './post-entries.js';
import { AccountBalances, type OwnerBalance, type Queryable } from './read/account-balances.js';
import { AccountMovements, type Movement } from './read/account-movements.js';
import { ProveLedger, type Proof } from './read/prove-ledger.js';
import { TakeSnapshots } from './take-snapshots.js';

/** What other features may do with the ledger. */
@Injectable()
export class Ledger {
  constructor(
    private readonly entries: PostEntries,
    private readonly balances: AccountBalances,
    private readonly history: AccountMovements,
    private readonly prover: ProveLedger,
    private readonly repository: LedgerRepository,
    private readonly snapshots: TakeSnapshots,
  ) {}

  /**
   * Books one transaction with the caller's transaction. Repeating it is harmless.
   * @throws AppError `posting_conflict` (409) when the key was used for other content, `account_below_floor` (409),
   *   `posting_invalid` (500) when the legs do not balance or name no account.
   */
  async post(tx: Tx, posting: Posting): Promise<PostResult> {
    const [result] = await this.entries.execute(tx, [posting]);
    return result!;
  }

  /** Books many transactions by one statement. Results are in no particular order. */
  async postMany(tx: Tx, postings: readonly Posting[]): Promise<PostResult[]> {
    return this.entries.execute(tx, postings);
  }

  /**
   * Books whatever two queries select, whole sets at once and without carrying rows to this process. Same rules as
   * `post`, up to some hundred thousand legs per call.
   */
  async postSelected(tx: Tx, query: PostingQuery): Promise<{ posted: number; repeated: number }> {
    return this.entries.executeSelected(tx, query);
  }

  /**
   * Makes the accounts that a query selects (columns code, owner_id, currency). Postings make what they need themselves;
   * done before, several of them at once do not wait for each other's new accounts.
   */
  async openAccounts(tx: Tx, query: { sql: string; params: readonly unknown[] }): Promise<void> {
    await this.repository.openAccounts(tx, query);
  }

  /** Minor units on the account's own side: what an author is owed and what a tenant owes are both positive. */
  async balance(q: Queryable, account: AccountRef): Promise<bigint> {
    return this.balances.one(q, account);
  }

  /** All balances of one code, by owner and currency, those of 0 too. */
  async balancesOf(q: Queryable, code: AccountCode): Promise<OwnerBalance[]> {
    return this.balances.byOwner(q, code);
  }

  /** Balances of all accounts of one owner, by code and currency. */
  async balancesOfOwner(q: Queryable, ownerId: string): Promise<(OwnerBalance & { code: AccountCode })[]> {
    return this.balances.ofOwner(q, ownerId);
  }

  /** What each code comes to by currency, on its own side, all owners together. */
  async totals(q: Queryable): Promise<{ code: AccountCode; currency: string; balanceMinor: bigint }[]> {
    return (await this.balances.totals(q)).map(({ code, currency, net }) => ({
      code,
      currency,
      balanceMinor: ownSide(code, BigInt(net)),
    }));
  }

  /** Entries of one account between two transactions, oldest first. */
  async movements(q: Queryable, account: AccountRef, range?: { after?: string; upTo?: string }): Promise<Movement[]> {
    return this.history.list(q, account, range);
  }

  /** As `movements`, of many accounts of one code at once; oldest first over all of them. */
  async movementsOf(
    q: Queryable,
    code: AccountCode,
    of: readonly Pick<AccountRef, 'ownerId' | 'currency'>[],
    range?: { after?: string; upTo?: string },
  ): Promise<Movement[]> {
    return this.history.listOf(q, code, of, range);
  }

  /** Transactions of one kind that were booked for these sources, up to one transaction; oldest first. */
  async booked(
    q: Queryable,
    of: { kind: string; sourceType: string; sourceIds: readonly string[]; upTo: string },
  ): Promise<{ txId: string; sourceId: string; key: string; postedAt: Date }[]> {
    return this.history.booked(q, of);
  }

  /**
   * Fixes a point in the ledger: every transaction up to the returned id is visible, every later one has a higher id.
   * Postings wait until `tx` ends, so keep it short.
   */
  async cutoff(tx: Tx): Promise<string> {
    return this.repository.cutoff(tx);
  }

  /**
   * From the commit of `tx` on nothing is dated into the month (`YYYY-MM`): postings throw AppError
   * `period_closed` (409). Waits for postings under way; repeating it is harmless.
   */
  async closePeriod(tx: Tx, month: string): Promise<void> {
    await this.repository.closePeriod(tx, month);
  }

  /**
   * How to date what happened elsewhere and was learnt late, such as a movement at the processor: an instant of a closed
   * month becomes the first one that takes postings, any other stays. Holds until `tx` ends.
   */
  async openDates(tx: Tx): Promise<(at: Date) => Date> {
    const closed = await this.repository.closedMonths(tx);
    return (at) => firstOpen(at, closed);
  }

  /** Keeps the balances of busy accounts as of now; not inside a transaction. */
  async takeSnapshots(): Promise<number> {
    return this.snapshots.execute();
  }

  /** Checks every rule of the ledger and shows the query of each; seals since their last check, or `full`: all of them. */
  async proof(options: { full?: boolean } = {}): Promise<Proof> {
    return this.prover.execute(options);
  }
}
