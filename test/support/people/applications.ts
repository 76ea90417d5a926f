import type { ApplicationCaseView } from '../../../libs/authors/src/applications/authors.view.js';
import type { ReviewerCall } from './review.js';

/** A complete application for a Drive of this slug. */
export const applicationFor = (slug: string, more: object = {}) => ({
  founder_name: 'Ada Author',
  company_name: 'Ada Works',
  country: 'US',
  website: 'https://ada.example.com',
  drive_name: slug,
  drive_slug: slug,
  description: 'Turns a brief into a first draft in the voice of the venture that asked.',
  security_contact: 'security@ada.example.com',
  ...more,
});

export type ApplicationDecision = 'approve' | 'request_changes' | 'reject';
const REASONS: Record<ApplicationDecision, string> = {
  approve: 'meets_requirements',
  request_changes: 'product_unclear',
  reject: 'not_a_product',
};

/**
 * Claims an application and judges every criterion of it in one call: passed, apart from the one that the decision
 * needs.
 */
export async function judgeApplication(
  call: ReviewerCall,
  id: string,
  decision: ApplicationDecision = 'approve',
): Promise<ApplicationCaseView> {
  const url = `/review/applications/${id}`;
  await call('POST', `/review/cases/${id}/claim`, { takeover: true });
  const { data } = await call<ApplicationCaseView>('GET', url);
  const against = { approve: 'pass', request_changes: 'needs_change', reject: 'fail' }[decision];
  const judged = await call<ApplicationCaseView>('POST', `${url}/judgements`, {
    revision: data.revision,
    judgements: data.criteria.map((criterion) => ({
      criterion: criterion.id,
      verdict: criterion.id === 'product' ? against : 'pass',
      note: 'Looked at the website and the register.',
    })),
  });
  if (judged.status !== 200) throw new Error(`the application could not be judged: ${JSON.stringify(judged)}`);
  return judged.data;
}

/** Judges an application the way the decision needs it, and decides. */
export async function decideApplication(
  call: ReviewerCall,
  id: string,
  decision: ApplicationDecision = 'approve',
): Promise<{ status: number; data: ApplicationCaseView; error?: string | undefined }> {
  const url = `/review/applications/${id}`;
  await judgeApplication(call, id, decision);
  return call<ApplicationCaseView>('POST', `${url}/decide`, {
    decision,
    reason_code: REASONS[decision],
    text: 'Everything was looked at, and this is the outcome.',
  });
}
