import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ListExports } from '@portal/platform/http';
import { CommercialChanges } from './commercial-changes.js';
import { Prices } from './prices.js';
import { CommercialChangesQuery, PricesQuery } from './commercial.dto.js';
import type { CommercialChangeView } from './commercial.view.js';
import type { PriceView } from './price.view.js';

const PRICES = [
  ...(['id', 'label', 'tier', 'audience', 'amount_minor', 'currency', 'effective_at', 'ended_at'] as const),
] satisfies (keyof PriceView)[];
const CHANGES = [
  ...(['id', 'kind', 'state', 'tier', 'audience', 'drive_name', 'drive_id', 'venture_id', 'amount_minor'] as const),
  ...(['currency', 'model', 'plan', 'valid_from', 'effective_from', 'reason', 'proposed_by', 'proposed_at'] as const),
  ...(['decided_by', 'decided_at', 'decision_note'] as const),
] satisfies (keyof CommercialChangeView)[];

/** The price list and its changes as files, narrowed as their page is. */
@Injectable()
export class PriceExports implements OnModuleInit {
  constructor(
    private readonly exports: ListExports,
    private readonly prices: Prices,
    private readonly changes: CommercialChanges,
  ) {}

  onModuleInit(): void {
    this.exports.register({
      kind: 'prices',
      query: PricesQuery,
      columns: PRICES,
      page: async (query) => ({ items: await this.prices.list(query), next_cursor: null }),
    });
    this.exports.register({
      kind: 'commercial_changes',
      query: CommercialChangesQuery,
      columns: CHANGES,
      page: (query) => this.changes.list(query),
    });
  }
}
