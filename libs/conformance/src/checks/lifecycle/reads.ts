import { NOTHING_TO_CHECK, type Check } from '../../check.js';
import { dataOf } from '../../probe/answer.js';
import type { ProbeResult } from '../../probe/probe.js';
import { judgesOf } from './judged.js';

const ofReads = judgesOf('endpoints');

const activeOf = (probe: ProbeResult | undefined): unknown => (probe ? dataOf(probe)?.installs_active : undefined);

const metrics = ofReads.warning(
  'C88',
  'metrics_follow_installs',
  'Other data shapes: metrics',
  ({ metricsBefore, metricsAfterInstall }, blame) => {
    const [before, after] = [activeOf(metricsBefore), activeOf(metricsAfterInstall)];
    if (!metricsAfterInstall || !dataOf(metricsAfterInstall)) return false;
    if (after === undefined) return NOTHING_TO_CHECK;
    const expected = 'installs_active, a whole number that counts the new install';
    if (typeof after !== 'number' || !Number.isInteger(after) || after < 0)
      blame(metricsAfterInstall, {
        expected,
        cause: 'installs_active is not a whole number of zero or more.',
        fix: 'Count the installs that are not revoked.',
      });
    else if (typeof before === 'number' && after <= before)
      blame(metricsAfterInstall, { expected, cause: `installs_active stays at ${after} after an install.` });
  },
);

const billing = ofReads.warning(
  'C98',
  'billing_summary',
  'Other data shapes: billing',
  ({ billing: probe }, blame, context) => {
    const data = probe && dataOf(probe);
    if (!probe || !data) return false;
    const { tenant_id: tenant, amount_cents: amount, currency } = data;
    if (tenant !== undefined && tenant !== null && tenant !== context.input.probeTenant!.tenantId)
      blame(probe, {
        level: 'error',
        expected: 'the tenant that was asked for, or null',
        cause: 'Billing of another tenant comes back.',
      });
    if (amount !== undefined && !(typeof amount === 'number' && Number.isInteger(amount)))
      blame(probe, { expected: 'amount_cents as a whole number', cause: 'amount_cents is no whole number.' });
    if (currency !== undefined && !(typeof currency === 'string' && /^[a-z]{3}$/.test(currency)))
      blame(probe, { expected: 'a lower-case currency code', cause: 'currency is no lower-case code.' });
  },
);

const countBack = ofReads.warning(
  'C106',
  'metrics_after_revoke',
  'Other data shapes: metrics',
  ({ metricsBefore, metricsAfterCleanUp, left, install }, blame) => {
    const [before, after] = [activeOf(metricsBefore), activeOf(metricsAfterCleanUp)];
    if (dataOf(metricsBefore) && before === undefined) return NOTHING_TO_CHECK;
    if (typeof before !== 'number' || typeof after !== 'number' || !install.parsed || left.length > 0) return false;
    if (after > before)
      blame(metricsAfterCleanUp, {
        expected: `installs_active back at ${before}`,
        cause: `installs_active is ${after} after everything was revoked; it was ${before} before.`,
      });
  },
);

/** C88, C98, C106: metrics and billing during installs and uninstalls. */
export const tenantReadChecks: readonly Check[] = [metrics, billing, countBack];
