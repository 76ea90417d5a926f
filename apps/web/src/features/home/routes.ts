import { author, finance, page, visitors } from '../../shell/routes/parents.js';

export const homeRoutes = [
  page(visitors, '/', () => import('./landing.page.js'), 'LandingPage'),
  page(author, '/author', () => import('./author-home.page.js'), 'AuthorHome'),
  page(finance, '/finance', () => import('./finance-home.page.js'), 'FinanceHome'),
] as const;
