import { finance, page } from '../../shell/routes/parents.js';

export const reconciliationRoutes = [
  page(finance, '/finance/exceptions', () => import('./money-exceptions.page.js'), 'ExceptionsPage'),
  page(finance, '/finance/exceptions/$id', () => import('./money-exception.page.js'), 'ExceptionPage'),
] as const;
