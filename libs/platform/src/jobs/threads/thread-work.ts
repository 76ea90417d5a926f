import type { GuardedHttp } from '../../outbound/guarded-http.js';

/** What a thread gives to the work that runs in it. */
interface ThreadTools<P> {
  /** The way out of the thread, under the same rules as everywhere. */
  readonly http: GuardedHttp;
  /** Tells the process how far it is. */
  readonly tell: (progress: P) => void;
}

/**
 * The function `work` that a task file exports. Input, output and progress are copied between the threads, so they are
 * plain data. The file imports as little as it can: every thread loads it anew.
 */
export type ThreadWork<I, O, P> = (input: I, tools: ThreadTools<P>) => Promise<O>;

/** What a thread is started with. No secret is among it, and the thread's environment is empty. */
export interface ThreadSettings {
  /** Path of the compiled task file. */
  readonly task: string;
  readonly sandboxPorts: readonly { from: number; to: number }[];
}

/** From the process to the thread: one piece of work at a time. */
export interface WorkMessage {
  readonly input: unknown;
}

/** From the thread to the process: any number of `progress`, then one of the others. */
export type AnswerMessage =
  { readonly progress: unknown } | { readonly output: unknown } | { readonly failure: string };
