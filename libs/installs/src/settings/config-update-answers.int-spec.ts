import { randomUUID } from 'node:crypto';
import { ReceiverBreaker } from '@portal/platform/jobs';
import {
  CUTS,
  FLOODS,
  HANGS,
  refused,
  said,
  type Answering,
  type SentToDrive,
} from '../../../../test/support/drives/scripted-drive.js';
import { ScriptedWorld } from '../../../../test/support/drives/scripted-world.js';
import { SendConfigUpdate } from './send-config-update.js';
import type { InstallSettingsView } from './settings.view.js';

describe('the Drive’s answer to changed settings', () => {
  const scripted = new ScriptedWorld({ config_update: '/api/platform/config-update' });
  let installId: string;
  const driveId = `i-${randomUUID()}`;

  const call = (method: 'GET' | 'POST', url: string, body?: object) =>
    scripted.world.app.ask<InstallSettingsView>(scripted.operator, method, url, body);
  const settings = async () => (await call('GET', `/operator/installs/${installId}/settings`)).data;
  /** A version of its own, sent once. */
  async function outcomeOf(
    answer: Answering,
  ): Promise<{ version: number; failure: string | null; confirmed: boolean }> {
    const { version } = await settings();
    const changed = { config: { tone: version % 2 === 0 ? 'plain' : 'warm' }, expected_version: version };
    expect(await call('POST', `/operator/installs/${installId}/settings`, changed)).toMatchObject({ status: 200 });
    scripted.drive.will({ POST: [answer] });
    await scripted.world.app.get(SendConfigUpdate).execute(installId);
    const { delivery } = await settings();
    return { version: version + 1, failure: delivery!.failure, confirmed: delivery!.confirmed_at !== null };
  }
  const echo =
    (change: object): Answering =>
    (response, { body }: SentToDrive) => {
      const data = { install_id: body['install_id'], settings_version: body['settings_version'], ...change };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said(data)));
    };

  beforeAll(async () => {
    await scripted.begin();
    installId = await scripted.wished();
    const given = { install_id: driveId, scoped_token: randomUUID(), capabilities: [] };
    scripted.drive.will({ POST: [[200, said(given)]] });
    await scripted.world.work();
  });
  afterAll(() => scripted.close());

  it.each<[string, Answering]>([
    ['this version', echo({})],
    ['a later version', echo({ settings_version: 1_000 })],
    ['the version without the install', echo({ install_id: undefined })],
  ])('with %s confirms them', async (_, answer) => {
    expect(await outcomeOf(answer)).toMatchObject({ confirmed: true, failure: null });
    expect(scripted.drive.of('POST')[0]).toMatchObject({ signed: true, body: { install_id: driveId } });
  });

  it.each<[string, Answering, RegExp]>([
    ['an earlier version', echo({ settings_version: 1 }), /did not confirm/],
    ['a version as text', echo({ settings_version: '1000' }), /did not confirm/],
    ['another install', echo({ install_id: 'another' }), /answered for another install/],
    ['no install that can be', echo({ install_id: 7 }), /answered for another install/],
    ['success without an envelope', [200, { settings_version: 1_000 }], /without a proper envelope/],
    ['a failure as 200', [200, refused('no')], /without a proper envelope/],
    ['no content', [204, ''], /HTTP 204/],
    ['a redirect', [302, ''], /HTTP 302/],
    ['a refused signature', [401, refused('bad_signature')], /HTTP 401: bad_signature/],
    ['a used-up quota', [402, refused('quota exceeded')], /HTTP 402: quota exceeded/],
    ['a wait', [429, refused('slow')], /HTTP 429/],
    ['a failure', [500, '<html>'], /HTTP 500/],
    ['a flood', FLOODS, /./],
    ['nothing at all', CUTS, /./],
    ['nothing in time', HANGS, /./],
  ])('with %s does not confirm them, is reported and retried', async (_, answer, failure) => {
    scripted.world.app.get(ReceiverBreaker).note(scripted.owned.driveId, true, 0);
    const outcome = await outcomeOf(answer);
    expect(outcome).toMatchObject({ confirmed: false });
    expect(outcome.failure).toMatch(failure);
    expect((await settings()).delivery).toMatchObject({ attempts: 1, next_try_at: expect.any(String) as string });
  });
});
