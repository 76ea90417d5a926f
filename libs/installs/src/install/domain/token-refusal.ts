import { parseEnvelope } from '@portal/contract';

/** Reasons with which Drives refuse a scoped token (the contract names none). */
const SPELLING =
  /^(?:(?:invalid|unknown|expired|revoked)[-_ ](?:scoped[-_ ])?token|(?:scoped[-_ ])?token[-_ ](?:invalid|unknown|expired|revoked))$/i;

/** The Drive refuses the scoped token of an install: 401 with `invalid_token` in any spelling, not a refused signature. */
export function refusesToken(status: number, body: Uint8Array): boolean {
  if (status !== 401) return false;
  const parsed = parseEnvelope(body);
  return parsed.ok && !parsed.envelope.ok && SPELLING.test(parsed.envelope.error);
}

/** Result of a call with the token of a removed install. */
export type TokenProof =
  | { readonly kind: 'refused' }
  | { readonly kind: 'accepted' }
  | { readonly kind: 'unanswered'; readonly reason: string };

/** Reasons for a 401 that are about the signature, in any spelling: they do not concern the token. */
const ABOUT_SIGNATURE = /sig|timestamp|stale|skew|missing[-_ ]headers/i;

/** 401, 403, 404 and 410 refuse the token, a success accepts it; everything else is no answer. */
export function readProbeAnswer(status: number, body: Uint8Array): TokenProof {
  if (status >= 200 && status < 300) return { kind: 'accepted' };
  if (status === 401) {
    const parsed = parseEnvelope(body);
    if (parsed.ok && !parsed.envelope.ok && ABOUT_SIGNATURE.test(parsed.envelope.error))
      return { kind: 'unanswered', reason: 'The plugin refused the signature, which says nothing about the token.' };
  }
  if ([401, 403, 404, 410].includes(status)) return { kind: 'refused' };
  return { kind: 'unanswered', reason: `The plugin answered the check with HTTP ${status}.` };
}
