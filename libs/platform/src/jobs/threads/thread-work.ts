import type { GuardedHttp } from '../../outbound/guarded-http.js';

/** What a thread provides to its task. */
interface ThreadTools<P> {
  /** HTTP client of the thread, under the same rules as everywhere. */
  readonly http: GuardedHttp;
  /** Reports progress to the process. */
  readonly notify: (progress: P) => void;
}

/**
 * The function `work` that a task file exports. Input, output and progress are copied between threads, so they must be
 * plain data. The file should import little, because every thread loads it.
 */
export type ThreadWork<I, O, P> = (input: I, tools: ThreadTools<P>) => Promise<O>;

/** Start data of a thread. It contains no secret, and the thread's environment is empty. */
export interface ThreadSettings {
  /** Path of the compiled task file. */
  readonly task: string;
  readonly sandboxPorts: readonly { from: number; to: number }[];
}

/** From the process to the thread: one task at a time. */
export interface WorkMessage {
  readonly input: unknown;
}

/** From the thread to the process: any number of `progress`, then one of the others. */
export type AnswerMessage =
  { readonly progress: unknown } | { readonly output: unknown } | { readonly failure: string };
