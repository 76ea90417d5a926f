import { listExport } from '@portal/platform/http';
import { Prices } from './prices.js';
import { PricesQuery, type PriceView } from './pricing.view.js';

const COLUMNS = [
  ...(['id', 'label', 'tier', 'audience', 'amount_minor', 'currency', 'effective_at', 'ended_at'] as const),
] satisfies (keyof PriceView)[];

/** The price list as a file, narrowed as its page is. */
export const PRICES_EXPORT = listExport({
  kind: 'prices',
  query: PricesQuery,
  columns: COLUMNS,
  from: Prices,
  page: async (read, query) => ({ items: await read.list(query), next_cursor: null }),
});
