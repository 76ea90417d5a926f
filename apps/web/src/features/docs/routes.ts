import { page, root } from '../../shell/route-parents.js';

export const docsRoutes = {
  root: [
    page(root, '/docs', () => import('./quickstart.page.js'), 'QuickstartPage'),
    page(root, '/docs/signing', () => import('./signing.page.js'), 'SigningPage'),
    page(root, '/docs/checks', () => import('./checks.page.js'), 'ChecksPage'),
    page(root, '/docs/contract', () => import('./contract.page.js'), 'ContractPage'),
    page(root, '/docs/fields', () => import('./fields.page.js'), 'FieldsPage'),
    page(root, '/docs/errors', () => import('./errors.page.js'), 'ErrorsPage'),
    page(root, '/docs/vectors', () => import('./vectors.page.js'), 'VectorsPage'),
    page(root, '/docs/embedding', () => import('./markdown.page.js'), 'EmbeddingDocsPage'),
    page(root, '/docs/webhooks', () => import('./markdown.page.js'), 'WebhooksDocsPage'),
    page(root, '/docs/host-api', () => import('./markdown.page.js'), 'HostApiDocsPage'),
    page(root, '/docs/host-events', () => import('./markdown.page.js'), 'HostEventsDocsPage'),
    page(root, '/docs/api', () => import('./api.page.js'), 'ApiPage'),
  ],
} as const;
