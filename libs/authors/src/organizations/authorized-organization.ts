import { AppError } from '@portal/kernel';
import { scopeIds, type Actor } from '@portal/platform/access';
import { authorsErrors } from '../errors.js';

/** The organisation a person acts for; undefined before the first application. */
export function organizationOf(actor: Actor): string | undefined {
  return scopeIds(actor, 'author')[0];
}

/** @throws AppError `account_not_found` (404) for a person without an organisation. */
export function requireOrganization(actor: Actor): string {
  const orgId = organizationOf(actor);
  if (orgId === undefined) throw new AppError(authorsErrors.account_not_found);
  return orgId;
}

export function belongsTo(actor: Actor, orgId: string): boolean {
  return scopeIds(actor, 'author').includes(orgId);
}
