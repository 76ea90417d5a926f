import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/platform/database';
import { ownSide, type AccountCode } from './domain/chart.js';
import { firstOpen } from './domain/open-date.js';
import type { AccountRef, Posting } from './domain/posting.js';
import { LedgerRepository } from './persistence/ledger.repository.js';
import { PostEntries, type PostingQuery, type PostResult } from './post-entries.js';
import { AccountBalances, type OwnerBalance, type Queryable } from './read/account-balances.js';
import { AccountMovements, type EntryRange, type Movement } from './read/account-movements.js';
import { ProveLedger, type Proof } from './read/prove-ledger.js';
import { TakeSnapshots } from './take-snapshots.js';

/** The ledger's interface for other features. */
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
   * Posts one transaction inside the caller's database transaction. Idempotent.
   * @throws AppError `posting_conflict` (409) when the key was used for other content, `account_below_floor` (409),
   *   `posting_invalid` (500) when the legs do not balance or name no account.
   */
  async post(tx: Tx, posting: Posting): Promise<PostResult> {
    const [result] = await this.entries.execute(tx, [posting]);
    return result!;
  }

  /** Posts many transactions with one statement. The results have no particular order. */
  async postMany(tx: Tx, postings: readonly Posting[]): Promise<PostResult[]> {
    return this.entries.execute(tx, postings);
  }

  /**
   * Posts everything that two queries select, without transferring rows to this process. Same rules as `post`; up to
   * some hundred thousand legs per call.
   */
  async postSelected(tx: Tx, query: PostingQuery): Promise<{ posted: number; repeated: number }> {
    return this.entries.executeSelected(tx, query);
  }

  /**
   * Creates the accounts that a query selects (columns code, owner_id, currency). Postings create missing accounts
   * themselves; creating them first keeps concurrent postings from waiting for each other.
   */
  async openAccounts(tx: Tx, query: { sql: string; params: readonly unknown[] }): Promise<void> {
    await this.repository.openAccounts(tx, query);
  }

  /**
   * Minor units on the account's own side: amounts owed to an author and amounts owed by a tenant are both positive.
   */
  async balance(q: Queryable, account: AccountRef): Promise<bigint> {
    return this.balances.one(q, account);
  }

  /** All balances of one account code, by owner and currency, including those of 0. */
  async balancesOf(q: Queryable, code: AccountCode): Promise<OwnerBalance[]> {
    return this.balances.byOwner(q, code);
  }

  /** Balances of all accounts of one owner, by code and currency. */
  async balancesOfOwner(q: Queryable, ownerId: string): Promise<(OwnerBalance & { code: AccountCode })[]> {
    return this.balances.ofOwner(q, ownerId);
  }

  /** Balance of each account code by currency on its own side, summed over all owners. */
  async totals(q: Queryable): Promise<{ code: AccountCode; currency: string; balanceMinor: bigint }[]> {
    return (await this.balances.totals(q)).map(({ code, currency, net }) => ({
      code,
      currency,
      balanceMinor: ownSide(code, BigInt(net)),
    }));
  }

  /** Entries of one account between two transactions, oldest first. */
  async movements(q: Queryable, account: AccountRef, range?: EntryRange): Promise<Movement[]> {
    return this.history.list(q, account, range);
  }

  /** Like `movements`, for many accounts of one code, in the order of `of`. */
  async movementsOf(
    q: Queryable,
    code: AccountCode,
    of: readonly (Pick<AccountRef, 'ownerId' | 'currency'> & EntryRange)[],
  ): Promise<Movement[][]> {
    return this.history.listOf(q, code, of);
  }

  /** Transactions of one kind for the given sources, up to and including `upTo`; oldest first. */
  async booked(q: Queryable, of: { kind: string; sourceType: string; sourceIds: readonly string[]; upTo: string }) {
    return this.history.booked(q, of);
  }

  /**
   * Returns a transaction id such that every transaction up to it is visible and every later one gets a higher id.
   * Postings wait until `tx` ends, so keep it short.
   */
  async cutoff(tx: Tx): Promise<string> {
    return this.repository.cutoff(tx);
  }

  /**
   * Closes a month (`YYYY-MM`). After the commit of `tx`, postings dated into it throw AppError `period_closed` (409).
   * Waits for postings in progress. Idempotent.
   */
  async closePeriod(tx: Tx, month: string): Promise<void> {
    await this.repository.closePeriod(tx, month);
  }

  /**
   * Returns a function that dates late-arriving facts, such as a movement at the processor: an instant in a closed
   * month becomes the first instant of the next open one, any other is unchanged. Valid until `tx` ends.
   */
  async openDates(tx: Tx): Promise<(at: Date) => Date> {
    const closed = await this.repository.closedMonths(tx);
    return (at) => firstOpen(at, closed);
  }

  /** Stores the current balances of accounts without a balance row. Must not be called inside a transaction. */
  async takeSnapshots(): Promise<number> {
    return this.snapshots.execute();
  }

  /**
   * Checks every rule of the ledger and returns the query of each. Checks the seals since the last full check, or all
   * of them with `full`.
   */
  async proof(options: { full?: boolean } = {}): Promise<Proof> {
    return this.prover.execute(options);
  }
}
