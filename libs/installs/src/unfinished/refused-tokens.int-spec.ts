import { refused, said } from '../../../../test/support/drives/scripted-drive.js';
import { gave, TOKEN, UnfinishedWorld } from '../../../../test/support/drives/unfinished-world.js';
import type { InstallView } from '../install/read/installs.view.js';

describe('the token of an install', () => {
  const life = UnfinishedWorld.forTests();
  const { sql, call, view, eventsOf, uninstall, next, now, active, end, drive } = life;
  beforeEach(() => life.calm());

  describe('after the end of the install', () => {
    const notes = () =>
      sql<{ text: string }>(
        `select text from listings.sync_notes where drive_id = $1 and kind = 'token_still_accepted' and resolved_at is null`,
        [life.owned.driveId],
      );

    it('is a finding while it still opens something', async () => {
      const id = await active('kept');
      drive.will({
        DELETE: [[200, said({ install_id: 'kept', revoked: true })]],
        GET: [[200, said({ installs_active: 0 })]],
      });
      await uninstall(id);
      await life.world.work();
      expect(await view(id)).toMatchObject({ state: 'revoked', token_proof: 'accepted', call: null });
      expect(drive.of('GET')).toEqual([
        expect.objectContaining({ bearer: TOKEN, signed: true, path: expect.stringContaining('metrics') as string }),
      ]);
      expect(await notes()).toEqual([{ text: expect.stringContaining(id) as string }]);
      const drives = await call<{ items: { notes: { text: string }[] }[] }>(
        'GET',
        '/author/drives',
        life.author.cookie,
      );
      expect(JSON.stringify(drives.data)).toContain('still opens its metrics');
      const reviewer = await life.app.demo('reviewer');
      expect((await call('GET', '/review/drives', reviewer)).body).toContain('still opens its metrics');
      const authors = await call<{ items: { install_id: string; token_proof: string }[] }>(
        'GET',
        `/author/drives/${life.owned.driveId}/installs?status=attention`,
        life.author.cookie,
      );
      expect(authors.data.items).toEqual([expect.objectContaining({ install_id: id, token_proof: 'accepted' })]);

      await end(await active());
      expect(await notes()).toEqual([]);
    });

    it('is checked until there is an answer, and no longer than the plan', async () => {
      const id = await active('slow');
      drive.will({
        DELETE: [[200, said({ install_id: 'slow', revoked: true })]],
        GET: [
          [500, ''],
          [401, refused('bad_signature')],
          [410, ''],
        ],
      });
      await uninstall(id);
      await life.world.work();
      expect(await view(id)).toMatchObject({
        state: 'revoked',
        token_proof: 'pending',
        call: { kind: 'probe', max_attempts: 13 },
      });
      await next();
      expect((await view(id)).token_proof).toBe('pending');
      await next();
      expect(await view(id)).toMatchObject({ token_proof: 'refused', call: null });

      const mute = await active('mute');
      drive.will({ DELETE: [[200, said({ install_id: 'mute', revoked: true })]], GET: [[500, '']] });
      await uninstall(mute);
      await life.world.work();
      for (let i = 0; i < 12; i++) await next();
      expect(await view(mute)).toMatchObject({ token_proof: 'unanswered', call: null });
      expect(await life.token(mute)).toBeNull();
    }, 60_000);
  });

  describe('that a running install can no longer use', () => {
    const refresh = (id: string) => call('POST', `/operator/installs/${id}/refresh`);

    it('is reported, and replaced by a handshake for the same tenant and venture', async () => {
      const id = await active('mended');
      drive.will({
        GET: [[401, refused('invalid_token')]],
        POST: [[200, said({ install_id: 'mended', scoped_token: 'dst_another' })]],
      });
      await refresh(id);
      expect((await view(id)).token_refused_at).not.toBeNull();
      expect(await eventsOf(id)).toContain('install.attention_needed');
      const filtered = await call<{ items: InstallView[] }>('GET', '/operator/installs?status=attention');
      expect(filtered.data.items.map((one) => one.id)).toContain(id);
      for (let i = 0; i < 2; i++)
        expect((await call('POST', `/operator/installs/${id}/renew-token`)).data).toMatchObject({
          state: 'active',
          call: { kind: 'handshake' },
        });
      await now();
      expect(await view(id)).toMatchObject({ state: 'active', token_refused_at: null, call: null });
      const [before] = await sql('select tenant_id, venture_id from installs.installs where id = $1', [id]);
      expect(drive.of('POST').map((one) => one.body)).toEqual([expect.objectContaining(before!)]);
      expect((await eventsOf(id)).filter((type) => type === 'install.activated')).toHaveLength(1);
      drive.will({
        DELETE: [[200, said({ install_id: 'mended', revoked: true })]],
        GET: [[401, refused('invalid_token')]],
      });
      await uninstall(id);
      await life.world.work();
      expect(drive.of('DELETE').map((one) => one.bearer)).toEqual(['dst_another']);
    });

    it('is not replaced by that of another install: a person decides', async () => {
      const id = await active('first');
      drive.will({ GET: [[401, refused('invalid_token')]], POST: [gave('another')] });
      await refresh(id);
      await call('POST', `/operator/installs/${id}/renew-token`);
      await now();
      expect(await view(id)).toMatchObject({ state: 'active', call: { attention: true, reported_id: 'another' } });
      expect(
        (await call('POST', `/operator/installs/${id}/take-over-id`, life.operator, { id: 'guessed' })).error,
      ).toBe('id_not_reported');
      expect(
        (await call('POST', `/operator/installs/${id}/take-over-id`, life.operator, { id: 'another' })).status,
      ).toBe(202);
      await now();
      expect(await view(id)).toMatchObject({ state: 'active', token_refused_at: null, call: null });
      expect(await sql('select drive_install_id from installs.installs where id = $1', [id])).toEqual([
        { drive_install_id: 'another' },
      ]);
      await end(id);
    });

    it('leaves the install running when the Drive refuses to give a new one', async () => {
      const id = await active();
      drive.will({ GET: [[401, refused('invalid_token')]], POST: [[403, refused('no')]] });
      await refresh(id);
      await call('POST', `/operator/installs/${id}/renew-token`);
      await now();
      expect(await view(id)).toMatchObject({
        state: 'active',
        call: { attention: true, last_outcome: expect.stringContaining('HTTP 403') as string },
      });
      drive.will({ GET: [[200, said({ events: [] })]] });
      await refresh(id);
      expect((await view(id)).token_refused_at).toBeNull();
      expect((await call('POST', `/operator/installs/${id}/give-up`)).data).toMatchObject({
        state: 'active',
        call: null,
      });
      await end(id);
    });

    it('is not replaced after a refused signature', async () => {
      const id = await active();
      drive.will({ GET: [[401, refused('stale_timestamp')]] });
      await refresh(id);
      expect((await view(id)).token_refused_at).toBeNull();
      await end(id);
    });
  });
});
