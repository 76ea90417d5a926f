import type { GuardedHttp } from '../../outbound/guarded-http.js';

/** What a thread provides to its task. */
interface ThreadTools {
  /** HTTP client of the thread, under the same rules as everywhere. */
  readonly http: GuardedHttp;
}

/**
 * The function `work` that a task file exports. Input and output are copied between threads, so they must be
 * plain data. The file should import little, because every thread loads it.
 */
export type ThreadWork<I, O> = (input: I, tools: ThreadTools) => Promise<O>;

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

/** From the thread to the process. */
export type AnswerMessage = { readonly output: unknown } | { readonly failure: string };
