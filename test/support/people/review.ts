import type { SubmissionView } from '../../../libs/listings/src/submissions/submissions.view.js';
import type { ReviewWorkspaceView } from '../../../libs/listings/src/review/http/review.view.js';

/** One call as the reviewer: method, path below /api/v1, body. */
export type ReviewerCall = <T>(
  method: 'GET' | 'POST',
  url: string,
  body?: object,
) => Promise<{ status: number; data: T; error?: string | undefined }>;

interface Verdict {
  verdict: 'pass' | 'fail' | 'needs_change' | 'not_applicable';
  note: string;
}

/** Takes a case and judges every criterion in one call, each in writing: in order or not applicable, apart from those named. */
export async function judgeAll(
  call: ReviewerCall,
  submissionId: string,
  except: Readonly<Record<string, Verdict>> = {},
): Promise<ReviewWorkspaceView> {
  const url = `/review/submissions/${submissionId}`;
  const claimed = await call<object>('POST', `/review/cases/${submissionId}/claim`, {});
  const held = { ...(await call<ReviewWorkspaceView>('GET', `${url}/workspace`)), status: claimed.status };
  if (held.status !== 200) throw new Error(`the case could not be taken: ${JSON.stringify(claimed)}`);
  const judgements = held.data.criteria.map(({ id, applies }) => ({
    criterion: id,
    ...(except[id] ?? { verdict: applies ? 'pass' : 'not_applicable', note: 'Looked at by this reviewer.' }),
  }));
  const judged = await call<ReviewWorkspaceView>('POST', `${url}/judgements`, {
    digest: held.data.digest,
    judgements,
  });
  if (judged.status !== 200) throw new Error(`the case could not be judged: ${JSON.stringify(judged)}`);
  return judged.data;
}

/** Requirement of a rejection or a request: one failed criterion. */
export const AGAINST: Readonly<Record<'reject' | 'request_changes' | 'approve', Readonly<Record<string, Verdict>>>> = {
  approve: {},
  request_changes: { listing_quality: { verdict: 'needs_change', note: 'Say what the Drive is for.' } },
  reject: { listing_quality: { verdict: 'fail', note: 'Nobody can tell what the Drive is for.' } },
};

/** Judges all of a case the way the decision needs it, then decides. */
export async function decideCase(
  call: ReviewerCall,
  submissionId: string,
  decision: 'approve' | 'request_changes' | 'reject',
  reason: string,
  digest?: string | null,
): Promise<{ status: number; data: SubmissionView; error?: string | undefined }> {
  const { digest: judged } = await judgeAll(call, submissionId, AGAINST[decision]);
  return call<SubmissionView>('POST', `/review/submissions/${submissionId}/decide`, {
    decision,
    reason,
    digest: digest ?? judged,
    ...(decision === 'reject' ? { code: 'quality' } : {}),
  });
}
