import type { CanonicalManifest, JsonObject } from '@portal/contract';
import type { CheckResult } from '../input.js';
import { countChecks, type CheckCounts } from './counts.js';
import type { Finding } from './finding.js';
import type { LoggedProbe } from '../probe/probe-log.js';

/** Result of one group of checks. */
type GroupVerdict = 'pass' | 'fail' | 'skipped';

/** The validator's response (contract: Validator result), ready to be written as JSON. */
export interface ConformanceReport {
  readonly ok: boolean;
  readonly checks: { readonly schema: GroupVerdict; readonly endpoints: GroupVerdict; readonly hmac: GroupVerdict };
  /** Worst first, then by number. */
  readonly findings: readonly Finding[];
  readonly engine: { readonly version: string };
  readonly counts: CheckCounts;
  /** Checks that broke: our fault. */
  readonly errored: readonly string[];
  /** Null when the manifest is not valid. */
  readonly manifest: ReturnType<typeof summary> | null;
  /** Digest of the manifest value, SHA-256 hex; null when none was read. */
  readonly digest: string | null;
}

/** Result of a run: the public report, and what callers inside the host need in addition. */
export interface ConformanceResult {
  readonly report: ConformanceReport;
  /** The canonical manifest; null when it is not valid. */
  readonly canonical: CanonicalManifest | null;
  /** The manifest value as served; null when none was read. */
  readonly raw: JsonObject | null;
  readonly results: readonly CheckResult[];
  /** All requests, in order. */
  readonly probes: readonly LoggedProbe[];
}

/** Version of the engine; raised when a result may change. */
export const ENGINE_VERSION = '0.5.0';

const ORDER: Readonly<Record<Finding['level'], number>> = { error: 0, warning: 1, info: 2 };

/** Findings worst first, then by number of the check. */
function sortFindings(findings: readonly Finding[]): Finding[] {
  return [...findings].sort(
    (a, b) => ORDER[a.level] - ORDER[b.level] || a.id.localeCompare(b.id, 'en', { numeric: true }),
  );
}

function verdict(results: readonly CheckResult[], group: Finding['check'], called = true): GroupVerdict {
  const own = results.filter(({ check, status }) => check === group && ['pass', 'warn', 'fail'].includes(status));
  if (own.some((result) => result.status === 'fail')) return 'fail';
  return own.length === 0 || !called ? 'skipped' : 'pass';
}

/** A manifest, as the validator shows it. */
function summary(manifest: CanonicalManifest) {
  const { pricing } = manifest;
  return {
    shape: manifest.shape,
    id: manifest.id,
    name: manifest.name,
    tagline: manifest.tagline,
    category: manifest.category,
    version: manifest.version,
    contract_version: manifest.contractVersion,
    pricing: pricing.kind === 'tier' ? pricing.tier : pricing.kind,
    capabilities: manifest.capabilities,
    permissions_requested: manifest.permissionsRequested,
  };
}

/**
 * Creates the report of a run.
 * @param called whether an endpoint of the manifest was called: without a call none passes
 */
export function buildReport(
  results: readonly CheckResult[],
  manifest: { canonical: CanonicalManifest | null; digest: string | null },
  called: boolean,
): ConformanceReport {
  const findings = sortFindings(results.flatMap((result) => result.findings));
  const checks = {
    schema: verdict(results, 'schema'),
    endpoints: verdict(results, 'endpoints', called),
    hmac: verdict(results, 'hmac'),
  };
  return {
    ok: checks.schema === 'pass' && !findings.some((finding) => finding.level === 'error'),
    checks,
    findings,
    engine: { version: ENGINE_VERSION },
    counts: countChecks(results),
    errored: results.filter(({ status }) => status === 'error').map(({ id }) => id),
    manifest: manifest.canonical && summary(manifest.canonical),
    digest: manifest.digest,
  };
}
