import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { LedgerRepository } from './persistence/ledger.repository.js';

/** Transactions per seal. A broken seal narrows a change down to this many. */
const BATCH = 5_000;

/**
 * Seals the transactions posted since the last seal: a digest over every field, chained to the previous seal. Anyone
 * who changes a row past the triggers would have to recompute all later seals, which then differ from any copy of them.
 */
@Injectable()
export class SealEntries {
  constructor(
    private readonly transactor: Transactor,
    private readonly ledger: LedgerRepository,
  ) {}

  /** Returns how many transactions were sealed. */
  async execute(): Promise<number> {
    const cutoff = await this.transactor.run((tx) => this.ledger.cutoff(tx));
    let sealed = 0;
    for (;;) {
      const batch = await this.transactor.run((tx) => this.ledger.sealNext(tx, cutoff, BATCH));
      sealed += batch;
      if (batch < BATCH) return sealed;
    }
  }
}
