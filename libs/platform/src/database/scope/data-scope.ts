import { AsyncLocalStorage } from 'node:async_hooks';
import { AppError, commonErrors } from '@portal/kernel';
import type { KeyedRequest } from '../transaction/keyed-request.js';
import { hasOpenTransaction } from '../transaction/open-transaction.js';

/**
 * Which rows a statement may access, for row-level security (decision 8). `system`: the product and staff, every
 * row. `caller`: an outside caller, with the rows of these organisations and tenants, of this person, and public ones.
 */
export type DataScope =
  | { readonly kind: 'system' }
  | { readonly kind: 'caller'; readonly personId: string | null; readonly owners: readonly string[] };

export const SYSTEM_SCOPE: DataScope = { kind: 'system' };
/** No caller: public rows only. */
export const NOBODY_SCOPE: DataScope = { kind: 'caller', personId: null, owners: [] };

interface CallChain {
  scope: DataScope;
  keyed?: KeyedRequest | undefined;
  actorId?: string | undefined;
  byHostToken?: boolean;
}

const scopes = new AsyncLocalStorage<CallChain>();

/** The scope of the current call chain; undefined leaves a statement with the role of its connection. */
export function currentScope(): DataScope | undefined {
  return scopes.getStore()?.scope;
}

/** Runs `work` in `scope`; code that it calls can change the scope with `setScope`. */
export function withScope<T>(scope: DataScope, work: () => T): T {
  return scopes.run({ ...scopes.getStore(), scope }, work);
}

/** The request of this call chain, when it came under an idempotency key. */
export function currentKeyedRequest(): KeyedRequest | undefined {
  return scopes.getStore()?.keyed;
}

/** Whose request this call chain is; undefined before somebody is known, and in the work of the product itself. */
export function currentActorId(): string | undefined {
  return scopes.getStore()?.actorId;
}

/**
 * All further transactions of this call chain are of this person, and write audit entries of nobody else.
 * @throws Error outside of `withScope`.
 */
export function setActorId(id: string, { byHostToken }: { byHostToken: boolean }): void {
  Object.assign(openScope(), { actorId: id, byHostToken });
}

/** Whether a token of the host, which two admins approved, makes the request; `actorId` is who created it. */
export function isByHostToken(): boolean {
  return scopes.getStore()?.byHostToken === true;
}

/**
 * Assigns all further transactions of this call chain to `keyed`.
 * @throws Error outside of `withScope`.
 */
export function setKeyedRequest(keyed: KeyedRequest): void {
  openScope().keyed = keyed;
}

/**
 * Replaces the scope of the call chain that `withScope` opened, because the caller of a request is only known after it
 * began.
 * @throws Error outside of `withScope`.
 */
export function setScope(scope: DataScope): void {
  openScope().scope = scope;
}

function openScope(): CallChain {
  const store = scopes.getStore();
  if (!store) throw new Error('no scope was opened in this call chain');
  return store;
}

/**
 * Iterates `parts` in the current scope. The body of a response is read after its request has ended, outside of its
 * call chain.
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
 * Runs `work` with row-level security bypassed. For operations that concern several owners, after checking that the
 * caller may: looking up an email address, using an invitation by its token.
 * @throws Error inside a transaction, whose scope cannot change. Use `tx.bypassRowSecurity` there.
 */
export function bypassRowSecurity<T>(work: () => T): T {
  if (hasOpenTransaction())
    throw new Error('a transaction keeps the scope that it began with: use tx.bypassRowSecurity');
  return withScope(SYSTEM_SCOPE, work);
}

/** Gives the caller ownership of what this call chain has just created; no effect on the product itself. */
export function grantOwnership(ownerId: string): void {
  const scope = currentScope();
  if (scope?.kind === 'caller') setScope({ ...scope, owners: [...scope.owners, ownerId] });
}

/**
 * Like `bypassRowSecurity`, for results for some owners that need rows of others, such as a statement made from tenants'
 * invoices. The owners must be the caller's.
 * @throws AppError `not_found` (404) for another owner.
 */
export function bypassRowSecurityFor<T>(owners: string | readonly string[], work: () => T): T {
  const scope = currentScope();
  if (scope?.kind === 'caller' && ![owners].flat().every((id) => scope.owners.includes(id)))
    throw new AppError(commonErrors.not_found);
  return bypassRowSecurity(work);
}
