import { formatMinor } from '@portal/kernel';
import { Listings } from '@portal/listings';
import { PluginsWorld } from '../../../../test/support/drives/plugins-world.js';
import { decideCase } from '../../../../test/support/people/review.js';
import { SyncManifest } from '../../../listings/src/sync/sync-manifest.js';
import type { InstallView, UpgradeView } from '../install/read/installs.view.js';

describe('an upgrade of one install', () => {
  const world = PluginsWorld.forTests('upgradable');

  it('waits for the operator, shows the difference from what runs, and is accepted by digest once', async () => {
    const own = await world.active(0);
    const staying = await world.active(1);
    world.overlay.drive = { version: '1.1.0' };
    await world.app.get(SyncManifest).execute(world.owned.driveId);
    await world.work();
    const prompt = (await world.call<UpgradeView>(world.operator, 'GET', `/operator/installs/${own.id}/upgrade`)).data;
    expect([prompt.state, prompt.from_version, prompt.to_version]).toEqual(['open', '1.0.0', '1.1.0']);
    expect(prompt.changes.map((c) => c.level)).toContain('cosmetic');
    const permissions = prompt.permissions.map((p) => p.name);
    const accept = (body: object) =>
      world.call<InstallView>(world.operator, 'POST', `/operator/installs/${own.id}/upgrade/accept`, body);
    expect((await accept({ digest: world.plugin.digest, permissions })).error).toBe('plugin_changed');
    expect((await accept({ digest: prompt.digest, permissions: [] })).error).toBe('permissions_not_granted');
    // The price is shown before, and consent to another price is refused.
    expect(prompt).toMatchObject({
      price_before: world.plugin.price,
      price_after: world.plugin.price,
      price_known: true,
    });
    const other = await accept({ digest: prompt.digest, permissions, amount_minor: '1' });
    expect([other.status, other.error]).toEqual([409, 'plugin_changed']);
    const now = formatMinor(BigInt(world.plugin.price!.amount_minor), 'usd');
    expect(other.body).toContain(`The price is ${now} per month now.`);
    const asked = jest.spyOn(world.app.get(Listings), 'priceOf');
    const answers = await Promise.all([
      accept({ digest: prompt.digest, permissions, amount_minor: world.plugin.price!.amount_minor }),
      accept({ digest: prompt.digest, permissions }),
    ]);
    expect(answers.map((a) => a.status).sort()).toEqual([200, 404]);
    // The pinned price is that of the recorded instant, read in the same transaction.
    const upgradedAt = `select payload->>'upgraded_at' from platform.outbox_events where type = 'install.upgraded' and payload->>'install_id' = $1`;
    const inside = asked.mock.calls
      .filter(([, , q]) => q !== undefined)
      .map(([, question]) => question.at.toISOString());
    expect(inside).toEqual(await world.listings.column(upgradedAt, [own.id]));
    asked.mockRestore();
    expect((await world.call(world.operator, 'POST', `/operator/installs/${staying.id}/upgrade/decline`)).status).toBe(
      200,
    );
    expect([(await world.view(own.id)).version, (await world.view(staying.id)).version]).toEqual(['1.1.0', '1.0.0']);
    // An operator who declined may reopen it; one who upgraded has nothing to reopen.
    const again = (id: string) =>
      world.call<UpgradeView>(world.operator, 'POST', `/operator/installs/${id}/upgrade/reconsider`);
    expect([(await world.view(staying.id)).upgrade_declined, (await world.view(own.id)).upgrade_declined]).toEqual([
      true,
      false,
    ]);
    expect((await again(own.id)).error).toBe('no_upgrade');
    expect((await again(staying.id)).data).toMatchObject({ state: 'open', to_version: '1.1.0', outcome: 'consent' });
    expect(await world.view(staying.id)).toMatchObject({ upgrade_available: true, upgrade_declined: false });
    expect((await again(staying.id)).error).toBe('no_upgrade');
    expect((await world.call(world.operator, 'POST', `/operator/installs/${staying.id}/upgrade/decline`)).status).toBe(
      200,
    );
  });

  it('keeps the agreed name and contacts until its operator accepts the version that changes them', async () => {
    world.plugin = await world.readPlugin();
    const { id, name, category, support_url, support_email } = await world.active(2);
    const agreed = { name, category, support_url, support_email };
    expect(agreed).toMatchObject({
      name: world.plugin.name,
      category: expect.any(String) as string,
      support_email: expect.stringContaining('@') as string,
    });
    const renamed = {
      name: 'Payments Official',
      category: 'Operations',
      support_url: 'https://elsewhere.example/help',
      support_email: 'help@elsewhere.example',
    };
    world.overlay.drive = { version: '1.2.0', ...renamed };
    await world.app.get(SyncManifest).execute(world.owned.driveId);
    await world.work();
    expect(await world.view(id)).toMatchObject({ ...agreed, upgrade_available: false });
    const inReview = `select id from listings.submissions where drive_id = $1 and state = 'in_review'`;
    const reviewer = await world.app.demo('reviewer');
    const decided = await decideCase(
      (method, url, body) => world.call(reviewer, method, url, body),
      await world.listings.value(inReview, [world.owned.driveId]),
      'approve',
      'The company changed its name, and showed the papers.',
    );
    expect(decided.status).toBe(200);
    await world.work();
    expect((await world.readPlugin()).name).toBe(renamed.name);
    expect(await world.view(id)).toMatchObject({ ...agreed, upgrade_available: true });
    const found = async (q: string) =>
      (
        await world.call<{ items: InstallView[] }>(
          world.operator,
          'GET',
          `/operator/installs?q=${encodeURIComponent(q)}`,
        )
      ).data.items.map((one) => one.id);
    expect(await found(name)).toContain(id);
    expect(await found(renamed.name)).toEqual([]);

    const offer = (await world.call<UpgradeView>(world.operator, 'GET', `/operator/installs/${id}/upgrade`)).data;
    expect(offer).toMatchObject({ outcome: 'consent' });
    for (const [pointer, before, after] of [
      ['/drive/name', name, renamed.name],
      ['/drive/category', category!, renamed.category],
      ['/drive/support_email', support_email!, renamed.support_email],
    ]) {
      const change = offer.changes.find((one) => one.pointer === pointer);
      expect(change).toMatchObject({ level: 'consent' });
      expect(change!.sentence).toContain(before);
      expect(change!.sentence).toContain(after);
    }
    const accepted = await world.call(world.operator, 'POST', `/operator/installs/${id}/upgrade/accept`, {
      digest: offer.digest,
      permissions: offer.permissions.map((one) => one.name),
    });
    expect(accepted.status).toBe(200);
    expect(await world.view(id)).toMatchObject({ ...renamed, version: '1.2.0' });
    await world.end(id, 2);
  });
});
