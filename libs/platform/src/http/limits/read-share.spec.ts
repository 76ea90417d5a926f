import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Config } from '../../config/config.js';
import { ReadShare } from './read-share.js';

/** Times are the test's own. */
describe('reads of one caller', () => {
  let active = 0;
  let share: ReadShare;
  beforeEach(() => {
    active = 0;
    jest.useFakeTimers();
    jest.spyOn(performance, 'eventLoopUtilization').mockImplementation(() => ({ active, idle: 0, utilization: 0 }));
    share = new ReadShare({ readSharePercent: 50 } as Config);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => jest.useRealTimers());

  const response = () => Object.assign(new EventEmitter(), { closed: false, writableFinished: true });
  const take = (caller: string, one = response()) => share.take(caller, one as unknown as ServerResponse);
  const takeAll = (caller: string, count: number) => Array.from({ length: count }, async () => take(caller));
  /** One after the other without a pause, each `ms` of the main thread. Returns whether it waited. */
  async function read(caller: string, ms: number): Promise<boolean> {
    const one = response();
    const wait = take(caller, one);
    await Promise.all([wait, jest.runAllTimersAsync()]);
    jest.advanceTimersByTime(ms);
    active += ms;
    one.emit('close');
    return wait !== undefined;
  }

  it('wait for half of the time after they took more than a page takes, and no other caller waits', async () => {
    for (let n = 0; n < 4; n += 1) expect(await read('a', 10)).toBe(false);
    const from = performance.now();
    for (let n = 0; n < 100; n += 1) await read('a', 10);
    expect((performance.now() - from) / 100).toBeCloseTo(20, -1);
    expect(await read('a', 10)).toBe(true);
    expect(await read('b', 10)).toBe(false);
    jest.advanceTimersByTime(10_000);
    expect(await read('a', 10)).toBe(false);
  });

  it('do not wait when sixteen connections ask at once after a pause', async () => {
    for (const ms of [0, 10_000]) {
      jest.advanceTimersByTime(ms);
      expect(Array.from({ length: 16 }, () => take('a'))).toEqual(Array(16).fill(undefined));
    }
  });

  it('begin in order, one at a time, without those that were cancelled, however long the machine paused', async () => {
    await Promise.all(takeAll('a', 17));
    const begun: number[] = [];
    const left = response();
    const leaves = expect(take('a', left)).rejects.toMatchObject({ code: 'unavailable' });
    for (let n = 0; n < 20; n += 1) void take('a')?.then(() => begun.push(n));
    left.closed = true;
    const clock = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => clock() + 900);
    while (begun.length < 20) {
      expect(jest.getTimerCount()).toBe(1);
      const before = begun.length;
      await jest.advanceTimersToNextTimerAsync();
      expect(begun.length - before).toBeLessThanOrEqual(1);
    }
    expect(begun).toEqual(Array.from({ length: 20 }, (_, n) => n));
    await leaves;
  });

  it('are refused when they would wait for over a second', async () => {
    const [ends] = await Promise.all([Promise.allSettled(takeAll('a', 400)), jest.runAllTimersAsync()]);
    const refused = ends.filter((end) => end.status === 'rejected').map(({ reason }) => reason as object);
    expect(refused.length).toBeGreaterThan(100);
    expect(refused[0]).toMatchObject({ code: 'too_many_requests', status: 429 });
    expect((refused[0] as { retryAfterMs: number }).retryAfterMs).toBeGreaterThan(1_000);
  });

  it('are refused after a second when those before them took more than was expected', async () => {
    const before = Array.from({ length: 17 }, response);
    for (const one of before) void take('a', one);
    const late = expect(take('a')).rejects.toMatchObject({ code: 'too_many_requests' });
    active += 17 * 100;
    for (const one of before) one.emit('close');
    await jest.advanceTimersByTimeAsync(1_000);
    await late;
  });

  it('are charged for what they take, however many responses they leave unfetched', async () => {
    for (let n = 0; n < 50; n += 1) await take(`idle ${n}`);
    // Until each of those took as much as a read costs at most, all share.
    await read('long', 50 * 100 + 1);
    let waited = 0;
    for (let n = 0; n < 100; n += 1) waited += Number(await read('a', 10));
    expect(waited).toBeGreaterThan(50);
  });
});
