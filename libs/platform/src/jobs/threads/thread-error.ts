/**
 * Why a task got no result from its thread. `full`: the queue is full. `waited`: no thread became free in time.
 * `timeout`: it ran too long and was ended. `memory`: it exceeded its heap. `crashed`: its thread ended. `failed`: it
 * threw. `closed`: this process is stopping.
 */
export type ThreadFailure = 'full' | 'waited' | 'timeout' | 'memory' | 'crashed' | 'failed' | 'closed';

/** A task without a result. The message is for our log only. */
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
