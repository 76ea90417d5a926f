import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DecidedTransfers, DecidedTransferSource } from '@portal/payouts';
import { Database } from '@portal/platform/database';

/** Lists for payouts the provider's transfers that have a posting, including those written off by two people. */
@Injectable()
export class MatchedTransfers extends DecidedTransferSource implements OnModuleInit {
  constructor(
    private readonly transfers: DecidedTransfers,
    private readonly database: Database,
  ) {
    super();
  }

  onModuleInit(): void {
    this.transfers.add(this);
  }

  async booked(balanceTransactionIds: readonly string[]): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      'select distinct balance_tx_id as id from reconciliation.matches where balance_tx_id = any($1::text[])',
      [balanceTransactionIds],
    );
    return rows.map((row) => row.id);
  }
}
