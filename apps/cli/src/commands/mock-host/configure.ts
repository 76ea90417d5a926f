import { buildConfigUpdate, configExample, isConfigUpdateConfirmed } from '@portal/contract';
import type { Act } from './act.js';
import { said, type Reply } from './host.js';

/** Sends changed settings to `endpoints.config_update`, an optional addition to the contract. */
export const configure: Act = {
  summary: 'send changed settings of the newest install to endpoints.config_update',
  async play({ host, teller, config }) {
    const path = host.endpoints!.config_update;
    const { configSchema, version: manifestVersion, permissionsRequested: permissions } = host.manifest!;
    if (path === null)
      return void teller.tell(
        'configure',
        'note',
        'endpoints.config_update is missing: settings are read at install only',
      );
    const install = host.installs.at(-1);
    if (!install) return void teller.tell('configure', 'note', 'there is no install: settings are of an install');
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
      ['configure again', 2, ': an answer may be lost, then the host sends the same version again'],
      ['configure late', 1, ': an older version may come late; answer the version that you have'],
    ] as const;
    for (const [step, version, why] of steps) {
      const reply = await send(version);
      const confirmed = reply.status === 200 && isConfigUpdateConfirmed(reply.data, version);
      const what = reply.status === 200 ? `200 without settings_version ${version}` : said(reply);
      teller.expect(step, confirmed, confirmed ? `confirmed ${String(reply.data?.settings_version)}` : `${what}${why}`);
      if (!confirmed) return;
    }
    const unsigned = await send(3, null);
    teller.expect(
      'configure unsigned',
      unsigned.status === 401,
      `${said(unsigned)}${unsigned.status === 401 ? '' : ': everybody can change settings'}`,
    );
  },
};
