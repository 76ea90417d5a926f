import type { Database } from '../database/database.js';
import { LiveFeed } from './live-feed.js';

describe('a stream of progress', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('ends after a while, so that whoever may no longer watch is refused when they come again', async () => {
    let asked = 0;
    const query = (): Promise<object[]> => {
      asked += 1;
      return Promise.resolve([]);
    };
    let ended = false;
    new LiveFeed({ query } as unknown as Database).sse('submission:1').subscribe({ complete: () => (ended = true) });
    await jest.advanceTimersByTimeAsync(59_000);
    expect(ended).toBe(false);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(ended).toBe(true);
    const until = asked;
    await jest.advanceTimersByTimeAsync(10_000);
    expect(asked - until).toBeLessThanOrEqual(1);
  });
});
