import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { Client } from 'pg';
import { Transactor } from '@portal/platform/database';
import { eventually } from '../../../../test/support/test-timeout.js';
import { insertListing, insertRevision } from '../../../../test/support/database/inserted-drives.js';
import { insertInstall, insertVenture } from '../../../../test/support/database/inserted-installs.js';
import { ListingsWorld, type Author } from '../../../../test/support/drives/listings.js';
import { InstallsModule, InstallsWorkerModule } from '../installs.module.js';
import { DrivePollsRepository, type Pace } from './drive-polls.repository.js';
import { PollInstalls } from './poll-installs.js';
import { ReadDrive } from './read-drive.js';

const HEALTHY = 8;
/** A fifth of all Drives never answers: as many as the worker has places. */
const SILENT = 2;
const INSTALLS_EACH = 10;
/** Events, metrics and billing of each install, and health of the Drive. */
const ASKED = 3 * INSTALLS_EACH + 1;

interface Host {
  driveId: string;
  server: Server;
  answers: boolean;
  /** Requests that it has not answered, now and at most. */
  open: number;
  most: number;
  asked: number;
  /** Has an event to emit. */
  news?: boolean;
  /** Events that every token gets, when they are the same. */
  feed?: object[];
  /** Tokens of the requests for events. */
  tokens: Set<string | undefined>;
}

describe('polling the installs of many Drives', () => {
  const world = ListingsWorld.forTests({ SANDBOX_DRIVE_PORTS: '1024-65535', POLL_DRIVES_AT_ONCE: String(SILENT) }, [
    InstallsModule,
    InstallsWorkerModule,
  ]);
  let ada: Author;
  const hosts: Host[] = [];
  let serial = 0;
  /** Which Drives were asked, in order. */
  const asked: string[] = [];
  /** At Drives that answer. */
  const looks: Promise<unknown>[] = [];

  beforeAll(async () => {
    ada = await world.author('ada');
    for (let i = 0; i < HEALTHY + SILENT; i++) await host(i >= SILENT);
    const reader = world.app.get(ReadDrive);
    const read = reader.execute.bind(reader);
    reader.execute = (drive, ...more) => {
      const look = read(drive, ...more);
      if (healthy().some(({ driveId }) => driveId === drive.driveId)) looks.push(look.catch(() => undefined));
      return look;
    };
  });

  /** Everything of every install is due, or of those of one Drive. */
  async function due(driveId?: string): Promise<void> {
    await world.db.query(
      `with r as (delete from installs.readings r using installs.installs i where i.id = r.install_id and ($1::uuid is null or i.drive_id = $1)),
       p as (update installs.drive_polls set due_at = '-infinity', slow = slow and failures > 0 where $1::uuid is null or drive_id = $1)
       update installs.installs set next_poll_at = '-infinity' where $1::uuid is null or drive_id = $1`,
      [driveId ?? null],
    );
  }

  /** A Drive of ten installs that answers every question, or none. */
  async function host(answers: boolean): Promise<void> {
    const { driveId, slug } = await world.reserve(ada, `polled-${++serial}`);
    const one = { driveId, answers, open: 0, most: 0, asked: 0, tokens: new Set() } as unknown as Host;
    const { server, origin } = await world.serve((request, response) => {
      one.asked += 1;
      one.open += 1;
      one.most = Math.max(one.most, one.open);
      asked.push(driveId);
      response.on('close', () => (one.open -= 1));
      if (!one.answers) return;
      if (request.url!.includes('events')) one.tokens.add(request.headers.authorization);
      const events = one.feed ?? (one.news ? [{ type: 'install.created', ts: Date.now(), payload: {} }] : []);
      const data = request.url!.includes('events') ? { events } : { status: 'ok' };
      const meta = { version: 'v1', generated_at: new Date().toISOString() };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: true, data, meta }));
    });
    hosts.push(Object.assign(one, { server }));
    await insertListing(world.app, ada.orgId, { driveId, slug });
    const revisionId = await insertRevision(world.app, driveId, { origin });
    for (let i = 0; i < INSTALLS_EACH; i++)
      await insertInstall(world.app, revisionId, await insertVenture(world.app, { tenant: slug }));
  }

  const healthy = (): Host[] => hosts.filter((one) => one.answers);
  const silent = (): Host[] => hosts.filter((one) => !one.answers);
  /** Waits for polls in the background, which a busy machine has for Drives that take more than a second. */
  const poll = async (pace: Pace = 'usual', stopping?: AbortSignal): Promise<void> => {
    await world.app.get(PollInstalls).execute(pace, stopping);
    await Promise.all(looks.splice(0));
  };

  it('leaves Drives that never answer alone after a while, and gives their places to the others', async () => {
    await poll();
    expect(
      await world.db.query(
        `select drive_id = any($1) as healthy, count(*) filter (where polled_at is not null and unreachable_since is null)::int as read from installs.installs group by 1 order by 1`,
        [healthy().map((one) => one.driveId)],
      ),
    ).toEqual([
      { healthy: false, read: 0 },
      { healthy: true, read: HEALTHY * INSTALLS_EACH },
    ]);
    for (const one of healthy()) expect([one.asked, one.most <= 7]).toEqual([ASKED, true]);
    // They are called for two installs at most, and rest longer after each missing answer.
    const polls = () =>
      world.db.query<{ slow: boolean; failures: number; rests: boolean }>(
        `select slow, failures, due_at > platform.portal_now() + interval '20 seconds' * failures as rests
         from installs.drive_polls where drive_id = any($1)`,
        [silent().map((one) => one.driveId)],
      );
    for (const failures of [1, 2]) {
      if (failures > 1) await due();
      const looks = poll(failures > 1 ? 'slow' : 'usual');
      await eventually(
        'the looks at silent Drives have ended',
        () => {
          for (const { server } of silent()) server.closeAllConnections();
          return polls();
        },
        (rows) => rows.every((row) => row.slow && row.failures === failures && row.rests),
      );
      await looks;
    }
    for (const one of silent()) expect([one.asked > 0, one.asked <= 2 * 7, one.most <= 7]).toEqual([true, true, true]);
    // The next round of the others does not even begin with them.
    await due();
    const before = silent().map((one) => one.asked);
    asked.length = 0;
    await poll();
    expect(silent().map((one) => one.asked)).toEqual(before);
    expect(new Set(asked)).toEqual(new Set(healthy().map((one) => one.driveId)));
  });

  it('is divided between two workers: each due install is read once, and neither waits for the other', async () => {
    await due();
    asked.length = 0;
    await Promise.all([poll(), poll()]);
    for (const { driveId } of healthy()) expect(asked.filter((id) => id === driveId)).toHaveLength(ASKED);
  });

  it('takes two transactions for any number of installs without news, and records under which key they were read', async () => {
    const [{ driveId }] = healthy() as [Host];
    await due(driveId);
    await world.db.query(`update installs.drive_polls set due_at = 'infinity' where drive_id <> $1`, [driveId]);
    await world.app.byOwner('delete from secrets.install_uses where drive_id = $1', [driveId]);
    const transactions = jest.spyOn(world.app.get(Transactor), 'run');
    try {
      await poll();
      expect(transactions).toHaveBeenCalledTimes(2);
    } finally {
      transactions.mockRestore();
    }
    expect(
      await world.db.query(
        `select count(distinct u.install_id)::int as installs, bool_and(k.last_used_at is not null) as used
         from secrets.install_uses u join secrets.signing_keys k on k.id = u.key_id where u.drive_id = $1`,
        [driveId],
      ),
    ).toEqual([{ installs: INSTALLS_EACH, used: true }]);
  });

  it('stores what it read together with its end or not at all, and then reads it again', async () => {
    const [drive] = healthy() as [Host];
    await due(drive.driveId);
    const state = () =>
      world.db.query<{ due: number; claimed: boolean }>(
        `select count(*) filter (where i.next_poll_at = '-infinity')::int as due, p.due_at > platform.portal_now() as claimed
         from installs.installs i join installs.drive_polls p on p.drive_id = i.drive_id where i.drive_id = $1 group by p.due_at`,
        [drive.driveId],
      );
    const release = jest
      .spyOn(world.app.get(DrivePollsRepository), 'release')
      .mockRejectedValueOnce(new Error('no connection'));
    try {
      await poll();
    } finally {
      release.mockRestore();
    }
    expect(await state()).toEqual([{ due: INSTALLS_EACH, claimed: true }]);
    await due(drive.driveId);
    drive.asked = 0;
    await poll();
    expect([drive.asked, await state()]).toEqual([ASKED, [{ due: 0, claimed: true }]]);
  });

  it('leaves Drives due that were claimed and not begun when the worker stopped', async () => {
    await due();
    asked.length = 0;
    const stop = new AbortController();
    const claim = jest.spyOn(world.app.get(DrivePollsRepository), 'claim');
    const begin = jest.spyOn(world.app.get(ReadDrive), 'execute').mockImplementation(() => {
      // A place is free after the first two: two more are claimed, one of them begins.
      if (begin.mock.calls.length === SILENT + 1) stop.abort();
      return Promise.resolve();
    });
    try {
      await poll('usual', stop.signal);
      expect((await Promise.all(claim.mock.results.map((one) => one.value as Promise<object[]>))).flat()).toHaveLength(
        2 * SILENT,
      );
      expect(begin).toHaveBeenCalledTimes(SILENT + 1);
    } finally {
      claim.mockRestore();
      begin.mockRestore();
    }
    expect(
      await world.db.query(
        `select (due_at = '-infinity') as due, count(*)::int as drives from installs.drive_polls where not slow group by 1 order by 1`,
      ),
    ).toEqual([
      { due: false, drives: SILENT + 1 },
      { due: true, drives: HEALTHY - SILENT - 1 },
    ]);
  });

  it('claims nothing once its time is over, so that no poll is interrupted', async () => {
    await due();
    asked.length = 0;
    await world.app.get(PollInstalls).execute('usual', undefined, 0);
    expect(asked).toEqual([]);
    await poll();
    for (const { driveId } of healthy()) expect(asked.filter((id) => id === driveId)).toHaveLength(ASKED);
  });

  it('skips a Drive that another worker is claiming, which stays due', async () => {
    await due();
    const other = new Client({ connectionString: world.app.database.url });
    await other.connect();
    const [first] = healthy();
    await other.query('begin');
    try {
      await other.query('select from installs.drive_polls where drive_id = $1 for update', [first!.driveId]);
      asked.length = 0;
      await poll();
      expect(new Set(asked)).toEqual(
        new Set(
          healthy()
            .slice(1)
            .map((one) => one.driveId),
        ),
      );
    } finally {
      await other.end();
    }
    await poll();
    expect(asked.filter((id) => id === first!.driveId)).toHaveLength(ASKED);
  });

  it('is due as soon as an install of the Drive runs, and no longer once none does', async () => {
    const [one] = healthy();
    const dueNow = () =>
      world.column<boolean>(`select due_at <= platform.portal_now() from installs.drive_polls where drive_id = $1`, [
        one!.driveId,
      ]);
    expect(await dueNow()).toEqual([false]);
    const state = (to: string) =>
      world.app.byOwner(
        `update installs.installs set state = $2, ended_at = case when $2 = 'revoking' then now() end where drive_id = $1 and state <> $2`,
        [one!.driveId, to],
      );
    await state('revoking');
    await due(one!.driveId);
    await poll();
    expect(await dueNow()).toEqual([]);
    await state('active');
    expect(await dueNow()).toEqual([true]);
  });

  it('requests a feed that answers every token alike once, and gives each install the rows that name it', async () => {
    const [drive] = healthy();
    const { driveId } = drive!;
    await world.db.query(
      `insert into installs.event_feeds (drive_id, shared_since, compared_with, checked_at) values ($1, platform.portal_now(), 'install', platform.portal_now())`,
      [driveId],
    );
    const ids = await world.column('select id from installs.installs where drive_id = $1 order by id', [driveId]);
    const at = Date.now();
    const row = (ts: number, more: object): object => ({ type: 'content.published', payload: {}, ts, ...more });
    drive!.feed = [
      ...ids.map((id) => row(at - 1_000, { install_id: id })),
      row(at, { install_id: ids[0] }),
      row(at, { install_id: randomUUID() }),
      row(at, {}),
      row(at * 1_000, { install_id: ids[1] }),
    ];
    const stored = () =>
      world.column<number>(
        `select (select count(*)::int from installs.drive_events e where e.install_id = i.id and e.quarantine is null)
         from installs.installs i where i.drive_id = $1 order by i.id`,
        [driveId],
      );
    for (const round of ['once', 'again']) {
      await due(driveId);
      drive!.asked = 0;
      drive!.tokens.clear();
      await poll();
      // Metrics and billing of each, health and events of the Drive.
      expect([round, drive!.asked, drive!.tokens.size]).toEqual([round, 2 * INSTALLS_EACH + 2, 1]);
      expect(await stored()).toEqual(ids.map((_, i) => (i === 0 ? 2 : 1)));
      expect(
        await world.db.query(
          `select i.id, e.reason from installs.rejected_events e join installs.installs i on i.id = e.install_id where i.drive_id = $1 order by 1`,
          [driveId],
        ),
      ).toEqual([
        { id: ids[0], reason: 'unattributed' },
        { id: ids[1], reason: 'time_unit' },
      ]);
      for (const reached of [
        'select cursor_ms from installs.event_feeds where drive_id = $1',
        'select distinct events_cursor_ms from installs.installs where drive_id = $1',
      ])
        expect(await world.column(reached, [driveId])).toEqual([String(at)]);
    }
    // Not checked for a day, it may answer by token again: each install asks for itself, and nothing is missed.
    await world.db.query(
      `update installs.event_feeds set checked_at = checked_at - interval '2 days' where drive_id = $1`,
      [driveId],
    );
    await due(driveId);
    drive!.tokens.clear();
    await poll();
    expect(drive!.tokens.size).toBeGreaterThan(1);
    expect(await stored()).toEqual(ids.map((_, i) => (i === 0 ? 2 : 1)));
    delete drive!.feed;
  });

  it('polls quiet installs less and less often, at least every five minutes, and more often after news', async () => {
    for (let round = 0; round < 20; round++) {
      await due(hosts.at(-1)!.driveId);
      await poll();
    }
    const rarest = 'select max(poll_every_s) from installs.installs where unreachable_since is null';
    expect(await world.value<number>(rarest)).toBe(300);
    const quiet = hosts.at(-1)!;
    quiet.news = true;
    await due(quiet.driveId);
    await poll();
    expect(
      await world.db.query(
        `select distinct poll_every_s as s, next_poll_at - polled_at = interval '25 seconds' as soon from installs.installs where drive_id = $1`,
        [quiet.driveId],
      ),
    ).toEqual([{ s: 25, soon: true }]);
  });

  it('begins nothing new in a worker that is stopping', async () => {
    await due();
    asked.length = 0;
    await poll('usual', AbortSignal.abort());
    expect(asked).toEqual([]);
  });
});
