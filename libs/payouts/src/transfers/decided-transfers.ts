import { Injectable } from '@nestjs/common';

/** Whoever keeps what people decided about movements at the processor. */
export abstract class DecidedTransferSource {
  /** Those of the balance transactions (`txn_…`) that a posting stands for, whoever made it. */
  abstract booked(balanceTransactionIds: readonly string[]): Promise<string[]>;
}

/** Transfers that no payout of ours stands for and that are booked all the same. A source adds itself when its module starts. */
@Injectable()
export class DecidedTransfers {
  private readonly sources: DecidedTransferSource[] = [];

  add(source: DecidedTransferSource): void {
    this.sources.push(source);
  }

  async booked(balanceTransactionIds: readonly string[]): Promise<ReadonlySet<string>> {
    const told = await Promise.all(this.sources.map((source) => source.booked(balanceTransactionIds)));
    return new Set(told.flat());
  }
}
