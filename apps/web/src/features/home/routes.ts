import { author, finance, page, visitors } from '../../shell/routes/parents.js';

export const homeRoutes = {
  visitors: [page(visitors, '/', () => import('./landing.page.js'), 'LandingPage')],
  author: [page(author, '/author', () => import('./author-home.page.js'), 'AuthorHome')],
  finance: [page(finance, '/finance', () => import('./finance-home.page.js'), 'FinanceHome')],
} as const;
