import type { Client } from 'pg';
import { observeBilling } from './observe-billing.js';
import { observeLedger } from './observe-ledger.js';
import { runs } from './observe-runs.js';
import { readerOf, readNames, type NameOf } from './reading.js';

/**
 * Reads the engine's tables into the result of a money case. Everything is sorted by names and instants only, so that
 * the same facts give the same bytes.
 * @param range first and last month, `YYYY-MM`
 */
export async function observe(owner: Client, nameOf: NameOf, range: readonly [string, string]) {
  const read = readerOf(owner);
  const names = await readNames(read, nameOf);
  return {
    ...(await observeBilling(read, names, range)),
    ...(await observeLedger(read, names)),
    runs: await runs(read, names, range),
  };
}
