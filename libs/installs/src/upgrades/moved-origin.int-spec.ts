import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DemoPersons } from '@portal/identity';
import { SecretsWorkerModule } from '@portal/secrets';
import { freePort } from '../../../../test/support/processes/processes.js';
import { createReferenceDrive, type ReferenceDrive } from '../../../../apps/reference-drive/src/drive.js';
import { ListingsWorld, type Author, type OwnedDrive } from '../../../../test/support/drives/listings.js';
import { decideCase } from '../../../../test/support/people/review.js';
import { EnsureDemoTenants } from '../tenants/ensure-demo-tenants.js';
import type { ForecastView, InstallView, PluginView, UpgradeView, VentureView } from '../install/read/installs.view.js';
import { InstallsModule, InstallsWorkerModule } from '../installs.module.js';
import { consoleState } from '../../../../test/support/drives/console.js';

const REASON = 'All checks passed, and the author told of the move.';

/** One Drive with its memory, deployed at one place and then at another. */
interface Moving {
  owned: OwnedDrive;
  overlay: { drive: { version: string; pricing_tier: string; tagline?: string } };
  memory: string;
  old: ReferenceDrive;
}

describe('a Drive that moves to another origin', () => {
  const world = ListingsWorld.forTests({}, [InstallsModule, InstallsWorkerModule, SecretsWorkerModule]);
  let ada: Author;
  let operator: string;
  let reviewer: string;
  let ventures: VentureView[];
  const folder = mkdtempSync(path.join(tmpdir(), 'drive-portal-moved-'));
  let slugs = 0;

  beforeAll(async () => {
    await world.app.get(DemoPersons).ensure();
    await world.app.get(EnsureDemoTenants).execute();
    [operator, reviewer] = [await world.app.demo('operator'), await world.app.demo('reviewer')];
    ada = await world.author('ada');
    ventures = (await call<{ items: VentureView[] }>(operator, 'GET', '/operator/ventures')).data.items;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const call = <T = Record<string, unknown>>(as: string, method: 'GET' | 'POST', url: string, body?: object) =>
    world.app.ask<T>(as, method, url, body);

  async function deployed(one: Omit<Moving, 'old'>, secret = one.owned.secret): Promise<ReferenceDrive> {
    const drive = await createReferenceDrive({
      id: one.owned.slug,
      port: await freePort(),
      secrets: [secret],
      pricingTier: 'free',
      manifestOverlay: one.overlay,
      dataFile: one.memory,
    });
    world.drives.push(drive);
    return drive;
  }

  /** The id of the submission once its checks have run. */
  async function submitted({ owned }: Moving, drive: ReferenceDrive): Promise<string> {
    const { data } = await call<{ id: string }>(ada.cookie, 'POST', `/author/drives/${owned.driveId}/submissions`, {
      manifest_url: drive.manifestUrl,
    });
    await world.work();
    return data.id;
  }

  async function approved(submissionId: string): Promise<void> {
    const decided = await decideCase(
      (method, url, body) => call(reviewer, method, url, body),
      submissionId,
      'approve',
      REASON,
    );
    expect(decided.status).toBe(200);
    await world.work();
  }

  /** Listed, and active in the first venture. */
  async function running(): Promise<Moving & { installId: string }> {
    const owned = await world.reserve(ada, `moving-${++slugs}`);
    const overlay = { drive: { version: '1.0.0', pricing_tier: 'free' } };
    const memory = path.join(folder, `${owned.slug}.json`);
    const old = await deployed({ owned, overlay, memory });
    const moving = { owned, overlay, memory, old };
    await approved(await submitted(moving, old));
    const installId = await asked(moving, 0);
    await world.work();
    expect(await view(installId)).toMatchObject({ state: 'active' });
    return { ...moving, installId };
  }

  async function asked({ owned }: Pick<Moving, 'owned'>, venture: number): Promise<string> {
    const plugin = (await call<PluginView>(operator, 'GET', `/operator/plugins/${owned.slug}`)).data;
    const { status, data } = await call<InstallView>(operator, 'POST', '/operator/installs', {
      venture_id: ventures[venture]!.id,
      drive_id: owned.driveId,
      digest: plugin.digest,
      permissions: plugin.permissions.map((p) => p.name),
      config: { brand_name: 'Brand', voice: 'Plain and warm', tone: 'plain' },
    });
    expect(status).toBe(202);
    return data.id;
  }

  const view = async (id: string) => (await call<InstallView>(operator, 'GET', `/operator/installs/${id}`)).data;
  const reachable = async (id: string) =>
    (await call<{ reachable: boolean }>(operator, 'POST', `/operator/installs/${id}/refresh`)).data.reachable;

  /** Something that takes requests at that port and never answers; records them. */
  async function hanging(port: number): Promise<string[]> {
    const seen: string[] = [];
    await world.serve((request) => seen.push(`${request.method} ${request.url}`), port);
    return seen;
  }
  /** Answers there to calls about installs; the checks make some of them too. */
  const calledAsInstall = async (drive: ReferenceDrive): Promise<string[]> => {
    const { requests } = await consoleState(drive.url);
    return requests
      .filter(
        ({ path: at, method, status }) =>
          status !== null && status < 300 && (at.includes('/events?since=') || method === 'DELETE'),
      )
      .map(({ method, path: at }) => `${method} ${at.split('?')[0]}`);
  };

  it('is called at the old origin until a reviewer approved the new one, and afterwards only there, accepted or not', async () => {
    const moving = await running();
    moving.overlay.drive = { version: '1.1.0', pricing_tier: 'free', tagline: 'From a new home' };
    const there = await deployed(moving);
    const submission = await submitted(moving, there);
    const checked = (await call<{ changes: object[] }>(reviewer, 'GET', `/review/submissions/${submission}`)).data;
    expect(checked.changes[0]).toMatchObject({
      kind: 'origin',
      level: 'consent',
      sentence: `The address changes from ${moving.old.url} to ${there.url}.`,
    });

    // Nobody has approved it: calls about the install go to the old origin, even when that does not answer.
    await moving.old.close();
    const requests = await hanging(moving.old.port);
    const byChecks = await calledAsInstall(there);
    expect(await reachable(moving.installId)).toBe(false);
    expect(requests.some((line) => line.includes('/events?since='))).toBe(true);
    expect(await calledAsInstall(there)).toEqual(byChecks);

    const forecast = await call<ForecastView>(
      ada.cookie,
      'GET',
      `/author/drives/${moving.owned.driveId}/forecast?revision_id=${await revisionOf(submission)}`,
    );
    expect(forecast.data).toMatchObject({ alone: 0, consent: 1, groups: [{ reasons: ['consent'] }] });
    await approved(submission);
    const until = requests.length;
    expect(await reachable(moving.installId)).toBe(true);
    expect(requests.slice(until)).toEqual([]);
    const prompt = await call<UpgradeView>(operator, 'GET', `/operator/installs/${moving.installId}/upgrade`);
    expect(prompt.data).toMatchObject({ state: 'open', outcome: 'consent' });
    expect(prompt.data.changes[0]).toMatchObject({
      level: 'consent',
      sentence: `The address changes from ${moving.old.url} to ${there.url}.`,
    });
    const { digest, permissions } = prompt.data;
    const accepted = await call(operator, 'POST', `/operator/installs/${moving.installId}/upgrade/accept`, {
      digest,
      permissions: permissions.map((p) => p.name),
    });
    expect(accepted.status).toBe(200);
    expect(await reachable(moving.installId)).toBe(true);
    expect(requests.slice(until)).toEqual([]);
  });

  it('with the same manifest is followed too, though there is nothing to accept', async () => {
    const moving = await running();
    const there = await deployed(moving);
    const submission = await submitted(moving, there);
    const queue = await call<{ items: { id: string; risks: string[] }[] }>(reviewer, 'GET', '/review/submissions');
    expect(queue.data.items.find(({ id }) => id === submission)!.risks).toContain('origin_changed');
    await moving.old.close();
    expect(await reachable(moving.installId)).toBe(false);
    await approved(submission);
    expect(await reachable(moving.installId)).toBe(true);
    expect(await view(moving.installId)).toMatchObject({ version: '1.0.0', upgrade_available: false });
    expect((await call(operator, 'GET', `/operator/installs/${moving.installId}/upgrade`)).error).toBe('no_upgrade');
    // So its operators are notified of its new address.
    expect(await world.events('listing.origin_changed', moving.owned.driveId)).toMatchObject([
      { from: moving.old.url, to: there.url },
    ]);
    const mails = `select body from platform.mail_messages where subject like '%has a new address' and body like '%' || $1 || '%'`;
    expect(await world.column(mails, [there.url])).toEqual([expect.stringContaining(moving.old.url)]);
  });

  it('is not approved without proof: who does not hold the signing key fails the checks', async () => {
    const moving = await running();
    moving.overlay.drive = { version: '1.1.0', pricing_tier: 'free' };
    const stranger = await deployed(moving, 'f'.repeat(64));
    const submission = await submitted(moving, stranger);
    expect((await call(ada.cookie, 'GET', `/submissions/${submission}`)).data).toMatchObject({ state: 'failed' });
    expect(await reachable(moving.installId)).toBe(true);
    expect(await calledAsInstall(stranger)).toEqual([]);
  });

  it('ends at the new origin an install that never accepted it, while the old origin hangs', async () => {
    const moving = await running();
    moving.overlay.drive = { version: '2.0.0', pricing_tier: 'free' };
    const there = await deployed(moving);
    await approved(await submitted(moving, there));
    const ends = async () => (await calledAsInstall(there)).filter((line) => line.startsWith('DELETE'));
    const byChecks = await ends();
    await moving.old.close();
    const requests = await hanging(moving.old.port);
    const confirm = ventures[0]!.name;
    const ended = await call(operator, 'POST', `/operator/installs/${moving.installId}/uninstall`, { confirm });
    expect(ended.status).toBe(202);
    await world.work();
    expect(await view(moving.installId)).toMatchObject({ state: 'revoked', version: '1.0.0' });
    expect(await ends()).toHaveLength(byChecks.length + 1);
    expect(requests).toEqual([]);
  });

  it('is called at the new origin for an install requested before the move and sent after it, and in a dry run', async () => {
    const moving = await running();
    const late = await asked(moving, 1);
    await world.db.query(`update platform.outbox_events set relayed_at = now() where payload->>'install_id' = $1`, [
      late,
    ]);
    const there = await deployed(moving);
    await approved(await submitted(moving, there));
    await moving.old.close();
    await world.db.query(`update platform.outbox_events set relayed_at = null where payload->>'install_id' = $1`, [
      late,
    ]);
    await world.work();
    expect(await view(late)).toMatchObject({ state: 'active' });
    await call(ada.cookie, 'POST', `/author/drives/${moving.owned.driveId}/keys/dry-runs`);
    await world.work();
    expect(
      (await call(ada.cookie, 'GET', `/author/drives/${moving.owned.driveId}/keys/dry-runs/latest`)).data,
    ).toMatchObject({ state: 'done', installs_total: 2, accept_newest: 2 });
  });

  const revisionOf = (submissionId: string) =>
    world.value('select revision_id from listings.submissions where id = $1', [submissionId]);
});
