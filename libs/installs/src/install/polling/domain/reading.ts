import type { CanonicalManifest } from '@portal/contract';

/** The endpoints of an install that are read. */
export const READ_ENDPOINTS = ['events', 'metrics', 'health', 'billing'] as const;
export type ReadEndpoint = (typeof READ_ENDPOINTS)[number];

/** Why an endpoint could not be read. `resting`: it failed for other installs of the Drive, and was not asked. */
export const READING_PROBLEMS = [
  'no_answer',
  'http_status',
  'quota_exceeded',
  'token_refused',
  'malformed_answer',
  'other_tenant',
  'too_much_out_of_order',
  'our_fault',
  'resting',
] as const;
export type ReadingProblem = (typeof READING_PROBLEMS)[number];

/** Health always, the others when the manifest lists the capability (contract: capabilities). */
export function listedEndpoints(manifest: Pick<CanonicalManifest, 'capabilities'>): ReadEndpoint[] {
  return READ_ENDPOINTS.filter((name) => name === 'health' || manifest.capabilities.includes(name));
}

export const SOON_S = 25;
const QUIET_FREE_S = 300;
const QUIET_PAID_S = 60;
const BILLING_S = 3_600;
const BEHIND_S = 5;

/** Seconds to the next look at an install: soon after news, ever less often while it is quiet, at most every minute if paid. */
export function rhythm(beforeS: number, { news, paid }: { news: boolean; paid: boolean }): number {
  return news ? SOON_S : Math.min(Math.ceil(beforeS * 1.25), paid ? QUIET_PAID_S : QUIET_FREE_S);
}

/** Seconds until an endpoint is read again. @param failures in a row, 0 after a good answer */
export function nextInS(
  endpoint: ReadEndpoint,
  { failures, behind, everyS }: { failures: number; behind: boolean; everyS: number },
): number {
  if (failures > 0) return Math.min(SOON_S * 2 ** Math.min(failures - 1, 10), QUIET_FREE_S);
  if (behind) return BEHIND_S;
  return endpoint === 'billing' ? BILLING_S : everyS;
}
