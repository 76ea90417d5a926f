import { ReceiverBreaker, FAILURES_TO_OPEN, OPEN_MS } from './receiver-breaker.js';
import {
  MAX_CONCURRENT_PER_AUTHOR,
  MAX_CONCURRENT_PER_DRIVE,
  DriveConcurrencyLimiter,
} from './drive-concurrency-limiter.js';

function setup() {
  const at = { ms: 0 };
  const limiter = new DriveConcurrencyLimiter<string>(new ReceiverBreaker(), () => at.ms);
  const begin = (name: string, authorId: string, driveId: string) =>
    limiter.acquire(name, name, { authorId, driveId }).kind;
  return { at, turns: limiter, begin };
}

describe('the concurrency limit of calls to a Drive', () => {
  it('allows two per Drive and four per author, and delays nobody else', () => {
    const { begin } = setup();
    expect([1, 2, 3].map((n) => begin(`x${n}`, 'a', 'x'))).toEqual(['go', 'go', 'waits']);
    expect([1, 2, 3].map((n) => begin(`y${n}`, 'a', `y${n}`))).toEqual(['go', 'go', 'waits']);
    expect([MAX_CONCURRENT_PER_DRIVE, MAX_CONCURRENT_PER_AUTHOR, begin('z', 'b', 'z')]).toEqual([2, 4, 'go']);
  });

  it('returns deferred jobs in their order, once, as many as there is room for', () => {
    const { begin, turns: limiter } = setup();
    for (let n = 0; n < 10; n++) begin(`d${n}`, 'a', `d${n}`);
    begin('d7', 'a', 'd7');
    expect(limiter.ready()).toEqual([]);
    limiter.release({ authorId: 'a', driveId: 'd0' }, true);
    limiter.release({ authorId: 'a', driveId: 'd1' }, true);
    expect([limiter.ready('b'), limiter.ready('a')]).toEqual([[], ['d4', 'd5']]);
    limiter.release({ authorId: 'a', driveId: 'd2' }, true);
    limiter.release({ authorId: 'a', driveId: 'd3' }, true);
    expect(limiter.ready()).toEqual(['d6', 'd7', 'd8', 'd9']);
    expect(limiter.ready()).toEqual([]);
  });

  it('prefers a Drive with room to one that was deferred earlier and has none', () => {
    const { begin, turns: limiter } = setup();
    for (const name of ['x1', 'x2', 'x3']) begin(name, 'a', 'x');
    begin('y1', 'a', 'y1');
    begin('y2', 'a', 'y2');
    expect(begin('y3', 'a', 'y3')).toBe('waits');
    limiter.release({ authorId: 'a', driveId: 'y1' }, true);
    expect(limiter.ready()).toEqual(['y3']);
    limiter.release({ authorId: 'a', driveId: 'x' }, true);
    expect(limiter.ready()).toEqual(['x3']);
  });

  it('lets a Drive rest that does not answer, tries it by one call, and calls it again once it answers', () => {
    const { at, begin, turns: limiter } = setup();
    const lease = { authorId: 'a', driveId: 'x' };
    for (let n = 0; n < FAILURES_TO_OPEN; n++) {
      expect(begin('one', 'a', 'x')).toBe('go');
      limiter.release(lease, false);
    }
    at.ms = 1_000;
    expect(limiter.acquire('one', 'one', lease)).toEqual({ kind: 'rest', ms: OPEN_MS - 1_000 });
    expect(limiter.ready()).toEqual([]);
    at.ms = OPEN_MS;
    expect([begin('one', 'a', 'x'), begin('two', 'a', 'x')]).toEqual(['go', 'waits']);
    limiter.release(lease, true);
    expect(limiter.ready()).toEqual(['two']);
    expect([begin('two', 'a', 'x'), begin('three', 'a', 'x')]).toEqual(['go', 'go']);
  });

  it('gives the trial to the next call when an attempt made no call after all', () => {
    const { at, begin, turns: limiter } = setup();
    const lease = { authorId: 'a', driveId: 'x' };
    for (let n = 0; n < FAILURES_TO_OPEN; n++) {
      begin('one', 'a', 'x');
      limiter.release(lease, false);
    }
    at.ms = OPEN_MS;
    expect(begin('one', 'a', 'x')).toBe('go');
    limiter.release(lease, undefined);
    expect(begin('two', 'a', 'x')).toBe('go');
  });
});
