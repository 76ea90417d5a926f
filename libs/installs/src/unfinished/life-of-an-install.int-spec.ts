import { randomUUID } from 'node:crypto';
import { CUTS, FLOODS, HANGS, refused, said, type Answering } from '../../../../test/support/drives/scripted-drive.js';
import { gave, TOKEN, UnfinishedWorld } from '../../../../test/support/drives/unfinished-world.js';
import type { InstallView } from '../install/read/installs.view.js';
import { MakeDueCalls } from './make-due-calls.js';
import type { UnfinishedInstallView } from './unfinished.view.js';

const DOWN = Symbol('down');

describe('the life of an install', () => {
  const life = UnfinishedWorld.forTests();
  const { wished, sql, call, view, eventsOf, uninstall, next, now, active, audited, end, drive } = life;
  beforeEach(() => life.calm());

  describe('a request to install that the Drive answers', () => {
    it.each<[string, Answering[] | typeof DOWN, string, RegExp | null]>([
      ['gives a token', [gave('a')], 'active', null],
      ['refuses', [[400, refused('missing tenant_id')]], 'failed', /missing tenant_id/],
      ['is over its quota', [[402, refused('quota')]], 'failed', /quota of the plugin is used up/],
      ['refuses the signature', [[401, refused('bad_signature')]], 'failed', /bad_signature/],
      ['fails', [[500, refused('oops')]], 'unknown', /HTTP 500/],
      ['asks to wait', [[429, refused('slow')]], 'requested', /asked to wait/],
      ['is down', DOWN, 'requested', /could not be asked/],
      ['cuts the line', [CUTS], 'unknown', /could not be asked/],
      ['commits and then hangs', [HANGS], 'unknown', /could not be asked/],
      ['floods', [FLOODS], 'unknown', /could not be asked/],
      ['answers no JSON', [[200, '<html>']], 'unknown', /envelope/],
      ['forgets the token', [[200, said({ install_id: 'b' })]], 'unknown', /incomplete/],
      ['answers for another tenant', [gave('c', { tenant_id: randomUUID() })], 'unknown', /another tenant/],
    ])(
      'is recorded with its state when it %s',
      async (what, script, state, outcome) => {
        if (script === DOWN) await drive.stop();
        else drive.will({ POST: script });
        const id = await wished();
        await life.world.work();
        const shown = await view(id);
        expect(shown.state).toBe(state);
        if (['active', 'failed'].includes(state)) expect(shown.call).toBeNull();
        else {
          expect(shown.call).toMatchObject({ kind: 'handshake', attention: false, attempts: 1, max_attempts: 40 });
          expect(shown.call!.last_outcome).toMatch(outcome!);
          const waits = Date.parse(shown.call!.next_try_at!) - Date.parse(shown.call!.last_tried_at!);
          expect(waits).toBeGreaterThan(15_000);
          expect(waits).toBeLessThan(36_000);
        }
        if (script === DOWN) await drive.start();
        // It recovers by itself in every case.
        if (shown.call !== null) {
          drive.will({ POST: [gave(state === 'unknown' && what === 'forgets the token' ? 'b' : `later-${id}`)] });
          await next();
          expect(await view(id)).toMatchObject({ state: 'active', call: null, failure: null });
          expect((await eventsOf(id)).filter((type) => type === 'install.activated')).toHaveLength(1);
        }
        if ((await view(id)).state !== 'failed') await end(id);
      },
      60_000,
    );

    it('does not trust a Drive that keeps the install of another tenant under the id', async () => {
      const mine = await active('shared');
      const other = await wished();
      await life.world.work();
      expect(await view(other)).toMatchObject({
        state: 'unknown',
        call: { last_outcome: expect.stringContaining('another tenant') as string },
      });
      drive.will({ POST: [gave('own-one')] });
      await next();
      expect((await view(other)).state).toBe('active');
      for (const id of [mine, other]) await end(id);
    });

    it('deletes what is known to exist when refused after a lost answer; a conflict needs a person', async () => {
      drive.will({
        POST: [
          [200, said({ install_id: 'half' })],
          [400, refused('no')],
        ],
        DELETE: [
          [500, ''],
          [404, refused('not-found')],
        ],
      });
      const id = await wished();
      await life.world.work();
      await next();
      expect(await view(id)).toMatchObject({ state: 'unknown', call: { attention: false } });
      await next();
      expect(await view(id)).toMatchObject({ state: 'failed', call: null });
      expect(await eventsOf(id)).toContain('install.failed');
      expect(drive.of('DELETE')).toHaveLength(2);

      drive.will({ POST: [CUTS, [409, refused('exists')]] });
      const conflict = await wished();
      await life.world.work();
      await next();
      expect(await view(conflict)).toMatchObject({ state: 'unknown', call: { kind: 'handshake', attention: true } });
      expect((await call('POST', `/operator/installs/${conflict}/give-up`)).data.state).toBe('failed');
    });

    it('ends an orphan of a known id before it takes another id', async () => {
      drive.will({
        POST: [[200, said({ install_id: 'orphan' })], gave('second')],
        DELETE: [
          [503, ''],
          [200, said({ install_id: 'orphan', revoked: true })],
        ],
      });
      const id = await wished();
      await life.world.work();
      await next();
      expect(await view(id)).toMatchObject({ state: 'unknown', call: { reported_id: 'second', attention: false } });
      await next();
      expect((await view(id)).state).toBe('active');
      expect(drive.of('DELETE').map((one) => one.path)).toEqual([
        expect.stringMatching(/\/orphan$/),
        expect.stringMatching(/\/orphan$/),
      ]);
      await end(id);
    });
  });

  describe('a removal that the Drive answers', () => {
    it.each<[string, Answering[] | typeof DOWN, 'revoked' | 'revoking']>([
      ['says revoked', [[200, said({ install_id: 'ID', revoked: true })]], 'revoked'],
      ['knows no such install', [[404, refused('not-found')]], 'revoked'],
      ['says nothing of revoked', [[200, said({})]], 'revoking'],
      ['speaks of another install', [[200, said({ install_id: 'other', revoked: true })]], 'revoking'],
      ['fails', [[500, '']], 'revoking'],
      ['refuses', [[403, refused('no')]], 'revoking'],
      ['cuts the line', [CUTS], 'revoking'],
      ['hangs', [HANGS], 'revoking'],
      ['floods', [FLOODS], 'revoking'],
      ['is down', DOWN, 'revoking'],
    ])(
      'is recorded with its state when it %s',
      async (_what, script, state) => {
        const driveId = `r-${randomUUID()}`;
        const id = await active(driveId);
        const own = (one: Answering): Answering =>
          typeof one === 'function'
            ? one
            : [one[0], JSON.parse(JSON.stringify(one[1]).replaceAll('"ID"', `"${driveId}"`))];
        if (script === DOWN) await drive.stop();
        else drive.will({ DELETE: script.map(own), GET: [[401, refused('invalid_token')]] });
        const answer = await uninstall(id);
        expect([answer.status, answer.data.state]).toEqual([202, 'revoking']);
        expect((await eventsOf(id)).filter((type) => type === 'install.ended')).toHaveLength(1);
        await life.world.work();
        expect((await view(id)).state).toBe(state);
        if (script !== DOWN) {
          const [sent] = drive.of('DELETE');
          expect(sent).toMatchObject({
            signed: true,
            bearer: TOKEN,
            path: expect.stringMatching(new RegExp(`/${driveId}$`)) as string,
          });
        }
        if (state === 'revoking') {
          expect((await view(id)).call).toMatchObject({
            kind: 'revoke',
            attention: false,
            attempts: 1,
            last_outcome: expect.any(String) as string,
          });
          if (script === DOWN) await drive.start();
          drive.will({ DELETE: [[200, said({ install_id: driveId, revoked: true })]], GET: [[403, refused('no')]] });
          await next();
          expect((await view(id)).state).toBe('revoked');
        }
        expect(await view(id)).toMatchObject({ call: null, token_proof: 'refused' });
        expect(await life.token(id)).toBeNull();
      },
      60_000,
    );

    it('is sent again with the signature alone when the token is already refused', async () => {
      const id = await active();
      drive.will({
        DELETE: [
          [401, refused('invalid_token')],
          [404, refused('not-found')],
        ],
        GET: [[401, refused('invalid_token')]],
      });
      await uninstall(id);
      await life.world.work();
      expect((await view(id)).state).toBe('revoked');
      expect(drive.of('DELETE').map((one) => one.bearer)).toEqual([TOKEN, null]);
    });
  });

  describe('an uninstall that is accepted at once', () => {
    it('makes no call when nothing has reached the Drive', async () => {
      const id = await wished();
      expect((await uninstall(id)).data.state).toBe('revoked');
      drive.will({ POST: [gave('never')] });
      await life.world.work();
      await now();
      expect(drive.sent).toEqual([]);
      expect(await view(id)).toMatchObject({ state: 'revoked', call: null });
      expect(await eventsOf(id)).not.toContain('install.ended');
    });

    it.each<[string, Answering, number]>([
      ['a lost answer: the Drive is asked what it is called there', gave('found'), 1],
      ['a refusal: nothing is there', [400, refused('no')], 0],
    ])('handles an install with %s', async (_what, answer, deletes) => {
      drive.will({ POST: [CUTS] });
      const id = await wished();
      await life.world.work();
      expect((await view(id)).state).toBe('unknown');
      drive.will({
        POST: [answer],
        DELETE: [[200, said({ install_id: 'found', revoked: true })]],
        GET: [[401, refused('invalid_token')]],
      });
      expect((await uninstall(id)).data.state).toBe('revoking');
      expect((await uninstall(id)).error).toBe('invalid_transition');
      await now();
      expect((await view(id)).state).toBe('revoked');
      expect([drive.of('POST').length, drive.of('DELETE').length]).toEqual([1, deletes]);
      // Nothing ran, so nothing was billed and nothing ends.
      expect(await eventsOf(id)).not.toContain('install.ended');
      expect(await audited(id)).not.toContain('install.activated');
    });

    it('while the install is being requested ends what the Drive answers as well', async () => {
      let answer!: () => void;
      const asked = new Promise<void>((resolve) => {
        drive.will({
          POST: [
            (response) => {
              answer = () =>
                response
                  .writeHead(200, { 'content-type': 'application/json' })
                  .end(JSON.stringify(said({ install_id: 'late', scoped_token: TOKEN })));
              resolve();
            },
          ],
          DELETE: [[200, said({ install_id: 'late', revoked: true })]],
          GET: [[401, refused('invalid_token')]],
        });
      });
      const id = await wished();
      const working = life.world.work();
      await asked;
      expect((await uninstall(id)).data.state).toBe('revoking');
      await life.app.get(MakeDueCalls).execute();
      expect(drive.of('DELETE')).toEqual([]);
      answer();
      await working;
      await now();
      expect(await view(id)).toMatchObject({ state: 'revoked', token_proof: 'refused', call: null });
      expect([drive.of('POST').length, drive.of('DELETE').length]).toEqual([1, 1]);
      const told = await eventsOf(id);
      expect([told.includes('install.activated'), told.includes('install.ended')]).toEqual([false, false]);
    });

    it('of a failed install ends it without a call', async () => {
      drive.will({ POST: [[400, refused('no')]] });
      const id = await wished();
      await life.world.work();
      expect((await uninstall(id)).data).toMatchObject({ state: 'revoked', call: null });
    });
  });

  describe('a call to a Drive that stays unreachable', () => {
    async function exhausted(id: string): Promise<void> {
      for (let tries = 0; (await view(id)).call?.attention === false; tries++) {
        expect(tries).toBeLessThan(41);
        await next();
      }
    }
    const attention = async () =>
      (await call<{ items: UnfinishedInstallView[] }>('GET', '/host/unfinished-installs?state=attention', life.admin))
        .data.items;
    const mine = async () =>
      (await call<{ items: InstallView[] }>('GET', '/operator/installs?status=attention')).data.items.map(
        (one) => one.id,
      );

    it('is tried for 30 days, then a person may try once more or give up', async () => {
      await drive.stop();
      const id = await wished();
      const clock = async () => (await life.world.value<Date>('select platform.portal_now()')).getTime();
      const began = await clock();
      await life.world.work();
      await exhausted(id);
      const days = ((await clock()) - began) / 86_400_000;
      expect(days).toBeGreaterThan(28);
      expect(days).toBeLessThan(33);
      expect(await view(id)).toMatchObject({
        state: 'requested',
        call: { attention: true, attempts: 40, next_try_at: null },
      });
      const other = await wished();
      await life.world.work();
      await exhausted(other);
      expect(await mine()).toEqual(expect.arrayContaining([id, other]));
      expect((await attention()).map((one) => one.install_id)).toEqual(expect.arrayContaining([id, other]));

      await drive.start();
      drive.will({ POST: [gave('at-last')], GET: [[200, said({})]] });
      expect((await call('POST', `/operator/installs/${id}/try-now`)).data.call).toMatchObject({
        attention: false,
        max_attempts: 41,
      });
      await now();
      expect(await view(id)).toMatchObject({ state: 'active', call: null });
      expect((await call('POST', `/host/unfinished-installs/${other}/give-up`, life.admin)).status).toBe(200);
      expect(await view(other)).toMatchObject({ state: 'failed', call: null });
      expect((await call('POST', `/host/unfinished-installs/${other}/give-up`, life.admin)).error).toBe('nothing_open');
      expect((await attention()).map((one) => one.install_id)).not.toContain(other);
      await end(id);
    }, 120_000);

    it('for a removal ends when it is given up, and the view says that the token was never confirmed dead', async () => {
      const id = await active();
      drive.will({ DELETE: [[500, '']] });
      await uninstall(id);
      await life.world.work();
      expect((await call('POST', `/host/unfinished-installs/${id}/try-now`, life.admin)).status).toBe(202);
      expect((await call('POST', `/operator/installs/${id}/give-up`)).data).toMatchObject({
        state: 'revoked',
        token_proof: 'unanswered',
        call: null,
      });
      expect(await life.token(id)).toBeNull();
      expect(await audited(id)).toContain('install.revocation_given_up');
    });

    it('takes over an id: operators one that the Drive reported, the host any that belongs to no other install', async () => {
      const theirs = await active('theirs');
      drive.will({ POST: [CUTS] });
      const id = await wished();
      await life.world.work();
      drive.will({ POST: [[409, refused('exists')]], DELETE: [[200, said({ install_id: 'told', revoked: true })]] });
      await uninstall(id);
      await now();
      expect(await view(id)).toMatchObject({ state: 'revoking', call: { kind: 'revoke', attention: false } });
      const take = (as: string, path: string, body: object = { id: 'told' }) =>
        call('POST', `${path}/${id}/take-over-id`, as, body);
      expect((await take(life.operator, '/operator/installs')).error).toBe('id_not_reported');
      for (const bad of ['', '..', 'a/b', 'x'.repeat(513)])
        expect((await take(life.admin, '/host/unfinished-installs', { id: bad })).status).toBe(400);
      expect((await take(life.admin, '/host/unfinished-installs', { id: 'theirs' })).error).toBe(
        'id_of_another_install',
      );
      expect((await take(life.admin, '/host/unfinished-installs')).status).toBe(202);
      await now();
      expect((await view(id)).state).toBe('revoked');
      expect(drive.of('DELETE').map((one) => one.path)).toEqual([expect.stringMatching(/\/told$/)]);
      await end(theirs);
    });

    it('cannot be retried or given up when none is open', async () => {
      const id = await active();
      for (const action of ['try-now', 'give-up'])
        expect((await call('POST', `/operator/installs/${id}/${action}`)).error).toBe('nothing_open');
      expect((await call('POST', `/operator/installs/${id}/renew-token`)).error).toBe('token_not_refused');
      await end(id);
    });
  });

  it('each call is made once by several workers', async () => {
    drive.will({
      POST: [
        (response, sent) => {
          const { venture_id: venture } = sent.body as { venture_id: string };
          response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify(said({ install_id: venture, scoped_token: TOKEN })));
        },
      ],
    });
    const ids = await Promise.all(Array.from({ length: 12 }, () => wished()));
    await sql(`update platform.outbox_events set relayed_at = now() where relayed_at is null`);
    await sql(`update installs.call_plans set next_try_at = platform.portal_now() where state = 'waiting'`);
    await Promise.all([1, 2, 3].map(() => life.app.get(MakeDueCalls).execute()));
    for (const id of ids) expect((await view(id)).state).toBe('active');
    expect(drive.of('POST')).toHaveLength(12);
  });

  it('the claim of a dead worker expires, and that of an event is taken over by the same event', async () => {
    drive.will({ POST: [gave('after-death')] });
    const id = await wished();
    const dead = randomUUID();
    await sql(
      `update installs.call_plans set attempts = 1, claimed_by = $2, claimed_until = clock_timestamp() + interval '3 minutes',
         next_try_at = created_at where install_id = $1`,
      [id, dead],
    );
    await now();
    expect((await view(id)).state).toBe('requested');
    expect((await call('POST', `/operator/installs/${id}/try-now`)).error).toBe('call_in_progress');
    await sql(`update installs.call_plans set claimed_until = clock_timestamp() where install_id = $1`, [id]);
    await now();
    expect((await view(id)).state).toBe('active');
  });

  it('the claim of a lost worker is free at once', async () => {
    drive.will({ POST: [gave('after-loss')] });
    const id = await wished();
    // No worker has this number, so its lock is free.
    await sql(
      `update installs.call_plans set attempts = 1, claimed_by = $2, claimed_until = clock_timestamp() + interval '3 minutes',
         claimed_worker = 2000000000, next_try_at = created_at where install_id = $1`,
      [id, randomUUID()],
    );
    await now();
    expect((await view(id)).state).toBe('active');
    const plan = 'select claimed_by, claimed_until, claimed_worker from installs.call_plans where install_id = $1';
    expect(await sql(plan, [id])).toEqual([{ claimed_by: null, claimed_until: null, claimed_worker: null }]);
  });
});
