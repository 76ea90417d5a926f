import { Redis } from 'ioredis';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { describeWith } from '../support/needs.js';
import { PortalProcess, temporaryDataDir, type ReadyPortal } from '../support/portal.js';
import { playStory } from '../support/story.js';

describeWith('redis', 'on servers that run already (DATABASE_URL, REDIS_URL)', () => {
  const data = temporaryDataDir();
  let database: TestDatabase;
  let redis: Redis;
  let portal: PortalProcess;
  let ready: ReadyPortal;

  beforeAll(async () => {
    // A database of its own: other journeys may be using the server.
    const url = new URL('/1', process.env['TEST_REDIS_URL']).href;
    redis = new Redis(url);
    await redis.flushdb();
    database = await createTestDatabase();
    portal = PortalProcess.start(data.path, { DATABASE_URL: database.url, REDIS_URL: url });
    ready = await portal.ready();
  });
  afterAll(async () => {
    await portal.stop();
    await redis.flushdb();
    redis.disconnect();
    await database.drop();
    data.remove();
  });

  it('plays the whole story, with the jobs in Redis', async () => {
    const story = await playStory(ready.url);
    expect(story.verdict).toMatchObject({ story: 'passed', steps: 20 });
    expect((await redis.keys('*')).length).toBeGreaterThan(3);
  });

  it('loses nothing when Redis is emptied again and again meanwhile: the database knows what is due', async () => {
    let over = false;
    let emptied = 0;
    const sweep = (async () => {
      while (!over) {
        await redis.flushdb();
        emptied += 1;
        await new Promise((resolve) => setTimeout(resolve, 400));
      }
    })();
    const story = await playStory(ready.url).finally(() => (over = true));
    await sweep;
    expect(emptied).toBeGreaterThan(3);
    expect([story.verdict, story.printed]).toEqual([
      expect.objectContaining({ story: 'passed', steps: 20 }),
      expect.any(String),
    ]);
  });
});
