/**
 * Why a piece of work got no answer from its thread. `full`: no place in the queue. `waited`: a place, but no thread in
 * time. `timeout`: ran longer than it may and was ended. `memory`: outgrew its heap. `crashed`: its thread ended.
 * `failed`: it threw. `closed`: this process is stopping.
 */
export type ThreadFailure = 'full' | 'waited' | 'timeout' | 'memory' | 'crashed' | 'failed' | 'closed';

/** A piece of work that its thread did not answer. The message is for our own log. */
export class ThreadError extends Error {
  constructor(
    readonly reason: ThreadFailure,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = 'ThreadError';
  }
}
