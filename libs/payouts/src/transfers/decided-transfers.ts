import { Injectable } from '@nestjs/common';

/** Whoever keeps what people decided about movements at the processor. */
export abstract class DecidedTransferSource {
  /** Those of the balance transactions (`txn_…`) that have a posting, whoever made it. */
  abstract booked(balanceTransactionIds: readonly string[]): Promise<string[]>;
}

/** Transfers that belong to no payout of ours but are booked nevertheless. A source adds itself when its module starts. */
@Injectable()
export class DecidedTransfers {
  private readonly sources: DecidedTransferSource[] = [];

  add(source: DecidedTransferSource): void {
    this.sources.push(source);
  }

  async booked(balanceTransactionIds: readonly string[]): Promise<ReadonlySet<string>> {
    const booked = await Promise.all(this.sources.map((source) => source.booked(balanceTransactionIds)));
    return new Set(booked.flat());
  }
}
