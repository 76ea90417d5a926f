import type { Server } from 'node:http';
import { DiscoveryService } from '@nestjs/core';
import { Drives } from '@portal/authors';
import { Clock } from '@portal/kernel';
import { Config } from '@portal/platform/config';
import { Database, Transactor } from '@portal/platform/database';
import { Deliveries, EventProcessor } from '@portal/platform/events';
import { ReceiverBreaker, FAILURES_TO_OPEN, StartWork, type WorkRunner } from '@portal/platform/jobs';
import { createLogger } from '@portal/platform/logging';
import { insertLiveDrive } from '../../../../test/support/database/inserted-drives.js';
import { ListingsWorld, type Author } from '../../../../test/support/drives/listings.js';
import { until } from '../../../../test/support/test-timeout.js';
import { Listings } from '../listing/listings.js';

const HANGING = 30;

describe('"publish now" of several authors, on the product’s own queue', () => {
  const world = ListingsWorld.forTests({ SANDBOX_DRIVE_PORTS: '1024-65535' });
  let hog: Author;
  let other: Author;
  let runner: WorkRunner | undefined;
  let server: Server;
  let origin: string;
  /** Requests without an answer: under way and at most at once by path, and at most at once in total. */
  const open = new Map<string, number>();
  let mostOfOne = 0;
  let mostOfAll = 0;
  /** Requests to a Drive whose connections are cut, by path. */
  const cut = new Map<string, number>();

  beforeAll(async () => {
    hog = await world.author('hog');
    other = await world.author('other');
    world.beforeClose(() => runner?.stop());
    ({ server, origin } = await world.serve((request, response) => {
      const path = request.url!;
      if (path.startsWith('/cut')) {
        cut.set(path, (cut.get(path) ?? 0) + 1);
        request.socket.destroy();
        return;
      }
      open.set(path, (open.get(path) ?? 0) + 1);
      mostOfOne = Math.max(mostOfOne, open.get(path)!);
      mostOfAll = Math.max(mostOfAll, underWay());
      response.on('close', () => open.set(path, open.get(path)! - 1));
    }));
  });

  /** Runs pending jobs, and future ones. */
  async function work(): Promise<WorkRunner> {
    const get = world.app.get.bind(world.app);
    return new StartWork(
      ...([get(Config), get(Transactor), get(Database), get(Deliveries), get(ReceiverBreaker), get(Clock)] as const),
      createLogger('spec', 'silent'),
    ).execute({
      processors: get(DiscoveryService)
        .getProviders()
        .map(({ instance }: { instance?: unknown }) => instance)
        .filter((instance): instance is EventProcessor => instance instanceof EventProcessor),
      jobs: [],
      schedules: [],
      authorOf: async (driveId) => (await get(Drives).get(driveId))?.orgId,
    });
  }

  const underWay = (): number => [...open.values()].reduce((sum, n) => sum + n, 0);
  const press = async (author: Author, driveId: string): Promise<void> => {
    const { status } = await world.app.call({
      method: 'POST',
      url: `/api/v1/author/drives/${driveId}/sync`,
      as: author.cookie,
    });
    expect(status).toBe(202);
  };

  /** A Drive that is live and whose server is the one above. */
  async function live(author: Author, slug: string, path: string): Promise<string> {
    const owned = await world.reserve(author, slug);
    await insertLiveDrive(world.app, author.orgId, owned, { origin, path });
    return owned.driveId;
  }

  /** A Drive that passed the checks and a review, and whose author has raised the version since. */
  async function raised(author: Author, slug: string): Promise<string> {
    const owned = await world.reserve(author, slug);
    const overlay: Record<string, unknown> = { drive: { version: '1.0.0' } };
    const drive = await world.drive(owned, overlay);
    await world.publish(author.cookie, owned.driveId, drive.manifestUrl);
    overlay['drive'] = { version: '1.1.0', docs_url: 'https://docs.example.com/new' };
    return owned.driveId;
  }

  it('delays nobody for thirty hanging Drives of one author, which are called a few at a time', async () => {
    const theirs = await raised(other, 'quick');
    const hanging: string[] = [];
    for (let n = 0; n < HANGING; n++) hanging.push(await live(hog, `hanging-${n}`, `/hangs/${n}`));
    for (const driveId of hanging) await press(hog, driveId);
    runner = await work();
    await until(() => underWay() >= 4);
    // Pressed after all of them, while they wait.
    await press(other, theirs);
    await until(async () => (await world.app.get(Listings).installable(theirs))?.version === '1.1.0');
    const rows = await world.db.query<{ state: string; n: number }>(
      `select state, count(*)::int as n from platform.deliveries d join platform.outbox_events e on e.id = d.event_id
       where d.consumer = 'listings.sync-manifest' and e.payload ->> 'drive_id' = any($1::text[]) group by 1`,
      [hanging],
    );
    // Most of the thirty have not even begun, four at a time of which each takes five seconds to be given up.
    expect(rows.find((row) => row.state === 'pending')?.n ?? 0).toBeGreaterThan(HANGING / 2);
    expect([mostOfOne <= 2, mostOfAll <= 4]).toEqual([true, true]);
    // Deferred jobs run as the ones before them are given up.
    server.closeAllConnections();
    const asked = open.size;
    await until(() => open.size > asked);
  });

  it('delays the next sync of a Drive that does not answer, without the cost of an attempt', async () => {
    const driveId = await live(other, 'cuts', '/cut/1');
    const deliveries = () =>
      world.db.query<{ state: string; attempts: number; later: boolean }>(
        `select d.state, d.attempts, d.next_attempt_at > clock_timestamp() + interval '5 seconds' as later
         from platform.deliveries d join platform.outbox_events e on e.id = d.event_id
         where d.consumer = 'listings.sync-manifest' and e.payload ->> 'drive_id' = $1 order by e.seq`,
        [driveId],
      );
    for (let n = 1; n <= FAILURES_TO_OPEN; n++) {
      await press(other, driveId);
      await until(async () => (await deliveries()).filter(({ state }) => state === 'done').length === n);
    }
    const asked = cut.get('/cut/1');
    await press(other, driveId);
    await until(async () => (await deliveries()).some(({ later }) => later));
    expect((await deliveries()).at(-1)).toEqual({ state: 'pending', attempts: 0, later: true });
    expect(cut.get('/cut/1')).toBe(asked);
  });
});
