import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { LedgerRepository } from './persistence/ledger.repository.js';

/** Keeps the balances of accounts that every posting touches, so that reading them does not sum from the beginning. */
@Injectable()
export class TakeSnapshots {
  constructor(
    private readonly transactor: Transactor,
    private readonly ledger: LedgerRepository,
  ) {}

  /** Postings wait for the cut-off only, not for the sums. Returns how many accounts had moved since the last time. */
  async execute(): Promise<number> {
    const cutoff = await this.transactor.run((tx) => this.ledger.cutoff(tx));
    return this.transactor.run((tx) => this.ledger.takeSnapshots(tx, cutoff));
  }
}
