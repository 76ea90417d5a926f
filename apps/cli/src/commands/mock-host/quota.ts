import { buildInstallRequest, parseInstallResponse } from '@portal/contract';
import type { Act } from './act.js';
import { said } from './host.js';

/** More installs than this are not made to see a cap. */
const MOST_INSTALLS = 25;

/** Looks at the quota, and goes over it where the host itself can: by installing. */
export const quota: Act = {
  summary: 'look at the quota; go over it when installs are what it counts',
  async play({ host, teller, config }) {
    const block = host.manifest!.quota;
    if (!block) return void teller.tell('quota', 'note', 'the manifest has no quota');
    const { unit, limit, overagePolicy } = block;
    const what = `${limit} ${unit}, then ${overagePolicy === 'block' ? 'the Drive answers 402' : 'the Drive bills what is above'}`;
    if (overagePolicy !== 'block' || !unit.startsWith('installs_') || limit > MOST_INSTALLS)
      return void teller.tell(
        'quota',
        'note',
        `${what}; the host cannot use it up by itself, so use your product until it refuses`,
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
        return void teller.tell(
          'quota',
          'ok',
          `${what}: install ${i + 1} of this play was refused with ${said(reply)}`,
        );
      const parsed = reply.data && parseInstallResponse(reply.data, host.origin);
      if (!parsed?.ok) return void teller.tell('quota', 'fail', `${said(reply)}: over the cap the status is 402`);
      host.installs.push({
        id: parsed.result.installId,
        token: parsed.result.scopedToken,
        tenantId: host.tenantId,
        ventureId,
      });
    }
    teller.tell('quota', 'fail', `${what}: ${limit + 1} installs were accepted`);
  },
};
