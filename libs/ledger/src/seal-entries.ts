import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { LedgerRepository } from './persistence/ledger.repository.js';

/** Transactions per seal; what is found to be changed is narrowed down to so many. */
const BATCH = 5_000;

/**
 * Seals what was posted since the last time: a digest over every field of every transaction, chained to the one before.
 * Who changes a row past the triggers would have to make all later seals anew, which a copy of any of them gives away.
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
