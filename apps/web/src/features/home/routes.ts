import { author, finance, page, root } from '../../shell/route-parents.js';

export const homeRoutes = {
  root: [page(root, '/', () => import('./landing.page.js'), 'LandingPage')],
  author: [page(author, '/author', () => import('./author-home.page.js'), 'AuthorHome')],
  finance: [page(finance, '/finance', () => import('./finance-home.page.js'), 'FinanceHome')],
} as const;
