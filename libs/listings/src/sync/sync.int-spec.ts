import { ManifestSyncWorld, type Overlay } from '../../../../test/support/drives/manifest-sync-world.js';
import { FLAT } from '../../../../test/support/drives/flat-manifest.js';
import { control } from '../../../../test/support/drives/console.js';
import type { SubmissionView } from '../submissions/submissions.view.js';
import { Listings } from '../listing/listings.js';
import { SyncManifest } from './sync-manifest.js';

const DOCS = 'https://docs.example.com/new';

describe('following the manifest of a live Drive', () => {
  const following = ManifestSyncWorld.forTests();
  const { call, listed, approve, mailed } = following;

  it('changes nothing for an unchanged manifest', async () => {
    const { sync, live, prompts, versions, first } = await listed();
    await sync();
    expect(await live()).toEqual(first);
    expect(await prompts()).toEqual([]);
    expect(await versions()).toHaveLength(1);
  });

  it('publishes a raised version with harmless changes at once and notifies installs, once however often it runs', async () => {
    const { driveId, overlay, sync, live, prompts, versions, first } = await listed();
    overlay.drive = { version: '1.1.0', docs_url: DOCS };
    await sync();
    await sync();
    await following.app.get(SyncManifest).execute(driveId);
    const now = (await live())!;
    expect(now).toMatchObject({ version: '1.1.0', manifest: { docsUrl: DOCS } });
    expect(await prompts()).toEqual([
      {
        drive_id: driveId,
        from_revision_id: first.revisionId,
        revision_id: now.revisionId,
        digest: now.digest,
        version: '1.1.0',
      },
    ]);
    expect(await versions()).toMatchObject([
      { version: '1.1.0', state: 'live', effect: 'cosmetic' },
      { version: '1.0.0', state: 'superseded', effect: null },
    ]);
    expect((await following.app.get(Listings).changes(first.revisionId, now.revisionId)).map((c) => c.kind)).toContain(
      'docs_url',
    );
  });

  it('publishes a change without a raised version, records it, and notifies no install', async () => {
    const { owned, overlay, sync, live, prompts, view } = await listed();
    overlay.drive = { version: '1.0.0', docs_url: DOCS };
    await sync();
    expect((await live())!.manifest.docsUrl).toBe(DOCS);
    expect(await prompts()).toEqual([]);
    expect((await view()).notes).toMatchObject([{ kind: 'version_not_raised' }]);
    await sync();
    expect(await mailed(`/author/drives/${owned.driveId}`, 'without a higher version')).toHaveLength(1);
    overlay.drive = { version: '1.0.1', docs_url: DOCS };
    await sync();
    expect((await view()).notes).toEqual([]);
    expect(await prompts()).toHaveLength(1);
  });

  it('follows nothing below the highest version that was ever published, in whichever steps it goes down', async () => {
    const { overlay, sync, live, prompts, view } = await listed();
    overlay.drive = { version: '3.0.0', docs_url: DOCS };
    await sync();
    const highest = await live();
    expect(highest).toMatchObject({ version: '3.0.0' });
    for (const version of ['2.9.0', null, '0.1.0', 'latest', '1.0.1']) {
      overlay.drive = { version };
      await sync();
      expect([await live(), (await view()).notes.map(({ kind }) => kind)]).toEqual([highest, ['version_lowered']]);
    }
    expect(await prompts()).toHaveLength(1);
    overlay.drive = { version: '3.0.1' };
    await sync();
    expect((await view()).notes).toEqual([]);
    expect((await prompts()).map(({ version }) => version)).toEqual(['3.0.0', '3.0.1']);
  });

  it('lets nobody publish below that past the service, unless a person approved it and nobody is asked', async () => {
    const { driveId, overlay, sync, first } = await listed();
    overlay.drive = { version: 'v2.10-rc.1' };
    await sync();
    const put = (of: { prompts?: boolean; by?: string } = {}) =>
      following.world.db.query(
        `insert into listings.publications (id, drive_id, revision_id, submission_id, prompts, published_at) values (gen_random_uuid(), $1, $2, $3, $4, now())`,
        [driveId, first.revisionId, of.by ?? null, of.prompts ?? false],
      );
    const lower = { driverError: { constraint: 'publications_version_rises' } };
    await expect(put()).rejects.toMatchObject(lower);
    await expect(put({ by: driveId, prompts: true })).rejects.toMatchObject(lower);
    await put({ by: driveId });
  });

  it('sends a wider permission to review while the old version is served, and publishes what is approved', async () => {
    const { driveId, overlay, sync, live, prompts, waiting, view, first } = await listed();
    overlay['permissions_requested'] = ['venture.read', 'events.emit', 'billing.read'];
    overlay.drive = { version: '1.1.0' };
    await sync();
    await sync();
    expect(await live()).toEqual(first);
    const submission = (await waiting())!;
    expect(submission).toMatchObject({ kind: 'update', version: '1.1.0', state: 'in_review' });
    expect(submission.changes.map((c) => c.level)).toContain('consent');
    expect(submission.checks.length).toBeGreaterThan(40);
    expect(submission.manifest_before).not.toBe(submission.manifest_after);
    expect((await view()).state).toBe('live_update');
    expect(await prompts()).toEqual([]);
    expect(await mailed(`/author/submissions/${submission.id}`, 'version 1.1.0 waits')).toHaveLength(1);
    const moves = async () =>
      (await following.world.events('submission.moved', driveId))
        .filter(({ submission_id: id }) => id === submission.id)
        .map(({ from, state }) => [from, state]);
    expect(await moves()).toEqual([[null, 'in_review']]);
    await approve(submission);
    expect(await moves()).toEqual([
      [null, 'in_review'],
      ['in_review', 'approved'],
    ]);
    expect((await live())!.version).toBe('1.1.0');
    expect(await prompts()).toMatchObject([{ from_revision_id: first.revisionId, version: '1.1.0' }]);
  });

  it('installs for the probe tenants what goes to review, and does not follow what cannot be removed again', async () => {
    const { drive, overlay, sync, live, waiting, view, first } = await listed();
    overlay['permissions_requested'] = ['venture.read', 'events.emit', 'billing.read'];
    overlay.drive = { version: '1.1.0' };
    const turn = (on: boolean) => control(drive.url, 'switch', { name: 'revoke-never', on });
    expect((await turn(true)).status).toBe(200);
    await sync();
    expect(await waiting()).toBeUndefined();
    expect((await view()).notes).toMatchObject([{ kind: 'invalid', text: expect.stringContaining('C89') }]);
    expect(await live()).toEqual(first);
    expect((await turn(false)).status).toBe(200);
    await sync();
    const { checks } = (await waiting())!;
    const states = ['C80', 'C82', 'C89', 'C92', 'C105', 'C154'].map((id) => checks.find((one) => one.id === id)?.state);
    expect(new Set(states)).toEqual(new Set(['pass']));
    expect((await view()).notes).toEqual([]);
  });

  it('replaces its own open review when the manifest changes again, and does not submit again what was rejected', async () => {
    const { overlay, sync, live, waiting, view, first } = await listed();
    const ask = (permission: string, version: string) => {
      overlay['permissions_requested'] = ['venture.read', 'events.emit', permission];
      overlay.drive = { version };
    };
    ask('billing.read', '1.1.0');
    await sync();
    const earlier = (await waiting())!;
    ask('contacts.read', '1.2.0');
    await sync();
    const later = (await waiting())!;
    expect(later.version).toBe('1.2.0');
    expect(
      (await call<SubmissionView>(following.reviewer, 'GET', `/review/submissions/${earlier.id}`)).data.state,
    ).toBe('withdrawn');
    await approve(later, 'reject');
    await sync();
    expect(await waiting()).toBeUndefined();
    expect((await view()).notes).toMatchObject([{ kind: 'refused_before' }]);
    expect(await live()).toEqual(first);
  });

  it('does not submit what the author withdrew until the manifest changes or the author submits it', async () => {
    const { driveId, drive, overlay, sync, live, waiting, view, first } = await listed();
    const ask = (permission: string, version: string) => {
      overlay['permissions_requested'] = ['venture.read', 'events.emit', permission];
      overlay.drive = { version };
    };
    const withdraw = async () => {
      const { id } = (await waiting())!;
      expect((await call(following.ada.cookie, 'POST', `/submissions/${id}/withdraw`)).status).toBe(200);
    };
    ask('billing.read', '1.1.0');
    await sync();
    await withdraw();
    await sync();
    await sync();
    expect(await waiting()).toBeUndefined();
    expect((await view()).notes).toMatchObject([{ kind: 'taken_back' }]);
    expect(await live()).toEqual(first);
    // Another digest is another change, and one that it replaced was not withdrawn.
    ask('contacts.read', '1.2.0');
    await sync();
    expect((await waiting())!.version).toBe('1.2.0');
    expect((await view()).notes).toEqual([]);
    ask('contacts.write', '1.3.0');
    await sync();
    ask('contacts.read', '1.2.0');
    await sync();
    expect((await waiting())!.version).toBe('1.2.0');
    // Submitted manually, a withdrawn change is under review again.
    ask('billing.read', '1.1.0');
    await call(following.ada.cookie, 'POST', `/author/drives/${driveId}/submissions`, {
      manifest_url: drive.manifestUrl,
    });
    await following.world.work();
    expect((await waiting())!.version).toBe('1.1.0');
    await withdraw();
    await sync();
    expect(await waiting()).toBeUndefined();
  });

  it('leaves a submission of the author alone', async () => {
    const { driveId, drive, overlay, sync, waiting } = await listed();
    overlay.drive = { version: '1.5.0', name: 'Renamed' };
    await call(following.ada.cookie, 'POST', `/author/drives/${driveId}/submissions`, {
      manifest_url: drive.manifestUrl,
    });
    await following.world.work();
    const own = (await waiting())!;
    overlay['permissions_requested'] = ['venture.read', 'events.emit', 'billing.read'];
    await sync();
    expect((await waiting())!.id).toBe(own.id);
  });

  it.each<[string, (overlay: Overlay) => void, string]>([
    ['a lower version', (o) => (o.drive = { version: '0.9.0' }), 'version_lowered'],
    ['a dropped version', (o) => (o.drive = { version: null, docs_url: DOCS }), 'version_lowered'],
    ['a version that cannot be compared', (o) => (o.drive = { version: 'latest' }), 'version_lowered'],
    ['another id', (o) => (o.drive = { version: '2.0.0', id: 'somebody-else' }), 'id_changed'],
    ['the other shape', (o) => Object.assign(o, FLAT), 'shape_changed'],
    ['an invalid manifest', (o) => (o['schema_version'] = 'one'), 'invalid'],
  ])('defers %s: the last good version stays live, the author is notified once', async (_name, change, kind) => {
    const { owned, overlay, sync, live, view, prompts, first } = await listed();
    change(overlay);
    await sync();
    await sync();
    expect(await live()).toEqual(first);
    expect(await prompts()).toEqual([]);
    expect((await view()).notes).toMatchObject([{ kind }]);
    const mails = await following.db.query(
      `select 1 from platform.mail_messages where body like '%' || $1 || '%' and subject like '%cannot follow%'`,
      [owned.driveId],
    );
    expect(mails).toHaveLength(1);
    for (const key of Object.keys(overlay)) Reflect.deleteProperty(overlay, key);
    overlay.drive = { version: '1.0.0' };
    await sync();
    expect((await view()).notes).toEqual([]);
    expect(await live()).toEqual(first);
  });

  it('shows in the case of a version what it cost and what it will cost', async () => {
    const { overlay, sync, waiting } = await listed();
    overlay.drive = { version: '1.1.0', pricing_tier: 'pro' };
    await sync();
    const { listing_before, listing } = (await waiting())!;
    expect([listing_before?.price, listing?.price]).toMatchObject([
      { amount_minor: '4900', currency: 'usd', plan: null },
      { amount_minor: '19900', currency: 'usd', plan: null },
    ]);
  });

  it.each<[string, (overlay: Overlay) => void, string]>([
    [
      'a new permission',
      (o) => (o['permissions_requested'] = ['venture.read', 'events.emit', 'billing.read']),
      'consent',
    ],
    ['a higher price', (o) => (o.drive = { ...o.drive, pricing_tier: 'pro' }), 'commercial'],
    ['another claim', (o) => (o['compliance'] = { frameworks: ['soc2'], data_residency: ['eu'] }), 'compliance'],
    ['an event that is gone', (o) => (o['events_emitted'] = ['install.created', 'install.revoked']), 'breaking'],
  ])('sends %s to review, with and without a raised version', async (_name, change, level) => {
    for (const version of ['1.0.0', '1.1.0']) {
      const { overlay, sync, live, prompts, waiting, first } = await listed();
      overlay.drive = { version };
      change(overlay);
      await sync();
      expect(await live()).toEqual(first);
      expect(await prompts()).toEqual([]);
      const submission = (await waiting())!;
      expect(submission.changes.map((one) => one.level)).toContain(level);
      await approve(submission);
      expect(await prompts()).toHaveLength(version === '1.0.0' ? 0 : 1);
    }
  });
});
