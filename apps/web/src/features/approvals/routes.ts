import { approvers, page } from '../../shell/routes/parents.js';

export const approvalsRoutes = [
  page(approvers, '/approvals', () => import('./approvals.page.js'), 'ApprovalsPage'),
  page(approvers, '/approvals/$id', () => import('./approvals.page.js'), 'ApprovalsPage'),
] as const;
