import { Injectable } from '@nestjs/common';

/** A source of people's decisions about movements at the processor. */
export abstract class DecidedTransferSource {
  /** Those of the balance transactions (`txn_…`) that have a posting, whoever made it. */
  abstract booked(balanceTransactionIds: readonly string[]): Promise<string[]>;
}

/** Transfers that belong to none of our payouts but are posted. Each source registers itself when its module starts. */
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
