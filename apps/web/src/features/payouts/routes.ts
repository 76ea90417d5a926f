import { finance, money, page } from '../../shell/routes/parents.js';

export const payoutsRoutes = [
  page(money, '/author/payout-account', () => import('./accounts/payout-account.page.js'), 'PayoutAccountPage'),
  page(finance, '/finance/runs', () => import('./runs/runs.page.js'), 'RunsPage'),
  page(finance, '/finance/runs/$id', () => import('./runs/run.page.js'), 'RunPage'),
  page(finance, '/finance/authors/$id', () => import('./accounts/finance-author.page.js'), 'FinanceAuthorPage'),
  page(finance, '/finance/holds', () => import('./holds/holds.page.js'), 'HoldsPage'),
] as const;
