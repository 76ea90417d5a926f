import { AppError, commonErrors } from '@portal/kernel';
import { scopeIds, type Actor, type Role } from './actor.js';

/**
 * The id of the person whose session calls.
 * @throws AppError `session_required` (403) for an API token and for the product itself.
 */
export function requireSession(actor: Actor): string {
  if (actor.kind !== 'user' || actor.userId === null) throw new AppError(commonErrors.session_required);
  return actor.userId;
}

/**
 * The id of the person who proposes or decides.
 * @throws AppError `forbidden` (403) with `message` for an API token and for the product itself.
 */
export function requirePerson(actor: Actor, message: string): string {
  if (actor.kind !== 'user' || actor.userId === null) throw new AppError(commonErrors.forbidden, { message });
  return actor.userId;
}

/**
 * The organisation or tenant for which the caller holds the role.
 * @throws AppError `not_found` (404) when there is none.
 */
export function requireScope(actor: Actor, role: Role): string {
  const [scopeId] = scopeIds(actor, role);
  if (scopeId === undefined) throw new AppError(commonErrors.not_found);
  return scopeId;
}
