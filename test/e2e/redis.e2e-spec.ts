import { Redis } from 'ioredis';
import { describeWith } from '../support/needs.js';
import { runDemo } from '../support/browser/story.js';
import { TestPortal } from '../support/browser/test-portal.js';

describeWith('redis', 'on servers that run already (DATABASE_URL, REDIS_URL)', () => {
  let redis: Redis;

  // A database of its own: other journeys may be using the server.
  const url = (): string => new URL('/1', process.env['TEST_REDIS_URL']).href;
  beforeAll(async () => {
    redis = new Redis(url());
    await redis.flushdb();
  });
  const portal = TestPortal.forTests({ settings: () => ({ REDIS_URL: url() }) });
  afterAll(async () => {
    await redis.flushdb();
    redis.disconnect();
  });

  it('the story loses nothing when Redis is emptied repeatedly: the database knows what is due', async () => {
    let over = false;
    let emptied = 0;
    const sweep = (async () => {
      while (!over) {
        await redis.flushdb();
        emptied += 1;
        // A pace, and no wait for anything: work in between is lost or not.
        // eslint-disable-next-line no-restricted-syntax
        await new Promise((resolve) => setTimeout(resolve, 400));
      }
    })();
    const story = await runDemo(portal.url).finally(() => (over = true));
    await sweep;
    expect(emptied).toBeGreaterThan(3);
    expect([story.verdict, story.printed]).toEqual([
      expect.objectContaining({ story: 'passed', steps: 20 }),
      expect.any(String),
    ]);
  });
});
