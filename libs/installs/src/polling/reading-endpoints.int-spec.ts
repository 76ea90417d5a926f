import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { envelope, fail, ReadingWorld, type Installed } from '../../../../test/support/drives/reading-world.js';
import good from '../../../contract/vectors/manifests-good.json';
import { PollInstalls } from './poll-installs.js';
import { ReadEvents } from './read-events.js';

describe('reading an install', () => {
  let world: ReadingWorld;

  beforeAll(async () => {
    world = await ReadingWorld.start();
  });
  afterAll(() => world.close());

  describe('endpoints', () => {
    it.each([402, 500])('HTTP %s of events stops neither metrics nor health nor billing', async (status) => {
      const drive = await world.host();
      const one = await world.install(drive);
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

    it('polls a failing endpoint less often than the others', async () => {
      const drive = await world.host();
      const one = await world.install(drive);
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

    it('reads only what the manifest lists, and health without signature and token', async () => {
      const { manifest } = { manifest: { ...good.structured, capabilities: ['install', 'uninstall'] } };
      const drive = await world.host(manifest);
      const one = await world.install(drive);
      expect(await world.refresh(one)).toMatchObject({ reachable: true, problem: null });
      expect(drive.asked).toEqual([{ path: 'health', since: 0, bearer: null, signed: false }]);
    });

    it('the bill of another tenant is not shown', async () => {
      const drive = await world.host();
      const one = await world.install(drive);
      drive.odd['billing'] = (response) =>
        void response
          .writeHead(200)
          .end(envelope({ tenant_id: randomUUID(), plan: 'secret', amount_cents: 1, currency: 'usd' }));
      await world.refresh(one);
      expect(await world.db.query('select billing from installs.installs where id = $1', [one.id])).toEqual([
        { billing: null },
      ]);
      expect(await world.readings(one)).toMatchObject({ billing: { problem: 'other_tenant' } });
    });

    describe('billing', () => {
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
        const drive = await world.host();
        const one = await world.install(drive);
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
          'an amount as text',
          bill({ plan: 'pro', amount_cents: '1900', currency: 'usd' }),
          { problem: 'malformed_answer', status: 200 },
        ],
        [
          'a negative amount',
          bill({ plan: 'pro', amount_cents: -1, currency: 'usd' }),
          { problem: 'malformed_answer', status: 200 },
        ],
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
      ])('reports %s, keeps the last figures, and hides no other endpoint', async (_name, odd, reported) => {
        const drive = await world.host();
        const one = await world.install(drive);
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

    it('records a platform-side failure as such, which stops no other endpoint and is not hidden', async () => {
      const drive = await world.host();
      const one = await world.install(drive);
      const broken = jest.spyOn(world.app.get(ReadEvents), 'execute').mockRejectedValueOnce(new Error('ours'));
      await expect(world.refresh(one)).rejects.toThrow('ours');
      broken.mockRestore();
      expect(await world.readings(one)).toMatchObject({
        events: { problem: 'our_fault', failures: 1 },
        metrics: { problem: null },
        health: { problem: null },
      });
    });

    it('an install of which nothing can be read is unreachable, until something can', async () => {
      const drive = await world.host();
      const one = await world.install(drive);
      for (const path of ['events', 'metrics', 'health', 'billing']) drive.odd[path] = fail(503);
      const since = async () =>
        (
          await world.db.query<{ at: Date | null }>(
            'select unreachable_since as at from installs.installs where id = $1',
            [one.id],
          )
        )[0]!.at;
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
