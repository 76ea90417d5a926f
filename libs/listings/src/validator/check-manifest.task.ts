import { runConformance, type ConformanceReport, type LoggedProbe, type Transport } from '@portal/conformance';
import { digestOf, readManifestDocument, type ManifestOptions } from '@portal/contract';
import { SystemClock } from '@portal/kernel';
import type { ThreadWork } from '@portal/platform/jobs';
import { driveTransport } from '../conformance/drive-transport.js';

export interface CheckManifestInput {
  readonly manifestUrl: string;
  /** Plain http and loopback, as a sandbox allows them. */
  readonly allowLoopback: boolean;
  /** Origin of the portal. */
  readonly host: string;
  /** The contract versions that there are, and the instant of judgement. */
  readonly contract: Pick<ManifestOptions, 'at' | 'contractVersions'>;
  /** Time for all requests, ms. */
  readonly runMs: number;
  /** Digest of the answer with a known verdict (`servedDigest`); for the same answer no further request is made. */
  readonly knownDigest: string | null;
}

export interface CheckManifestOutput {
  /**
   * SHA-256 over the answer of the manifest's address, as far as a check can read it; null without a readable manifest.
   * Not over the bytes alone: the envelope contains the time, so no two answers are the same.
   */
  readonly servedDigest: string | null;
  /** Null when the known verdict is still valid. */
  readonly verdict: { readonly report: ConformanceReport; readonly probes: readonly LoggedProbe[] } | null;
}

/** A manifest with more faults is checked again every time. */
const MOST_ISSUES = 500;

const clock = new SystemClock();
const now = (): number => clock.wallNow().getTime();

function digestOfServed(
  served: Awaited<ReturnType<Transport>>,
  { allowLoopback, contract }: Pick<CheckManifestInput, 'allowLoopback' | 'contract'>,
): string | null {
  if ('failure' in served || served.status !== 200) return null;
  const { digest, issues } = readManifestDocument(served.body, { envelope: 'required', allowLoopback, ...contract });
  if (digest === null || issues.length > MOST_ISSUES) return null;
  return digestOf(JSON.parse(JSON.stringify([digest, issues, served.headers['content-type'] ?? null])));
}

/** The public validator's run, in a thread of its own: the same checks as everywhere, without any key. */
export const work: ThreadWork<CheckManifestInput, CheckManifestOutput> = async (
  { manifestUrl, allowLoopback, host, contract, runMs, knownDigest },
  { http },
) => {
  const send = driveTransport(http, now, now() + runMs);
  // The manifest is read once: for its digest, and then by the first check.
  const served = await send({ method: 'GET', url: manifestUrl, headers: { accept: 'application/json' } });
  const servedDigest = digestOfServed(served, { allowLoopback, contract });
  if (servedDigest !== null && servedDigest === knownDigest) return { servedDigest, verdict: null };
  let first: typeof served | undefined = served;
  const { report, probes } = await runConformance({
    manifestUrl,
    mode: 'public',
    allowLoopback,
    host,
    contract,
    now,
    transport: async (request) => {
      const answer = first ?? (await send(request));
      first = undefined;
      return answer;
    },
  });
  return { servedDigest, verdict: { report, probes } };
};
