import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { CONTRACT_DRAFT, CONTRACT_VERSIONS } from '@portal/contract';
import { ObservedUse } from '@portal/listings';
import {
  envelope,
  event,
  fail,
  own,
  ReadingWorld,
  type Installed,
} from '../../../../test/support/drives/reading-world.js';
import good from '../../../contract/vectors/manifests-good.json';
import type {
  AuthorRejectedEventView,
  DriveReadingView,
  InstallReadingView,
  RejectedEventView,
} from './reading.view.js';
import { PollInstalls } from './poll-installs.js';
import { ReadEvents } from './read-events.js';

describe('reading an install', () => {
  const world = ReadingWorld.forTests();

  describe('two contract versions of one Drive', () => {
    const v2 = {
      ...good.structured,
      schema_version: 2,
      contract_version: '2.0.0-draft',
      version: '2.0.0',
      endpoints: { ...good.structured.endpoints, events: '/api/platform/v2/events' },
    };
    const later = (ms: number) => ({ type: 'content.published', occurred_at: new Date(ms).toISOString(), payload: {} });

    it('are read concurrently, each install by its own version', async () => {
      const drive = await world.host();
      const next = await world.revision(drive, v2, [...CONTRACT_VERSIONS, CONTRACT_DRAFT]);
      const [old, moved] = [await world.install(drive), await world.install(drive, next)];
      const at = Date.now() - 60_000;
      const rows = { [old.token]: [own(old, at)], [moved.token]: [{ ...later(at + 1), install_id: `ws_${moved.id}` }] };
      drive.odd['events'] = (response, { bearer }) =>
        void response.writeHead(200).end(envelope({ events: rows[bearer!] ?? [] }));
      for (const each of [old, moved]) expect(await world.refresh(each)).toMatchObject({ eventsNew: 1, problem: null });
      expect((await world.stored(old)).map(({ ts }) => ts.getTime())).toEqual([at]);
      expect((await world.stored(moved)).map(({ ts }) => ts.getTime())).toEqual([at + 1]);
      expect([await world.cursor(old), await world.cursor(moved)]).toEqual([at, at + 1]);
      for (const each of [old, moved]) expect(await world.rejected(each)).toEqual([]);
      // Repeated rows are recognised.
      for (const each of [old, moved]) expect(await world.refresh(each)).toMatchObject({ eventsNew: 0 });
      for (const each of [old, moved]) expect(await world.stored(each)).toHaveLength(1);
    });

    it('are kept separate: a row of the other version is quarantined with its reason', async () => {
      const drive = await world.host();
      const next = await world.revision(drive, v2, [...CONTRACT_VERSIONS, CONTRACT_DRAFT]);
      const [old, moved] = [await world.install(drive), await world.install(drive, next)];
      const at = Date.now() - 60_000;
      drive.odd['events'] = (response, { bearer }) =>
        void response.writeHead(200).end(
          envelope({
            events: [
              bearer === old.token ? { ...later(at), install_id: `ws_${old.id}` } : own(moved, at),
              bearer === old.token ? own(old, at) : { ...later(at), install_id: `ws_${moved.id}` },
            ],
          }),
        );
      for (const each of [old, moved]) expect(await world.refresh(each)).toMatchObject({ eventsNew: 1 });
      expect(await world.rejected(old)).toMatchObject([
        { reason: 'malformed', detail: expect.stringContaining('"ts"') as string },
      ]);
      expect(await world.rejected(moved)).toMatchObject([
        { reason: 'malformed', detail: expect.stringContaining('"occurred_at"') as string },
      ]);
    });

    it('share a feed of all tokens with installs of their own version only', async () => {
      const drive = await world.host();
      const next = await world.revision(drive, { ...v2, endpoints: good.structured.endpoints }, [
        ...CONTRACT_VERSIONS,
        CONTRACT_DRAFT,
      ]);
      const [old, moved] = [await world.install(drive), await world.install(drive, next)];
      const at = Date.now() - 60_000;
      drive.odd['events'] = (response) =>
        void response.writeHead(200).end(
          envelope({
            events: [own(old, at), event(at), { ...later(at + 5), install_id: `ws_${moved.id}` }, later(at + 6)],
          }),
        );
      for (const each of [old, moved]) await world.refresh(each);
      await world.db.query(`update installs.installs set next_poll_at = '-infinity' where drive_id = $1`, [
        drive.driveId,
      ]);
      await world.app.get(PollInstalls).execute('usual');
      expect((await world.stored(old)).map(({ ts }) => ts.getTime())).toEqual([at]);
      expect((await world.stored(moved)).map(({ ts }) => ts.getTime())).toEqual([at + 5]);
    });
  });

  describe('views of events', () => {
    /** An operator of the install's tenant. */
    const operatorOf = ({ tenantId }: Installed) =>
      world.portal.holder(`op-${tenantId}@x.example`, 'operator', tenantId);
    const get = <T>(as: string, url: string) => world.app.ask<T>(as, 'GET', `/${url}`);

    it('show an operator what surely belongs to the install, and the author all but tenants’ content', async () => {
      const [drive, one, other] = await world.installedTwice();
      const at = Date.now();
      drive.odd['metrics'] = fail(500);
      drive.rows = ({ bearer }) =>
        bearer !== one.token
          ? []
          : [
              own(one, at * 1_000, { payload: { mine: 1 } }),
              event(at, { tenant_id: other.tenantId, payload: { secret: 1 } }),
              { type: 'content.published', ts: 'secret', payload: 1 },
              own(one, at),
            ];
      await world.refresh(one);
      const mine = await operatorOf(one);
      const reading = await get<InstallReadingView>(mine, `operator/installs/${one.id}/reading`);
      expect(reading.data.endpoints).toMatchObject([
        { endpoint: 'events', problem: null },
        { endpoint: 'metrics', problem: 'http_status', status: 500, failing_since: expect.any(String) as string },
        { endpoint: 'health', problem: null, next_at: expect.any(String) as string },
        { endpoint: 'billing', problem: null },
      ]);
      expect(reading.data.rejected.map(({ reason, events }) => [reason, events]).sort()).toEqual([
        ['malformed', 1],
        ['other_tenant', 1],
        ['time_unit', 1],
      ]);
      const rows = await get<{ items: RejectedEventView[] }>(mine, `operator/installs/${one.id}/rejected-events`);
      expect(rows.data.items.map(({ reason, kind }) => [reason, kind])).toEqual([
        ['malformed', null],
        ['other_tenant', null],
        ['time_unit', 'content.published'],
      ]);
      expect(rows.data.items[2]!.content).toContain('"mine":1');
      expect(rows.body).not.toContain('secret');
      const part = await get<{ items: unknown[] }>(mine, `operator/installs/${one.id}/rejected-events?limit=2`);
      expect(part.data.items).toHaveLength(2);

      const base = `author/drives/${drive.driveId}/installs`;
      const all = await get<DriveReadingView>(world.ada.cookie, `${base}/reading`);
      expect(all.data).toMatchObject({
        events_shared_since: null,
        failing: [{ endpoint: 'metrics', problem: 'http_status', status: 500, installs: 1 }],
      });
      expect(all.data.rejected).toHaveLength(3);
      const rejected = await get<{ items: AuthorRejectedEventView[] }>(world.ada.cookie, `${base}/rejected-events`);
      expect(rejected.data.items.map(({ reason, install_id, content }) => [reason, install_id, content])).toEqual(
        ['malformed', 'other_tenant', 'time_unit'].map((reason) => [reason, one.id, null]),
      );
      expect(rejected.data.items[2]!.detail).toContain('finer than milliseconds');
    });

    it('show rows that name nobody, of a feed that every install gets, to the author only', async () => {
      const [drive, one, other] = await world.installedTwice();
      const at = Date.now();
      drive.rows = () => [
        event(at, { payload: { secret: 1 } }),
        event(at * 1_000, { payload: { secret: 2 } }),
        own(one, at),
      ];
      for (const each of [one, other]) await world.refresh(each);
      for (const each of [one, other]) {
        const mine = await operatorOf(each);
        for (const path of ['events', 'rejected-events', 'reading', 'metrics']) {
          const shown = await get(mine, `operator/installs/${each.id}/${path}`);
          expect([shown.status, shown.body.includes('secret')]).toEqual([200, false]);
        }
      }
      const base = `author/drives/${drive.driveId}/installs`;
      expect(
        (await get<DriveReadingView>(world.ada.cookie, `${base}/reading`)).data.events_shared_since,
      ).not.toBeNull();
      const rejected = await get<{ items: AuthorRejectedEventView[] }>(world.ada.cookie, `${base}/rejected-events`);
      expect(rejected.data.items.find(({ reason }) => reason === 'unattributed')!.content).toContain('"secret":1');
      expect((await world.app.get(ObservedUse).ofDrive(drive.driveId)).eventsSharedSince).not.toBeNull();
    });
  });

  describe('an endpoint', () => {
    it.each([402, 500])('that answers HTTP %s for events stops no other endpoint', async (status) => {
      const [drive, one] = await world.installed();
      drive.odd['events'] = fail(status);
      expect(await world.refresh(one)).toMatchObject({
        reachable: true,
        problem: expect.stringContaining(`HTTP ${status}`) as string,
      });
      const [row] = await world.db.query(
        'select metrics, health, billing, unreachable_since from installs.installs where id = $1',
        [one.id],
      );
      expect(row).toMatchObject({
        metrics: { metrics: 1 },
        health: { health: 1 },
        billing: { plan: 'pro', amount_cents: 1900 },
        unreachable_since: null,
      });
      expect(await world.readings(one)).toMatchObject({
        events: { problem: status === 402 ? 'quota_exceeded' : 'http_status', status, failures: 1 },
        metrics: { problem: null, failures: 0 },
        health: { problem: null },
        billing: { problem: null },
      });
    });

    it('that fails is polled less often than the others', async () => {
      const [drive, one] = await world.installed();
      drive.odd['metrics'] = fail(500);
      for (let i = 0; i < 3; i++) await world.refresh(one);
      const [row] = await world.db.query<{ later: boolean; soon: boolean }>(
        `select m.due_at > e.due_at as later, i.next_poll_at = e.due_at as soon from installs.installs i
           join installs.readings m on m.install_id = i.id and m.endpoint = 'metrics' join installs.readings e on e.install_id = i.id and e.endpoint = 'health'
         where i.id = $1`,
        [one.id],
      );
      expect(row).toEqual({ later: true, soon: true });
      // Only due endpoints are called.
      await world.db.query(`update installs.installs set next_poll_at = '-infinity' where id = $1`, [one.id]);
      await world.db.query(
        `update installs.readings set due_at = now() - interval '1 day' where install_id = $1 and endpoint = 'health'`,
        [one.id],
      );
      drive.asked.length = 0;
      await world.app.get(PollInstalls).execute('usual');
      expect(drive.asked.map(({ path }) => path)).toEqual(['health']);
    });

    it('is read only when the manifest lists it, and health is read without signature and token', async () => {
      const { manifest } = { manifest: { ...good.structured, capabilities: ['install', 'uninstall'] } };
      const [drive, one] = await world.installed(manifest);
      expect(await world.refresh(one)).toMatchObject({ reachable: true, problem: null });
      expect(drive.asked).toEqual([{ path: 'health', since: 0, bearer: null, signed: false }]);
    });

    it('with the bill of another tenant is not shown', async () => {
      const [drive, one] = await world.installed();
      drive.odd['billing'] = (response) =>
        void response
          .writeHead(200)
          .end(envelope({ tenant_id: randomUUID(), plan: 'secret', amount_cents: 1, currency: 'usd' }));
      await world.refresh(one);
      expect(await world.portal.value('select billing from installs.installs where id = $1', [one.id])).toBeNull();
      expect(await world.readings(one)).toMatchObject({ billing: { problem: 'other_tenant' } });
    });

    describe('of billing', () => {
      const bills = async ({ id }: Installed) =>
        world.db.query<{ month: string; currency: string; amount: string; plan: string }>(
          `select to_char(month, 'YYYY-MM') as month, currency, amount, plan from installs.billing_summaries
           where install_id = $1 order by month, currency`,
          [id],
        );
      const bill = (data: object) => (response: ServerResponse) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end(envelope(data));
      const month = () => new Date().toISOString().slice(0, 7);

      it('keeps the last answer of the month by month and currency, as the plugin reports it', async () => {
        const [drive, one] = await world.installed();
        await world.refresh(one);
        drive.odd['billing'] = bill({ id: randomUUID(), plan: 'pro', amount_cents: 2400, currency: 'USD' });
        await world.refresh(one);
        drive.odd['billing'] = bill({ tenant_id: one.tenantId, plan: 'pro €', amount_cents: 2200, currency: 'eur' });
        await world.refresh(one);
        expect(await bills(one)).toEqual([
          { month: month(), currency: 'eur', amount: '2200', plan: 'pro €' },
          { month: month(), currency: 'usd', amount: '2400', plan: 'pro' },
        ]);
        // As if all of it was reported in the month before.
        await world.db.query(
          `update installs.billing_summaries set month = month - interval '1 month' where install_id = $1`,
          [one.id],
        );
        drive.odd['billing'] = bill({ plan: 'pro', amount_cents: 0, currency: 'usd' });
        await world.refresh(one);
        const said = await bills(one);
        expect(said.at(-1)).toEqual({ month: month(), currency: 'usd', amount: '0', plan: 'pro' });
        expect(said.map(({ amount }) => amount)).toEqual(['2200', '2400', '0']);
      });

      it.each<[string, (response: ServerResponse) => void, { problem: string; status: number | null }]>([
        ['402', fail(402), { problem: 'quota_exceeded', status: 402 }],
        ['500', fail(500), { problem: 'http_status', status: 500 }],
        ['no amount', bill({ plan: 'pro', currency: 'usd' }), { problem: 'malformed_answer', status: 200 }],
        [
          'a page instead of an answer',
          (response) => void response.writeHead(200).end('<html>'),
          { problem: 'malformed_answer', status: 200 },
        ],
        [
          'a flood',
          (response) => void response.writeHead(200).end(envelope({ plan: 'x'.repeat(4_000_000) })),
          { problem: 'malformed_answer', status: null },
        ],
        [
          'a connection that breaks off',
          (response) => void response.writeHead(200).write('{"ok":true', () => response.destroy()),
          { problem: 'no_answer', status: null },
        ],
        ['no answer at all', () => undefined, { problem: 'no_answer', status: null }],
      ])('with %s is reported, keeps its figures and hides no other', async (_name, odd, reported) => {
        const [drive, one] = await world.installed();
        await world.refresh(one);
        drive.odd['billing'] = odd;
        await world.refresh(one);
        expect(await world.readings(one)).toMatchObject({
          billing: reported,
          events: { problem: null },
          metrics: { problem: null },
          health: { problem: null },
        });
        expect(await bills(one)).toEqual([{ month: month(), currency: 'usd', amount: '1900', plan: 'pro' }]);
      });
    });

    it('with a platform-side failure is recorded as such, stops no other endpoint and is not hidden', async () => {
      const [, one] = await world.installed();
      const broken = jest.spyOn(world.app.get(ReadEvents), 'execute').mockRejectedValueOnce(new Error('ours'));
      await expect(world.refresh(one)).rejects.toThrow('ours');
      broken.mockRestore();
      expect(await world.readings(one)).toMatchObject({
        events: { problem: 'our_fault', failures: 1 },
        metrics: { problem: null },
        health: { problem: null },
      });
    });

    it('is unreachable with all others while nothing of the install can be read', async () => {
      const [drive, one] = await world.installed();
      for (const path of ['events', 'metrics', 'health', 'billing']) drive.odd[path] = fail(503);
      const since = () =>
        world.portal.value<Date | null>('select unreachable_since from installs.installs where id = $1', [one.id]);
      expect(await world.refresh(one)).toMatchObject({ reachable: false });
      const first = await since();
      expect(first).not.toBeNull();
      await world.refresh(one);
      expect(await since()).toEqual(first);
      drive.odd = {};
      await world.refresh(one);
      expect(await since()).toBeNull();
    });
  });
});
