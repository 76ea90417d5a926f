import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError, commonErrors } from '@portal/kernel';
import type { KeyedRequest } from './keyed-request.js';
import { hasOpenTransaction } from './open-transaction.js';

/**
 * Whose rows a statement may touch, for the policies of the database (decision 0012). `system` is the product itself and
 * its staff: every row. `caller` is somebody from outside: rows of these organisations and tenants, of this person, and
 * what is everybody's.
 */
export type DataScope =
  | { readonly kind: 'system' }
  | { readonly kind: 'caller'; readonly personId: string | null; readonly owners: readonly string[] };

export const SYSTEM_SCOPE: DataScope = { kind: 'system' };
/** Nobody in particular: only what is everybody's. */
export const NOBODY_SCOPE: DataScope = { kind: 'caller', personId: null, owners: [] };

const scopes = new AsyncLocalStorage<{ scope: DataScope; keyed?: KeyedRequest | undefined }>();

/** The scope that was set in this call chain; undefined leaves a statement with the role of its connection. */
export function currentScope(): DataScope | undefined {
  return scopes.getStore()?.scope;
}

/** Runs `work` in `scope`; what it calls may narrow or widen it with `setScope`. */
export function withScope<T>(scope: DataScope, work: () => T): T {
  return scopes.run({ scope, keyed: scopes.getStore()?.keyed }, work);
}

/** The request of this call chain, when it came under an idempotency key. */
export function currentKeyedRequest(): KeyedRequest | undefined {
  return scopes.getStore()?.keyed;
}

/**
 * From here on every transaction of this call chain belongs to `keyed`.
 * @throws Error outside of `withScope`.
 */
export function setKeyedRequest(keyed: KeyedRequest): void {
  openScope().keyed = keyed;
}

/**
 * Replaces the scope of the call chain that `withScope` opened: the caller of a request is known only after it began.
 * @throws Error outside of `withScope`.
 */
export function setScope(scope: DataScope): void {
  openScope().scope = scope;
}

function openScope(): { scope: DataScope; keyed?: KeyedRequest | undefined } {
  const store = scopes.getStore();
  if (!store) throw new Error('no scope was opened in this call chain');
  return store;
}

/**
 * `parts`, each asked for in the scope of now: the body of an answer is read when its request has ended, on behalf of
 * whoever reads the connection then.
 */
export function keepScope<T>(parts: AsyncGenerator<T>): AsyncGenerator<T> {
  const scope = currentScope();
  const inside = <R>(work: () => R): R => (scope ? withScope(scope, work) : work());
  async function* kept(): AsyncGenerator<T> {
    try {
      for (let part = await inside(() => parts.next()); part.done !== true; part = await inside(() => parts.next()))
        yield part.value;
    } finally {
      await parts.return(undefined);
    }
  }
  return kept();
}

/**
 * Runs `work` with every row in reach. For what crosses owners by its nature, and only after it is decided that the
 * caller may cause it: an email address looked up, an invitation redeemed by its token.
 * @throws Error inside a transaction, whose scope stays as it began. Use `tx.bypassRowSecurity` there.
 */
export function bypassRowSecurity<T>(work: () => T): T {
  if (hasOpenTransaction())
    throw new Error('a transaction keeps the scope that it began with: use tx.bypassRowSecurity');
  return withScope(SYSTEM_SCOPE, work);
}

/** What this call chain has just made for its caller belongs to them from here on; no effect on the product itself. */
export function grantOwnership(ownerId: string): void {
  const scope = currentScope();
  if (scope?.kind === 'caller') setScope({ ...scope, owners: [...scope.owners, ownerId] });
}

/**
 * As `bypassRowSecurity`, for what is made for one owner from rows of many: a statement from the invoices of tenants. The wall
 * stands here then: the owner must be one of the caller's.
 * @throws AppError `not_found` (404) for anybody else's owner.
 */
export function bypassRowSecurityFor<T>(ownerId: string, work: () => T): T {
  const scope = currentScope();
  if (scope?.kind === 'caller' && !scope.owners.includes(ownerId)) throw new AppError(commonErrors.not_found);
  return bypassRowSecurity(work);
}
