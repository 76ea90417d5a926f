import { Injectable } from '@nestjs/common';
import { AppError } from '@portal/kernel';
import { violatedConstraint, type Tx } from '@portal/platform/database';
import { assertPosting, type Posting } from './domain/posting.js';
import { ledgerErrors } from './errors.js';
import { LedgerRepository } from './persistence/ledger.repository.js';

export interface PostResult {
  readonly idempotencyKey: string;
  /** Decimal text of a bigint; transactions sort by it. */
  readonly txId: string;
  /** True when an earlier call with the same key and content had posted it. */
  readonly alreadyPosted: boolean;
}

/**
 * Transactions and legs produced by two queries with the same parameters; see `Ledger.postSelected`. The rows stay in
 * the database. `ref` (uuid) joins a leg to its transaction.
 */
export interface PostingQuery {
  /** Columns ref, key, kind, source_type, source_id, effective_at. */
  readonly transactions: string;
  /** Columns ref, code, owner_id (null without owner), currency, amount (bigint). */
  readonly legs: string;
  readonly params: readonly unknown[];
}

/** Posts transactions, each one completely or not at all, inside the caller's transaction. */
@Injectable()
export class PostEntries {
  constructor(private readonly ledger: LedgerRepository) {}

  async execute(tx: Tx, postings: readonly Posting[]): Promise<PostResult[]> {
    for (const posting of postings) assertPosting(posting);
    if (postings.length === 0) return [];
    const rows = await translated(() => this.ledger.post(tx, postings));
    return rows.map((row) => ({
      idempotencyKey: row.idempotency_key,
      txId: row.tx_id,
      alreadyPosted: row.already_posted,
    }));
  }

  async executeSelected(tx: Tx, query: PostingQuery): Promise<{ posted: number; repeated: number }> {
    return translated(() => this.ledger.postSelected(tx, query));
  }
}

const CONFLICTS = new Set(['ledger_same_content', 'ledger_tx_reversed_once']);
const INVALID = new Set([
  'ledger_balanced',
  'ledger_posted_whole',
  'ledger_account_code_owned',
  'ledger_entry_account_currency',
  'ledger_entry_tx',
  'ledger_clears',
  'ledger_account_currency_fkey',
  'ledger_entry_amount_check',
  'ledger_tx_expected_entries_check',
]);

async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const constraint = violatedConstraint(error) ?? '';
    if (CONFLICTS.has(constraint)) throw new AppError(ledgerErrors.posting_conflict, { cause: error });
    if (constraint === 'ledger_period_closed') throw new AppError(ledgerErrors.period_closed, { cause: error });
    if (constraint === 'ledger_floor') throw new AppError(ledgerErrors.account_below_floor, { cause: error });
    if (INVALID.has(constraint)) throw new AppError(ledgerErrors.posting_invalid, { cause: error });
    throw error;
  }
}
