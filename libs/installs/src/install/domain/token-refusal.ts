import { parseEnvelope } from '@portal/contract';

/** Why signed calls of an install are refused with 401. `unauthorized`: the Drive gives no reason that is known. */
export const CALL_REFUSALS = ['signature_refused', 'clock_skew', 'unauthorized'] as const;
export type CallRefusal = (typeof CALL_REFUSALS)[number];

/** Reasons of a 401 in any spelling, the first that matches: the contract's (Errors), and for a token, of which it names none. */
const REASONS = [
  [/timestamp|stale|skew/i, 'clock_skew'],
  [/sig|missing[-_ ]headers/i, 'signature_refused'],
  [
    /^(?:(?:invalid|unknown|expired|revoked)[-_ ](?:scoped[-_ ])?token|(?:scoped[-_ ])?token[-_ ](?:invalid|unknown|expired|revoked))$/i,
    'token_refused',
  ],
] as const;

/** What a Drive refuses with a 401: the signature, its time, or the token of the install. */
export function refusalOf(body: Uint8Array): CallRefusal | 'token_refused' {
  const parsed = parseEnvelope(body);
  const error = parsed.ok && !parsed.envelope.ok ? parsed.envelope.error : '';
  return REASONS.find(([spelling]) => spelling.test(error))?.[1] ?? 'unauthorized';
}

export const isCallRefusal = (problem: string | null): problem is CallRefusal =>
  CALL_REFUSALS.some((one) => one === problem);

export const refusesToken = (status: number, body: Uint8Array): boolean =>
  status === 401 && refusalOf(body) === 'token_refused';

/** Whether a new token may help: the Drive refuses the present one, or everything without a reason that is known. */
export const mayRenewToken = (of: { tokenRefusedAt: Date | null; refusal: CallRefusal | null }): boolean =>
  of.tokenRefusedAt !== null || of.refusal === 'unauthorized';

/** Result of a call with the token of a removed install. */
export type TokenProof =
  | { readonly kind: 'refused' }
  | { readonly kind: 'accepted' }
  | { readonly kind: 'unanswered'; readonly reason: string };

/** 401, 403, 404 and 410 refuse the token, a success accepts it; everything else is no answer. */
export function readProbeAnswer(status: number, body: Uint8Array): TokenProof {
  if (status >= 200 && status < 300) return { kind: 'accepted' };
  if (status === 401 && ['signature_refused', 'clock_skew'].includes(refusalOf(body)))
    return { kind: 'unanswered', reason: 'The plugin refused the signature, which says nothing about the token.' };
  if ([401, 403, 404, 410].includes(status)) return { kind: 'refused' };
  return { kind: 'unanswered', reason: `The plugin answered the check with HTTP ${status}.` };
}
