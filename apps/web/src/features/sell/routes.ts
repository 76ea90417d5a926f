import { page, visitors } from '../../shell/route-parents.js';

export const sellRoutes = {
  visitors: [page(visitors, '/sell', () => import('./sell.page.js'), 'SellPage')],
} as const;
