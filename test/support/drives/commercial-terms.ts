import type { ApprovalDetailView } from '@portal/approvals';
import type { CommercialChangeBody } from '../../../libs/listings/src/pricing/pricing.view.js';
import type { TestApp } from '../http/http-app.js';
import { approveAsSecond } from '../people/staff-role.js';

/** Puts a price or terms in force the way the product does: the demo's two persons of finance, one proposing and one approving. */
export async function agreeTerms(
  app: TestApp,
  change: Omit<CommercialChangeBody, 'valid_from' | 'reason'>,
): Promise<void> {
  const body = { ...change, valid_from: '2020-01-01T00:00:00Z', reason: 'As the test says.' };
  const preparer = await app.demo('finance-preparer');
  const proposed = await app.ask<ApprovalDetailView>(preparer, 'POST', '/finance/commercial-changes', body);
  if (proposed.status !== 201) throw new Error(`no proposal: ${proposed.status} ${proposed.body}`);
  await approveAsSecond(app, 'commercial_change', proposed.data.subject_id, 'finance-approver');
}
