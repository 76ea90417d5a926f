import { admin, page, visitors } from '../../shell/routes/parents.js';

const texts = () => import('./document.page.js');

export const documentsRoutes = [
  page(visitors, '/terms', texts, 'TermsPage'),
  page(visitors, '/privacy', texts, 'PrivacyPage'),
  page(visitors, '/help', texts, 'HelpPage'),
  page(visitors, '/agreement', texts, 'PublicAgreementPage'),
  page(admin, '/admin/documents', () => import('./documents.page.js'), 'DocumentsPage'),
] as const;
