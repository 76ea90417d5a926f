import { page, visitors } from '../../shell/routes/parents.js';

export const sellRoutes = [page(visitors, '/sell', () => import('./sell.page.js'), 'SellPage')] as const;
