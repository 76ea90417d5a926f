import { NEVER_SIGNED, NOTHING_TO_CHECK, type Check, type Tried } from './check.js';
import { conformanceChecks } from './checks/index.js';
import type { CheckResult, ConformanceInput, ConformanceMode, NotRunReason } from './input.js';
import { CheckContext } from './probe/context.js';
import type { Finding } from './report/finding.js';
import { buildReport, type ConformanceResult } from './report/report.js';

const REACH: Readonly<Record<ConformanceMode, number>> = { schema: 0, public: 1, full: 2, lifecycle: 3 };

/** What a result means for a decision, for every reader of it: what is only observed is none of the other words. */
function statusOf({ enforcement }: Check, tried: Tried, findings: readonly Finding[]): CheckResult['status'] {
  if (enforcement === 'observed') return enforcement;
  if (tried === 'error') return tried;
  if (findings.some((finding) => finding.level === 'error')) return 'fail';
  if (findings.length > 0) return findings.some((finding) => finding.level === 'warning') ? 'warn' : 'pass';
  return tried === true ? 'pass' : 'skipped';
}

function reasonOf(tried: Tried, { mode }: Check, { input }: CheckContext): NotRunReason {
  if (tried === NOTHING_TO_CHECK || tried === NEVER_SIGNED) return tried;
  const lacks =
    REACH[mode] > REACH[input.mode] ||
    (REACH[mode] >= REACH.full && !input.signer) ||
    (mode === 'lifecycle' && !input.probeTenant);
  return lacks ? 'not_in_this_run' : 'not_reached';
}

async function runCheck(check: Check, context: CheckContext): Promise<CheckResult> {
  const inReach = REACH[check.mode] <= REACH[context.input.mode];
  context.begin(check);
  const tried =
    inReach &&
    (await check.run(context).catch((error: unknown): Tried => {
      if (check.required && check.enforcement === 'enforced') throw error;
      context.input.onError?.(check.id, error);
      return 'error';
    }));
  const found = context.collected();
  const status = statusOf(check, tried, found);
  const findings = status === 'observed' ? found.map((one) => ({ ...one, level: 'info' as const })) : found;
  const facts = { id: check.id, rule: check.rule, check: check.check, status, findings, call: context.call };
  const notRun = status === 'skipped' || (status === 'observed' && tried !== true && found.length === 0);
  return notRun ? { ...facts, reason: reasonOf(tried, check, context) } : facts;
}

/**
 * Runs every check that the mode allows against a live Drive, one request at a time, and says all that is wrong.
 * Never signs with a real key below mode `full` or without a signer. Calls `install` and `uninstall` only after a valid
 * manifest was read from the same origin; with a real signature only in mode `lifecycle`, for the probe tenant alone, and
 * cleans up what it installed whatever happens in between.
 * @throws TypeError when `manifestUrl` is not an absolute address.
 */
export async function runConformance(input: ConformanceInput): Promise<ConformanceResult> {
  const { signer: _signer, previousSigner: _previous, mac: _mac, ...withoutKey } = input;
  const context = new CheckContext(REACH[input.mode] >= REACH.full ? input : withoutKey);
  const results: CheckResult[] = [];
  for (const check of conformanceChecks) {
    const result = await runCheck(check, context);
    results.push(result);
    input.onCheck?.(result);
  }
  const { document } = context;
  const canonical = document?.manifest ?? null;
  return {
    report: buildReport(results, { canonical, digest: document?.digest ?? null }, context.called),
    canonical,
    raw: document?.raw ?? null,
    results,
    probes: context.sent,
  };
}
