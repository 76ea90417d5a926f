import { Injectable } from '@nestjs/common';
import { Transactor } from '@portal/platform/database';
import { LedgerRepository } from './persistence/ledger.repository.js';

/** Stores the balances of accounts without a balance row, so that reads need not sum all entries. */
@Injectable()
export class TakeSnapshots {
  constructor(
    private readonly transactor: Transactor,
    private readonly ledger: LedgerRepository,
  ) {}

  /** Postings wait only while the cut-off is taken. Returns how many accounts changed since the last snapshot. */
  async execute(): Promise<number> {
    const cutoff = await this.transactor.run((tx) => this.ledger.cutoff(tx));
    return this.transactor.run((tx) => this.ledger.takeSnapshots(tx, cutoff));
  }
}
