import { buildConfigUpdate, configExample, isConfigUpdateConfirmed } from '@portal/contract';
import type { Act } from './act.js';
import { outcome, type Reply } from './host.js';

/** Sends changed settings to `endpoints.config_update`, an optional addition to the contract. */
export const configure: Act = {
  summary: 'send changed settings for the newest install to endpoints.config_update',
  async run({ host, reporter, config }) {
    const path = host.endpoints!.config_update;
    const { configSchema, version: manifestVersion, permissionsRequested: permissions } = host.manifest!;
    if (path === null)
      return reporter.note(
        'configure',
        'endpoints.config_update is not set, so settings are only sent with the install',
      );
    const install = host.installs.at(-1);
    if (!install) return reporter.note('configure', 'nothing is installed, so there are no settings to send');
    const values = config ?? (configSchema ? configExample(configSchema) : {});
    const send = (settingsVersion: number, key?: null): Promise<Reply> =>
      host.call('POST', path, {
        ...(key === undefined ? { bearer: install.token } : { key }),
        body: buildConfigUpdate({
          installId: install.id,
          settingsVersion,
          config: values as Parameters<typeof buildConfigUpdate>[0]['config'],
          manifestVersion,
          permissions,
        }),
      });
    const steps = [
      ['configure', 2, ''],
      ['configure again', 2, ': if a response is lost, the host sends the same version again'],
      ['configure late', 1, ': an older version may arrive late; answer with the version that you have'],
    ] as const;
    for (const [step, version, why] of steps) {
      const reply = await send(version);
      const confirmed = reply.status === 200 && isConfigUpdateConfirmed(reply.data, version);
      const what = reply.status === 200 ? `200 without settings_version ${version}` : outcome(reply);
      reporter.expect(
        step,
        confirmed,
        confirmed ? `confirmed ${String(reply.data?.settings_version)}` : `${what}${why}`,
      );
      if (!confirmed) return;
    }
    const unsigned = await send(3, null);
    reporter.refused('configure unsigned', unsigned, 'anyone can change settings');
  },
};
