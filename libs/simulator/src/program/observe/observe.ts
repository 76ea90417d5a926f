import { adjustments, creditNotes, disputes, refunds } from './observe-adjustments.js';
import { invoices, lines } from './observe-invoices.js';
import { accounts, postings, trialBalance } from './observe-ledger.js';
import { runs } from './observe-runs.js';
import { readNames, type NameOf, type Range, type Reader } from './reading.js';
import type { Observed } from '../result.js';

/**
 * Reads the engine's tables into the documented result. Everything is sorted by names and instants only, so that the
 * same facts in two databases give the same bytes.
 */
export async function observe(reader: Reader, nameOf: NameOf, range: Range): Promise<Observed> {
  const read = async <T>(sql: string, params: unknown[] = []): Promise<T[]> =>
    (await reader.query(sql, params)).rows as T[];
  const names = await readNames(read, nameOf);
  return {
    lines: await lines(read, nameOf, range),
    invoices: await invoices(read, nameOf, range),
    refunds: await refunds(read, names, range),
    credit_notes: await creditNotes(read, names, range),
    disputes: await disputes(read, names, range),
    adjustments: await adjustments(read, names, range),
    postings: await postings(read, names),
    accounts: await accounts(read, nameOf),
    trial_balance: await trialBalance(read),
    runs: await runs(read, names, range),
  };
}
