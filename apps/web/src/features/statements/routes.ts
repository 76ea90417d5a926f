import { everybody, finance, money, page } from '../../shell/routes/parents.js';

export const statementsRoutes = [
  page(everybody, '/statement-roots', () => import('./statement-roots.page.js'), 'StatementRootsPage'),
  page(money, '/author/earnings', () => import('./earnings.page.js'), 'EarningsPage'),
  page(money, '/author/payouts', () => import('./payouts.page.js'), 'PayoutsPage'),
  page(money, '/author/payouts/$id', () => import('./payout.page.js'), 'PayoutPage'),
  page(money, '/author/tax-profile', () => import('./tax-profile.page.js'), 'TaxProfilePage'),
  page(finance, '/finance/statements', () => import('./statements.page.js'), 'StatementsPage'),
  page(finance, '/finance/statements/$id', () => import('./statement.page.js'), 'StatementPage'),
  page(finance, '/finance/exports', () => import('./exports.page.js'), 'ExportsPage'),
] as const;
