import { Global, Module } from '@nestjs/common';
import { purgeOld } from '../../../../test/support/purge-old.js';
import { TestApp } from '../../../../test/support/http/http-app.js';
import { Authenticator } from '../access/access.js';
import { StatusRecord } from './status-record.repository.js';
import type { StatusView } from './status.view.js';

class Nobody extends Authenticator {
  authenticate = (): Promise<null> => Promise.resolve(null);
}
@Global()
@Module({ providers: [{ provide: Authenticator, useClass: Nobody }], exports: [Authenticator] })
class NobodyModule {}

const LONG_UP = 1_000;

describe('the status of the portal', () => {
  const test = TestApp.ofSpec([NobodyModule]);
  const record = (): StatusRecord => test.get(StatusRecord);

  beforeEach(() => test.byOwner('delete from platform.status_days'));

  async function read() {
    const { status, data, headers } = await test.call<StatusView>({ method: 'GET', url: '/api/public/status' });
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=30']);
    return Object.fromEntries(data.parts.map((part) => [part.part, { ...part, today: part.days.at(-1)! }]));
  }
  /** As if everything of `part` had been written so many seconds earlier. */
  const earlier = (part: string, seconds: number) =>
    test.byOwner('update platform.status_days set seen_at = seen_at - make_interval(secs => $2) where part = $1', [
      part,
      seconds,
    ]);

  it('is no record for a part that nobody has looked at, on each of 90 days', async () => {
    const parts = await read();
    expect(Object.keys(parts)).toEqual(['api', 'queue', 'plugins', 'payments', 'mail']);
    for (const { state, seen_at: seenAt, days } of Object.values(parts)) {
      expect([state, seenAt, days.length]).toEqual(['no_record', null, 90]);
      expect(days.every(({ runs, failed }) => runs === 0 && failed === 0)).toBe(true);
    }
  });

  it('says which part fails and which works, and nothing but counts and times', async () => {
    await record().save('queue', { queue: false, payments: true });
    const { queue, payments, mail } = await read();
    expect([queue!.state, payments!.state, mail!.state]).toEqual(['working', 'failing', 'no_record']);
    expect(payments!.today).toEqual({ day: expect.any(String) as string, runs: 1, failed: 1 });
    expect(queue!.today).toMatchObject({ runs: 1, failed: 0 });
    const { today, ...shown } = payments!;
    expect(Object.keys(shown).sort()).toEqual(['days', 'part', 'seen_at', 'state']);
    expect(Object.keys(today).sort()).toEqual(['day', 'failed', 'runs']);
  });

  it('works again after it failed, and the failure stays in the day', async () => {
    await record().save('queue', { mail: true });
    await earlier('mail', 60);
    await record().save('queue', { mail: false });
    expect((await read())['mail']).toMatchObject({ state: 'working', today: { runs: 2, failed: 1 } });
  });

  it('counts a minute once, however many workers look at the same time', async () => {
    await record().save('queue', { queue: true });
    await earlier('queue', 60);
    await Promise.all(Array.from({ length: 5 }, () => record().save('queue', { queue: true, mail: false })));
    const rows = await test.query<{ seen: number; failed: number }>(
      `select seen, failed from platform.status_days where part = 'queue'`,
    );
    // One more when the minute ended meanwhile.
    expect([2, 3]).toContain(rows[0]!.seen);
    expect(rows[0]!.failed).toBe(rows[0]!.seen);
  });

  it('is no record while nothing ran: neither the gap nor the start after it counts as a failure', async () => {
    await record().save('queue', { queue: false });
    await record().save('api', { api: false });
    await earlier('queue', 3_600);
    await earlier('api', 3_600);
    expect((await read())['queue']!.state).toBe('no_record');
    // Everything starts again: the worker first, which had not seen the api.
    await record().save('queue', { queue: false }, LONG_UP);
    const { api, queue } = await read();
    expect([api!.state, api!.today.failed]).toEqual(['no_record', 0]);
    expect([queue!.state, queue!.today]).toMatchObject(['working', { runs: 2, failed: 0 }]);
  });

  it.each([
    ['queue', 'api'],
    ['api', 'queue'],
  ] as const)('of %s that runs and finds %s silent: that one fails until it speaks again', async (by, other) => {
    const seen = { [by]: false };
    await record().save(by, seen);
    await record().save(other, { [other]: false });
    await earlier(other, 240);
    await earlier(by, 60);
    await record().save(by, seen, 30);
    expect((await read())[other]!.today).toMatchObject({ runs: 1, failed: 0 });
    await record().save(by, seen, LONG_UP);
    expect((await read())[other]).toMatchObject({ state: 'failing', today: { runs: 2, failed: 1 } });
    await earlier(other, 60);
    await record().save(by, seen, LONG_UP);
    expect((await read())[other]!.today).toMatchObject({ runs: 3, failed: 2 });
    await record().save(other, { [other]: false }, LONG_UP);
    await record().save(by, seen, LONG_UP);
    expect((await read())[other]).toMatchObject({ state: 'working', today: { failed: 2 } });
  });

  it('is kept for the days that are shown', async () => {
    await test.byOwner(
      `insert into platform.status_days (part, day, failed, failing)
       select 'api', (platform.portal_now() at time zone 'UTC')::date - back, 0, false from unnest(array[0, 89, 90, 400]) back`,
    );
    await purgeOld(test);
    const { api } = await read();
    expect(api!.days.map(({ runs }) => runs)).toEqual([1, ...Array<number>(88).fill(0), 1]);
    expect(await test.query('select part from platform.status_days')).toHaveLength(2);
  });

  it.each([
    ['a part that there is not', `('other', 1, 0, false)`],
    ['more failures than were seen', `('api', 1, 2, true)`],
    ['a day on which nothing was seen', `('api', 0, 0, false)`],
  ])('the database refuses %s', async (_what, values) => {
    const sql = `insert into platform.status_days (part, day, seen, failed, failing)
      select part, '2026-01-01', seen, failed, failing from (values ${values}) v (part, seen, failed, failing)`;
    await expect(test.byOwner(sql)).rejects.toMatchObject({ code: '23514' });
  });
});
