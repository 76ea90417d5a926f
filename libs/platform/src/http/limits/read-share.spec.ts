import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Config } from '../../config/config.js';
import { ReadShare } from './read-share.js';

/** Times are the test's own. */
describe('reads of one caller', () => {
  let [now, active] = [0, 0];
  const waits: number[] = [];
  beforeEach(() => {
    [now, active] = [1_000, 0];
    waits.splice(0);
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    jest.spyOn(performance, 'eventLoopUtilization').mockImplementation(() => ({ active, idle: 0, utilization: 0 }));
    jest.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms: number) => {
      waits.push(ms);
      work();
    }) as unknown as typeof setTimeout);
  });
  afterEach(() => jest.restoreAllMocks());

  const shares = () => new ReadShare({ readSharePercent: 50 } as Config);
  const response = () => Object.assign(new EventEmitter(), { closed: false, writableFinished: true });
  /** One after the other without a pause, each `ms` of the main thread. */
  async function read(share: ReadShare, caller: string, ms: number): Promise<void> {
    const one = response();
    await share.take(caller, one as unknown as ServerResponse);
    [now, active] = [now + ms, active + ms];
    one.emit('close');
  }

  it('wait once they took more than a page takes, for half of the time, and nobody else does', async () => {
    const share = shares();
    for (let n = 0; n < 10; n += 1) await read(share, 'a', 10);
    expect(waits).toEqual([]);
    for (let n = 0; n < 100; n += 1) await read(share, 'a', 10);
    // The clock of this test does not move while they wait, so each waits for all before it too.
    expect(waits.length).toBeGreaterThan(50);
    expect(waits.at(-1)).toBeLessThanOrEqual(1_000);
    const before = waits.length;
    await read(share, 'b', 10);
    expect(waits.length).toBe(before);
    now += 10_000;
    await read(share, 'a', 10);
    expect(waits.length).toBe(before);
  });

  it('at the same time share what passes, and are refused when they would wait for over a second', async () => {
    const share = shares();
    const all = Array.from({ length: 400 }, async () => share.take('a', response() as unknown as ServerResponse));
    const ends = await Promise.allSettled(all);
    const refused = ends.filter((end) => end.status === 'rejected').map(({ reason }) => reason as object);
    expect(refused.length).toBeGreaterThan(100);
    expect(refused[0]).toMatchObject({ code: 'too_many_requests', status: 429 });
    expect((refused[0] as { retryAfterMs: number }).retryAfterMs).toBeGreaterThan(1_000);
  });

  it('pay for what they take, however many responses they leave unfetched', async () => {
    const share = shares();
    for (let n = 0; n < 50; n += 1) await share.take(`idle ${n}`, response() as unknown as ServerResponse);
    // Until each of those took as much as may be taken at once, all share.
    await read(share, 'long', 50 * 100 + 1);
    for (let n = 0; n < 100; n += 1) await read(share, 'a', 10);
    expect(waits.length).toBeGreaterThan(50);
  });
});
