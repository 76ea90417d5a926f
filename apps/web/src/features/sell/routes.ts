import { page, visitors } from '../../shell/routes/parents.js';

export const sellRoutes = {
  visitors: [page(visitors, '/sell', () => import('./sell.page.js'), 'SellPage')],
} as const;
