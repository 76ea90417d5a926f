import { parseInstallResponse } from '@portal/contract';
import type { Act } from './act.js';
import { outcome } from './host.js';
import { keep, requestOf } from './install.js';

/** The most installs created to reach a limit. */
const MOST_INSTALLS = 25;

/** Reads the quota, and exceeds it where the host can do so by installing. */
export const quota: Act = {
  summary: 'read the quota, and exceed it if it counts installs',
  async run(stage) {
    const { host, reporter } = stage;
    const block = host.manifest!.quota;
    if (!block) return reporter.note('quota', 'the manifest has no quota');
    const { unit, limit, overagePolicy } = block;
    const what = `${limit} ${unit}, then ${overagePolicy === 'block' ? 'the Drive answers 402' : 'the Drive bills the extra use'}`;
    if (overagePolicy !== 'block' || !unit.startsWith('installs_') || limit > MOST_INSTALLS)
      return reporter.note(
        'quota',
        `${what}. The host cannot use it up by itself, so use your product until it refuses`,
      );
    for (let i = 0; i <= limit; i += 1) {
      const ventureId = `mock-quota-${i}`;
      const body = requestOf(stage, 'both', ventureId);
      const reply = await host.call('POST', host.endpoints!.install, { body });
      if (reply.status === 402)
        return reporter.ok('quota', `${what}: install ${i + 1} of this run was refused with ${outcome(reply)}`);
      const parsed = reply.data && parseInstallResponse(reply.data, host.origin);
      if (!parsed?.ok) return reporter.fail('quota', `${outcome(reply)}: over the limit the status must be 402`);
      keep(host, parsed, ventureId);
    }
    reporter.fail('quota', `${what}: ${limit + 1} installs were accepted`);
  },
};
