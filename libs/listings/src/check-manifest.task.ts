import { createHash } from 'node:crypto';
import { runConformance, type CheckResult, type ConformanceReport, type LoggedProbe } from '@portal/conformance';
import { SystemClock } from '@portal/kernel';
import type { ThreadWork } from '@portal/platform';
import { driveTransport } from './drive-transport.js';

export interface CheckManifestInput {
  readonly manifestUrl: string;
  /** Plain http and loopback, as a sandbox allows them. */
  readonly allowLoopback: boolean;
  /** Time for all requests, ms. */
  readonly runMs: number;
  /** SHA-256 of the bytes on which there is a verdict already; with the same bytes nothing more is asked. */
  readonly knownDigest: string | null;
}

export interface CheckManifestOutput {
  /** SHA-256 of the manifest's bytes as served; null when they were not served with status 200. */
  readonly servedDigest: string | null;
  /** Null when the bytes are the known ones. */
  readonly verdict: { readonly report: ConformanceReport; readonly probes: readonly LoggedProbe[] } | null;
}

/** A check that ended, or a request that was answered. */
export type CheckManifestProgress =
  | { readonly check: Pick<CheckResult, 'id' | 'rule' | 'check' | 'status'> }
  | { readonly request: { method: string; path: string; status: number | null; failure: string | null } };

const clock = new SystemClock();
const now = (): number => clock.wallNow().getTime();

/** The public validator's run, in a thread of its own: the same checks as everywhere, without any key. */
export const work: ThreadWork<CheckManifestInput, CheckManifestOutput, CheckManifestProgress> = async (
  { manifestUrl, allowLoopback, runMs, knownDigest },
  { http, tell },
) => {
  const send = driveTransport(http, now, now() + runMs);
  // The manifest is read once: for its digest, and then by the first check.
  const served = await send({ method: 'GET', url: manifestUrl, headers: { accept: 'application/json' } });
  const servedDigest =
    'failure' in served || served.status !== 200 ? null : createHash('sha256').update(served.body).digest('hex');
  if (servedDigest !== null && servedDigest === knownDigest) return { servedDigest, verdict: null };
  let first: typeof served | undefined = served;
  const { report, probes } = await runConformance({
    manifestUrl,
    mode: 'public',
    allowLoopback,
    now,
    transport: async (request) => {
      const answer = first ?? (await send(request));
      first = undefined;
      const { pathname, search } = new URL(request.url);
      const [status, failure] = 'failure' in answer ? [null, answer.failure] : [answer.status, null];
      tell({ request: { method: request.method, path: `${pathname}${search}`.slice(0, 300), status, failure } });
      return answer;
    },
    onCheck: ({ id, rule, check, status }) => tell({ check: { id, rule, check, status } }),
  });
  return { servedDigest, verdict: { report, probes } };
};
