import { buildInstallRequest, parseInstallResponse } from '@portal/contract';
import type { Act } from './act.js';
import { outcome } from './host.js';

/** The most installs created to reach a limit. */
const MOST_INSTALLS = 25;

/** Reads the quota, and exceeds it where the host can do so by installing. */
export const quota: Act = {
  summary: 'read the quota, and exceed it if it counts installs',
  async play({ host, reporter, config }) {
    const block = host.manifest!.quota;
    if (!block) return void reporter.report('quota', 'note', 'the manifest has no quota');
    const { unit, limit, overagePolicy } = block;
    const what = `${limit} ${unit}, then ${overagePolicy === 'block' ? 'the Drive answers 402' : 'the Drive bills the extra use'}`;
    if (overagePolicy !== 'block' || !unit.startsWith('installs_') || limit > MOST_INSTALLS)
      return void reporter.report(
        'quota',
        'note',
        `${what}. The host cannot use it up by itself, so use your product until it refuses`,
      );
    for (let i = 0; i <= limit; i += 1) {
      const ventureId = `mock-quota-${i}`;
      const body = buildInstallRequest({
        tenantId: host.tenantId,
        ventureId,
        ventureName: 'Mock Venture',
        operatorEmail: 'operator@example.com',
        installOrigin: 'https://host.example.com',
        ...(config ? { config } : {}),
      });
      const reply = await host.call('POST', host.endpoints!.install, { body });
      if (reply.status === 402)
        return void reporter.report(
          'quota',
          'ok',
          `${what}: install ${i + 1} of this run was refused with ${outcome(reply)}`,
        );
      const parsed = reply.data && parseInstallResponse(reply.data, host.origin);
      if (!parsed?.ok)
        return void reporter.report('quota', 'fail', `${outcome(reply)}: over the limit the status must be 402`);
      host.installs.push({
        id: parsed.result.installId,
        token: parsed.result.scopedToken,
        tenantId: host.tenantId,
        ventureId,
      });
    }
    reporter.report('quota', 'fail', `${what}: ${limit + 1} installs were accepted`);
  },
};
