import path from 'node:path';
import { until } from '../../../../../test/support/test-timeout.js';
import type { ThreadError } from './thread-error.js';
import { ThreadPool, type ThreadPoolOptions } from './thread-pool.js';

const threads = path.resolve('test/support/threads');
const open: ThreadPool<object, unknown>[] = [];
afterAll(() => Promise.all(open.map((pool) => pool.close())));

function pool(options: Partial<ThreadPoolOptions> = {}): ThreadPool<object, unknown> {
  const made = new ThreadPool<object, unknown>({
    task: path.join(threads, 'trouble.task.ts'),
    sandboxPorts: [{ from: 4_000, to: 4_009 }],
    threads: 1,
    queue: 4,
    heapMb: 48,
    runMs: 120_000,
    waitMs: 120_000,
    idleMs: 120_000,
    ...options,
  });
  open.push(made);
  return made;
}
const ask = (word: string): object => ({ manifestUrl: `http://127.0.0.1:1/trouble/${word}` });
const reason = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'answered',
    (error: unknown) => (error as ThreadError).reason,
  );
describe('worker threads', () => {
  it('start with the first work, and stop when there is none', async () => {
    const one = pool({ idleMs: 50 });
    expect(one.alive).toBe(0);
    const reported: unknown[] = [];
    expect(await one.run(ask('chat'), () => reported.push('start'))).toBe('end');
    expect(reported).toEqual(['start']);
    expect(one.alive).toBe(1);
    await until(() => one.alive === 0);
    expect(await one.run(ask('chat'))).toBe('end');
  });

  it.each([
    ['heap', 'memory'],
    ['text', 'memory'],
    ['exit', 'crashed'],
    ['reject', 'crashed'],
    ['throw', 'failed'],
    ['recursion', 'failed'],
  ])('that end by %s fail their piece of work as %s, and the next one is answered', async (word, expected) => {
    const one = pool();
    const [trouble, after] = [reason(one.run(ask(word))), one.run(ask('chat'))];
    expect(await trouble).toBe(expected);
    expect(await after).toBe('end');
  });

  it('that hang are ended at their time, while the process continues', async () => {
    // The run time includes the start of its thread, and the next run needs a new one.
    const one = pool({ runMs: 10_000 });
    await one.run(ask('chat'));
    const order: string[] = [];
    const hangs = reason(one.run(ask('spin'))).then((end) => order.push(end));
    const waits = one.run(ask('chat')).then(() => order.push('the next'));
    await new Promise((resolve) => setImmediate(resolve));
    order.push('the process');
    await Promise.all([hangs, waits]);
    expect(order).toEqual(['the process', 'timeout', 'the next']);
  });

  it('are never more than allowed, and the queue is never longer than allowed', async () => {
    const two = pool({ threads: 2, queue: 3 });
    expect(two.room).toBe(5);
    const work = Array.from({ length: 6 }, () => reason(two.run(ask('chat'))));
    expect([two.alive, two.queued, two.room]).toEqual([2, 3, 0]);
    expect((await Promise.all(work)).sort()).toEqual([...Array<string>(5).fill('answered'), 'full']);
    expect(two.room).toBe(5);
  });

  it('drop a task that waits too long, with that reason', async () => {
    const one = pool({ waitMs: 1, runMs: 1_000 });
    const hangs = reason(one.run(ask('spin')));
    expect(await reason(one.run(ask('chat')))).toBe('waited');
    expect(one.queued).toBe(0);
    expect(await hangs).toBe('timeout');
  });

  it('have no environment, so no secret of the process', async () => {
    process.env['SECRET_FOR_THIS_TEST'] = 'known';
    expect(await pool().run(ask('environment'))).toEqual({});
    delete process.env['SECRET_FOR_THIS_TEST'];
  });

  it.each([
    ['inside', 'address_policy'],
    ['named', 'address_policy'],
    ['loopback', 'address_policy'],
  ])('cannot reach what the process may not reach: %s', async (word, failure) => {
    expect(await pool().run(ask(word))).toMatchObject({ failure });
  });

  it('may dial loopback at exactly the ports of the sandbox', async () => {
    const one = pool({ sandboxPorts: [{ from: 4_010, to: 4_010 }] });
    expect(await one.run(ask('loopback'))).not.toMatchObject({ failure: 'address_policy' });
    expect(await one.run(ask('inside'))).toMatchObject({ failure: 'address_policy' });
  });

  it('end at once when the process stops: running, waiting and new work', async () => {
    const one = pool();
    const [runs, waits] = [reason(one.run(ask('spin'))), reason(one.run(ask('chat')))];
    await one.close();
    expect([await runs, await waits, await reason(one.run(ask('chat')))]).toEqual(['closed', 'closed', 'closed']);
    expect(one.alive).toBe(0);
  });
});
