import { AsyncLocalStorage } from 'node:async_hooks';

const open = new AsyncLocalStorage<{ closed: boolean }>();

/** Marks the code run by `work` as inside a transaction. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const state = { closed: false };
  try {
    return await open.run(state, work);
  } finally {
    state.closed = true;
  }
}

export function hasOpenTransaction(): boolean {
  const state = open.getStore();
  return state !== undefined && !state.closed;
}

/**
 * Called before every network call, because locks must never wait for the network.
 * @throws Error naming `what` when a transaction is open in this call chain.
 */
export function assertNoOpenTransaction(what: string): void {
  if (hasOpenTransaction()) throw new Error(`${what} inside a database transaction`);
}
