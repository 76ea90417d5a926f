import type { Database } from '../database/database.js';
import { LiveFeed } from './live-feed.js';

describe('a stream of progress', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('ends after a while, so that somebody without access any more is refused when they reconnect', async () => {
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

  it('is read once for all who watch, each of whom gets what is new to them', async () => {
    const rows = [
      { stream: 'a', seq: '1', type: 'step', data: {} },
      { stream: 'b', seq: '2', type: 'step', data: {} },
      { stream: 'a', seq: '3', type: 'step', data: {} },
    ];
    const asked: [streams: string[], seen: string[]][] = [];
    const query = (_sql: string, [streams, seen]: [string[], string[]]): Promise<object[]> => {
      asked.push([streams, seen]);
      return Promise.resolve(
        rows.filter(
          ({ stream, seq }) => streams.includes(stream) && Number(seq) > Number(seen[streams.indexOf(stream)]),
        ),
      );
    };
    const feed = new LiveFeed({ query } as unknown as Database);
    const received: Record<string, (string | undefined)[]> = {};
    const watchers = Array.from({ length: 50 }, (_, i) => {
      const [stream, last] = i % 2 === 0 ? ['a', i % 4 === 0 ? '1' : '0'] : ['b', '0'];
      return feed.sse(stream, last).subscribe(({ id }) => (received[`${stream} ${last}`] ??= []).push(id));
    });
    await jest.advanceTimersByTimeAsync(3_000);
    expect(received['a 1']).toEqual(Array(13).fill('3'));
    expect(received['a 0']!.sort()).toEqual([...Array<string>(12).fill('1'), ...Array<string>(12).fill('3')]);
    expect(received['b 0']).toEqual(Array(25).fill('2'));
    expect(asked.length).toBeLessThan(15);
    expect(asked.at(-1)).toEqual([
      ['a', 'b'],
      ['3', '2'],
    ]);
    watchers.forEach((one) => one.unsubscribe());
    const until = asked.length;
    await jest.advanceTimersByTimeAsync(3_000);
    expect(asked.length - until).toBeLessThanOrEqual(1);
  });

  it('ends when its process does', () => {
    const feed = new LiveFeed({ query: () => Promise.resolve([]) } as unknown as Database);
    let ended = false;
    feed.sse('a').subscribe({ complete: () => (ended = true) });
    feed.onModuleDestroy();
    expect(ended).toBe(true);
  });
});
