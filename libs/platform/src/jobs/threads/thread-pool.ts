import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { ThreadError, type ThreadFailure } from './thread-error.js';
import type { AnswerMessage, ThreadSettings, WorkMessage } from './thread-work.js';

export interface ThreadPoolOptions extends ThreadSettings {
  /** Most threads at a time. The first starts with the first work. */
  readonly threads: number;
  /** Most pieces of work that wait while all threads are busy. */
  readonly queue: number;
  /** Heap of one thread, MiB. */
  readonly heapMb: number;
  /** Longest run, ms; after it the thread is ended. */
  readonly runMs: number;
  /** Longest wait for a thread, ms. */
  readonly waitMs: number;
  /** A thread without work stops after so long, ms. */
  readonly idleMs: number;
  /** First file of a thread; the compiled `thread-main` by default. */
  readonly main?: string;
}

/** What somebody may see of a piece of work before it ends. */
interface ThreadWatch<P> {
  readonly onStart?: () => void;
  readonly onProgress?: (progress: P) => void;
}

interface Job<I, O, P> {
  readonly input: I;
  readonly watch: ThreadWatch<P>;
  readonly resolve: (output: O) => void;
  readonly reject: (error: ThreadError) => void;
  timer?: NodeJS.Timeout;
}

interface PoolThread<I, O, P> {
  readonly worker: Worker;
  job: Job<I, O, P> | undefined;
  idle?: NodeJS.Timeout;
  /** Set once it is to end: it takes no more work, and counts until it is gone. */
  end?: ThreadFailure;
}

/**
 * Work of strangers beside the process instead of in it. A thread does one thing at a time, has a heap of its own and
 * an empty environment; when it hangs, outgrows its heap or crashes, that one piece of work fails and another thread
 * takes the next. One thing a thread cannot be kept from: a single allocation that exceeds what is left of its heap by
 * more than 16 MiB ends the process (V8). Work must bound what it reads so that its structures grow in smaller steps.
 */
export class ThreadPool<I, O, P = never> {
  private readonly threads = new Set<PoolThread<I, O, P>>();
  private readonly waiting: Job<I, O, P>[] = [];
  private closed = false;

  constructor(private readonly options: ThreadPoolOptions) {}

  /** Threads that exist now, with or without work. */
  get alive(): number {
    return this.threads.size;
  }

  /** Pieces of work without a thread. */
  get queued(): number {
    return this.waiting.length;
  }

  /** How many more pieces of work would be taken now. */
  get room(): number {
    const { threads, queue } = this.options;
    const idle = [...this.threads].filter(isIdle).length;
    return idle + threads - this.threads.size + queue - this.waiting.length;
  }

  /** @throws ThreadError (as a rejection) when there is no answer. */
  run(input: I, watch: ThreadWatch<P> = {}): Promise<O> {
    return new Promise((resolve, reject) => {
      if (this.closed) return reject(new ThreadError('closed', 'the threads are stopping'));
      if (this.room <= 0) return reject(new ThreadError('full', `${this.waiting.length} pieces of work wait already`));
      const job: Job<I, O, P> = { input, watch, resolve, reject };
      this.waiting.push(job);
      job.timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(job), 1);
        reject(new ThreadError('waited', `no thread was free within ${this.options.waitMs} ms`));
      }, this.options.waitMs);
      this.next();
    });
  }

  /** Ends every thread; what runs or waits fails with `closed`. */
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

  private idleThread(): PoolThread<I, O, P> | undefined {
    return [...this.threads].find(isIdle);
  }

  private open(): PoolThread<I, O, P> {
    const { task, sandboxPorts, heapMb, main = path.join(__dirname, 'thread-main.js') } = this.options;
    const worker = new Worker(main, {
      workerData: { task, sandboxPorts } satisfies ThreadSettings,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
    });
    const thread: PoolThread<I, O, P> = { worker, job: undefined };
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

  private give(thread: PoolThread<I, O, P>, job: Job<I, O, P>): void {
    clearTimeout(thread.idle);
    clearTimeout(job.timer);
    thread.job = job;
    thread.worker.ref();
    job.timer = setTimeout(() => void this.end(thread, 'timeout'), this.options.runMs);
    job.watch.onStart?.();
    thread.worker.postMessage({ input: job.input } satisfies WorkMessage);
  }

  private receive(thread: PoolThread<I, O, P>, message: AnswerMessage): void {
    const { job } = thread;
    if (!job) return;
    if ('progress' in message) {
      job.watch.onProgress?.(message.progress as P);
      return;
    }
    if ('failure' in message) this.fail(thread, 'failed', message.failure);
    else {
      this.release(thread);
      job.resolve(message.output as O);
    }
    thread.worker.unref();
    thread.idle = setTimeout(() => void this.end(thread, 'closed'), this.options.idleMs).unref();
    this.next();
  }

  /** Ends a thread in whatever it does. Its work fails at once; its place is free when it is gone. */
  private async end(thread: PoolThread<I, O, P>, reason: ThreadFailure): Promise<void> {
    thread.end ??= reason;
    this.fail(thread, thread.end);
    await thread.worker.terminate();
  }

  private release(thread: PoolThread<I, O, P>): Job<I, O, P> | undefined {
    const { job } = thread;
    thread.job = undefined;
    clearTimeout(job?.timer);
    return job;
  }

  private fail(thread: PoolThread<I, O, P>, reason: ThreadFailure, cause?: unknown): void {
    this.release(thread)?.reject(new ThreadError(reason, `the work ended: ${reason}`, { cause }));
  }
}

const isIdle = ({ job, end }: { job: unknown; end?: ThreadFailure }): boolean => job === undefined && end === undefined;
