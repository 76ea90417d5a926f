import type { Client } from 'pg';
import { adjustments, creditNotes, disputes, invoices, lines, refunds } from './observe-billing.js';
import { accounts, postings, trialBalance } from './observe-ledger.js';
import { runs } from './observe-runs.js';
import { readerOf, readNames, type NameOf } from './reading.js';
import type { Observed } from './result.js';

/**
 * Reads the engine's tables into the result of a money case. Everything is sorted by names and instants only, so that
 * the same facts give the same bytes.
 * @param range first and last month, `YYYY-MM`
 */
export async function observe(owner: Client, nameOf: NameOf, range: readonly [string, string]): Promise<Observed> {
  const read = readerOf(owner);
  const names = await readNames(read, nameOf);
  return {
    lines: await lines(read, names, range),
    invoices: await invoices(read, names, range),
    refunds: await refunds(read, names, range),
    credit_notes: await creditNotes(read, names, range),
    disputes: await disputes(read, names, range),
    adjustments: await adjustments(read, names, range),
    postings: await postings(read, names),
    accounts: await accounts(read, names),
    trial_balance: await trialBalance(read),
    runs: await runs(read, names, range),
  };
}
