import { AsyncLocalStorage } from 'node:async_hooks';

const workers = new AsyncLocalStorage<number>();

/**
 * Runs `work` under the lease of worker `no`: every transaction of its call chain is refused once that worker was
 * declared lost, because others do its work then.
 */
export function underLease<T>(no: number, work: () => Promise<T>): Promise<T> {
  return workers.run(no, work);
}

/** The worker of this call chain; undefined outside of background work. */
export function currentWorker(): number | undefined {
  return workers.getStore();
}
