import { everybody, page } from '../../shell/routes/parents.js';

export const docsRoutes = [
  page(everybody, '/docs', () => import('./quickstart.page.js'), 'QuickstartPage'),
  page(everybody, '/docs/signing', () => import('./signing.page.js'), 'SigningPage'),
  page(everybody, '/docs/checks', () => import('./checks.page.js'), 'ChecksPage'),
  page(everybody, '/docs/contract', () => import('./contract.page.js'), 'ContractPage'),
  page(everybody, '/docs/fields', () => import('./fields.page.js'), 'FieldsPage'),
  page(everybody, '/docs/errors', () => import('./errors.page.js'), 'ErrorsPage'),
  page(everybody, '/docs/vectors', () => import('./vectors.page.js'), 'VectorsPage'),
  page(everybody, '/docs/embedding', () => import('./markdown.page.js'), 'EmbeddingDocsPage'),
  page(everybody, '/docs/webhooks', () => import('./markdown.page.js'), 'WebhooksDocsPage'),
  page(everybody, '/docs/host-api', () => import('./markdown.page.js'), 'HostApiDocsPage'),
  page(everybody, '/docs/host-events', () => import('./markdown.page.js'), 'HostEventsDocsPage'),
  page(everybody, '/docs/api', () => import('./api.page.js'), 'ApiPage'),
] as const;
