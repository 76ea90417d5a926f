import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LedgerSources, type SourceDescription } from '@portal/ledger';
import { Database } from '@portal/platform/database';

/** Describes movements at the processor and items as sources of ledger entries. */
@Injectable()
export class ReconciliationSources implements OnModuleInit {
  constructor(
    private readonly sources: LedgerSources,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.sources.register('provider_balance_tx', (id) => this.movement(id));
    this.sources.register('reconciliation_item', (id) => this.item(id));
  }

  private async movement(id: string): Promise<SourceDescription | undefined> {
    const [row] = await this.database.query<{
      type: string;
      source_id: string | null;
      amount: string;
      fee: string;
      net: string;
      currency: string;
      description: string | null;
      created_at: Date;
    }>(
      `select type, source_id, amount, fee, net, currency, description, created_at from reconciliation.provider_balance_tx where id = $1`,
      [id],
    );
    if (!row) return undefined;
    const money = (minor: string) => ({ minor, currency: row.currency });
    return {
      title: `Movement at the processor: ${row.type.replaceAll('_', ' ')}`,
      page: null,
      transfers: row.source_id?.startsWith('tr_') ? [row.source_id] : [],
      facts: [
        { name: 'Object', text: row.source_id },
        { name: 'Amount', amount: money(row.amount) },
        { name: 'Fee', amount: money(row.fee) },
        { name: 'Net', amount: money(row.net) },
        { name: 'Message of the processor', text: row.description },
        { name: 'At', at: row.created_at },
      ],
    };
  }

  private async item(id: string): Promise<SourceDescription | undefined> {
    const [row] = await this.database.query<{ amount: string; currency: string; detail: string; opened_at: Date }>(
      `select amount, currency, detail, opened_at from reconciliation.items where id::text = $1`,
      [id],
    );
    return (
      row && {
        title: 'Exception',
        page: `/finance/exceptions/${id}`,
        transfers: [],
        facts: [
          { name: 'What', text: row.detail },
          { name: 'Amount', amount: { minor: row.amount, currency: row.currency } },
          { name: 'Opened', at: row.opened_at },
        ],
      }
    );
  }
}
