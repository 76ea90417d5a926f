import { Worker } from 'node:worker_threads';
import { ThreadError, type ThreadFailure } from './thread-error.js';
import { THREAD_MAIN } from './thread-main-path.js';
import type { AnswerMessage, ThreadSettings, WorkMessage } from './thread-work.js';

export interface ThreadPoolOptions extends ThreadSettings {
  /** Maximum number of threads. The first starts with the first task. */
  readonly threads: number;
  /** Maximum number of waiting tasks. */
  readonly queue: number;
  /** Heap per thread, MiB. */
  readonly heapMb: number;
  /** Maximum run time, ms; then the thread is ended. */
  readonly runMs: number;
  /** Maximum wait for a thread, ms. */
  readonly waitMs: number;
  /** Idle time after which a thread stops, ms. */
  readonly idleMs: number;
}

interface Job<I, O> {
  readonly input: I;
  readonly onStart: (() => void) | undefined;
  readonly resolve: (output: O) => void;
  readonly reject: (error: ThreadError) => void;
  timer?: NodeJS.Timeout;
}

interface PoolThread<I, O> {
  readonly worker: Worker;
  job: Job<I, O> | undefined;
  idle?: NodeJS.Timeout;
  /** True when it is ending: it takes no more tasks, and counts until it has stopped. */
  end?: ThreadFailure;
}

/**
 * Runs untrusted work in threads. A thread processes one task at a time and has its own heap and an empty environment.
 * When it hangs, exceeds its heap or crashes, only that task fails and another thread takes the next. One risk remains:
 * a single allocation that exceeds the rest of its heap by more than 16 MiB ends the process (V8). So tasks must limit
 * what they read, to let their structures grow in smaller steps.
 */
export class ThreadPool<I, O> {
  private readonly threads = new Set<PoolThread<I, O>>();
  private readonly waiting: Job<I, O>[] = [];
  private closed = false;

  constructor(private readonly options: ThreadPoolOptions) {}

  /** Number of existing threads, busy or idle. */
  get alive(): number {
    return this.threads.size;
  }

  /** Number of tasks that wait for a thread. */
  get queued(): number {
    return this.waiting.length;
  }

  /** How many more tasks would be accepted now. */
  get room(): number {
    const { threads, queue } = this.options;
    const idle = [...this.threads].filter(isIdle).length;
    return idle + threads - this.threads.size + queue - this.waiting.length;
  }

  /** @throws ThreadError (as a rejection) when there is no result. */
  run(input: I, onStart?: () => void): Promise<O> {
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(new ThreadError('closed', 'the threads are stopping'));
      if (this.room <= 0) return reject(new ThreadError('full', `${this.waiting.length} pieces of work wait already`));
      const job: Job<I, O> = { input, onStart, resolve, reject };
      this.waiting.push(job);
      job.timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(job), 1);
        reject(new ThreadError('waited', `no thread was free within ${this.options.waitMs} ms`));
      }, this.options.waitMs);
      this.next();
    });
  }

  /** Ends every thread; running and waiting tasks fail with `closed`. */
  async close(): Promise<void> {
    this.closed = true;
    for (const job of this.waiting.splice(0)) {
      clearTimeout(job.timer);
      job.reject(new ThreadError('closed', 'the threads are stopping'));
    }
    await Promise.all([...this.threads].map((thread) => this.end(thread, 'closed')));
  }

  private next(): void {
    while (this.waiting.length > 0) {
      const thread = this.idleThread() ?? (this.threads.size < this.options.threads ? this.open() : undefined);
      if (!thread) return;
      this.give(thread, this.waiting.shift()!);
    }
  }

  private idleThread(): PoolThread<I, O> | undefined {
    return [...this.threads].find(isIdle);
  }

  private open(): PoolThread<I, O> {
    const { task, sandboxPorts, heapMb } = this.options;
    const worker = new Worker(THREAD_MAIN, {
      workerData: { task, sandboxPorts } satisfies ThreadSettings,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
    });
    const thread: PoolThread<I, O> = { worker, job: undefined };
    this.threads.add(thread);
    worker.on('message', (message: AnswerMessage) => this.receive(thread, message));
    let cause: unknown;
    worker.on('error', (error: unknown) => (cause = error));
    worker.on('exit', () => {
      const outgrown = (cause as { code?: string } | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.fail(thread, thread.end ?? (outgrown ? 'memory' : 'crashed'), cause);
      clearTimeout(thread.idle);
      this.threads.delete(thread);
      this.next();
    });
    return thread;
  }

  private give(thread: PoolThread<I, O>, job: Job<I, O>): void {
    clearTimeout(thread.idle);
    clearTimeout(job.timer);
    thread.job = job;
    thread.worker.ref();
    job.timer = setTimeout(() => void this.end(thread, 'timeout'), this.options.runMs);
    job.onStart?.();
    thread.worker.postMessage({ input: job.input } satisfies WorkMessage);
  }

  private receive(thread: PoolThread<I, O>, message: AnswerMessage): void {
    const { job } = thread;
    if (!job) return;
    if ('failure' in message) this.fail(thread, 'failed', message.failure);
    else {
      this.release(thread);
      job.resolve(message.output as O);
    }
    thread.worker.unref();
    thread.idle = setTimeout(() => void this.end(thread, 'closed'), this.options.idleMs).unref();
    this.next();
  }

  /** Ends a thread. Its task fails immediately; its place becomes free when it has stopped. */
  private async end(thread: PoolThread<I, O>, reason: ThreadFailure): Promise<void> {
    thread.end ??= reason;
    this.fail(thread, thread.end);
    await thread.worker.terminate();
  }

  private release(thread: PoolThread<I, O>): Job<I, O> | undefined {
    const { job } = thread;
    thread.job = undefined;
    clearTimeout(job?.timer);
    return job;
  }

  private fail(thread: PoolThread<I, O>, reason: ThreadFailure, cause?: unknown): void {
    this.release(thread)?.reject(new ThreadError(reason, `the work ended: ${reason}`, { cause }));
  }
}

const isIdle = ({ job, end }: { job: unknown; end?: ThreadFailure }): boolean => job === undefined && end === undefined;
