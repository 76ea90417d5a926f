import { finance, page } from '../../shell/routes/parents.js';

export const ledgerRoutes = [
  page(finance, '/finance/ledger', () => import('./ledger.page.js'), 'LedgerPage'),
  page(finance, '/finance/ledger/sources/$type/$id', () => import('./ledger-source.page.js'), 'LedgerSourcePage'),
] as const;
