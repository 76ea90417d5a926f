import { randomUUID } from 'node:crypto';
import { own, ReadingWorld, type Host, type Installed } from '../../../../test/support/drives/reading-world.js';
import { PollInstalls } from './poll-installs.js';
import { ReadingQueries } from './reading-queries.js';

const QUOTA = 2_500;
const HOUR = 3_600_000;

/** A Drive that reports new events of a listed kind whenever it is asked. */
const flood = (drive: Host, one: Installed, each: number, ts: (i: number) => number = () => Date.now()): void => {
  drive.rows = () => Array.from({ length: each }, (_, i) => own(one, ts(i), { id: randomUUID() }));
};

describe('the daily quota of events of an install', () => {
  const world = ReadingWorld.forTests({ EVENTS_PER_DAY: String(QUOTA), DATABASE_POOL: '30' });

  const rows = async ({ id }: Installed): Promise<number> =>
    Number(await world.portal.value('select count(*) from installs.drive_events where install_id = $1', [id]));
  const quota = async ({ id }: Installed) => (await world.app.get(ReadingQueries).ofInstall(id)).event_quota;
  const told = async ({ id }: Installed): Promise<string[]> => {
    await world.portal.work();
    const mails = await world.db.query<{ topic: string }>(
      `select topic from platform.mail_messages where subject like '%reports too many events' and body like '%' || $1 || '%' order by topic`,
      [id],
    );
    return mails.map(({ topic }) => topic);
  };
  const byKind = async ({ driveId }: Host) =>
    world.db.query('select kind, events::int, not_stored::int from installs.event_counts where drive_id = $1', [
      driveId,
    ]);
  const hoursPass = (hours: number) =>
    world.db.query('update platform.test_clock set offset_ms = offset_ms + $1', [hours * HOUR]);

  it('stores no more, continues to count, notifies once a day and reads again on the next day', async () => {
    const [drive, one] = await world.installed();
    flood(drive, one, 1_200);
    for (const fresh of [1_200, 1_200, 100, 0, 0])
      expect(await world.refresh(one)).toMatchObject({ reachable: true, eventsNew: fresh, problem: null });
    expect([await rows(one), await quota(one)]).toEqual([
      QUOTA,
      { day: expect.any(String) as string, quota: QUOTA, stored: QUOTA, not_stored: 3_500 },
    ]);
    expect(await byKind(drive)).toEqual([{ kind: 'content.published', events: QUOTA, not_stored: 3_500 }]);
    expect((await world.app.get(ReadingQueries).ofDrive(drive.driveId)).over_quota).toMatchObject([
      { install_id: one.id, not_stored: 3_500 },
    ]);
    expect(await told(one)).toEqual(['checks']);
    const [due] = await world.db.query<{ events: string; others: boolean }>(
      `select (select ((due_at at time zone 'UTC') - date_trunc('day', platform.portal_now() at time zone 'UTC'))::text from installs.readings
         where install_id = $1 and endpoint = 'events') as events,
         (select bool_and(due_at < platform.portal_now() + interval '1 hour') from installs.readings where install_id = $1 and endpoint in ('health', 'metrics')) as others`,
      [one.id],
    );
    expect(due).toEqual({ events: '1 day', others: true });
    const cursor = await world.cursor(one);
    expect(Date.now() - cursor).toBeLessThan(60_000);

    // What was counted stays so: not on this day and not on the next one is it stored or counted again.
    const last = Array.from({ length: 700 }, (_, i) => own(one, Date.now(), { id: `last ${i}` }));
    drive.rows = () => last;
    for (let n = 0; n < 3; n += 1) await world.refresh(one);
    expect([await rows(one), (await quota(one)).not_stored]).toEqual([QUOTA, 4_200]);
    await hoursPass(24);
    expect(await quota(one)).toMatchObject({ stored: 0, not_stored: 0 });
    drive.rows = () => [...last, own(one, Date.now(), { id: 'of the next day' })];
    expect(await world.refresh(one)).toMatchObject({ eventsNew: 1 });
    expect([await rows(one), await quota(one)]).toMatchObject([QUOTA + 1, { stored: 1, not_stored: 0 }]);
    expect(await world.cursor(one)).toBeGreaterThanOrEqual(cursor);
    flood(drive, one, 3_000);
    await world.refresh(one);
    expect([await rows(one), (await quota(one)).not_stored]).toEqual([2 * QUOTA, 501]);
    expect(await told(one)).toEqual(['checks', 'checks']);
  });

  it('counts a large event as several, which limits the bytes of a day too', async () => {
    const [drive, one] = await world.installed();
    const payload = { text: 'x'.repeat(40_000) };
    drive.rows = () => Array.from({ length: 300 }, () => own(one, Date.now(), { id: randomUUID(), payload }));
    for (const fresh of [300, 300, 233]) expect(await world.refresh(one)).toMatchObject({ eventsNew: fresh });
    expect([await rows(one), await quota(one)]).toMatchObject([833, { stored: QUOTA, not_stored: 67 }]);
  });

  it('is exact while workers and operators read the same events concurrently', async () => {
    const [drive, one] = await world.installed();
    const from = Date.now() - 20_000;
    const log = Array.from({ length: 6_300 }, (_, i) => own(one, from + i, { id: `e${i}` }));
    drive.rows = () => log;
    await Promise.all([
      ...Array.from({ length: 4 }, () => world.refresh(one)),
      ...[1, 2].map(() => world.app.get(PollInstalls).execute('usual')),
    ]);
    expect([await rows(one), await quota(one)]).toMatchObject([QUOTA, { stored: QUOTA, not_stored: 6_300 - QUOTA }]);
    expect(await told(one)).toEqual(['checks']);
  });

  it('applies to each install by itself, and is enforced by the database for every writer', async () => {
    const [drive, one, other] = await world.installedTwice();
    flood(drive, one, QUOTA + 1);
    await world.refresh(one);
    flood(drive, other, 10);
    expect(await world.refresh(other)).toMatchObject({ eventsNew: 10 });
    await expect(
      world.db.query('update installs.event_quotas set stored = stored + 1 where install_id = $1', [one.id]),
    ).rejects.toThrow('event_quotas_reached');
  });

  it('counts kinds that are not listed per install only, since a Drive can invent any number', async () => {
    const [drive, one] = await world.installed();
    drive.rows = () =>
      Array.from({ length: 1_000 }, () =>
        own(one, Date.now(), { id: randomUUID(), type: `made.up_${randomUUID().replaceAll('-', '_')}` }),
      );
    for (let n = 0; n < 4; n += 1) await world.refresh(one);
    expect([await rows(one), (await quota(one)).not_stored]).toEqual([QUOTA, 1_500]);
    expect(await byKind(drive)).toHaveLength(QUOTA);
  });
});
