import type { Grant } from '../../people/domain/roles.js';

/** Owner of a token: a person, an organisation, or the host's services. */
export type TokenOwner =
  | { readonly kind: 'person'; readonly userId: string }
  | { readonly kind: 'organization'; readonly orgId: string }
  | { readonly kind: 'host' };

/**
 * Whether a host token needs a second admin: one that can add operators could give its creator access to any tenant.
 */
export function needsSecondAdmin(scopes: readonly string[]): boolean {
  return scopes.includes('operators:write');
}

/** Access of a token with chosen scopes. */
export function accessOfScopes(scopes: readonly string[]): TokenAccess {
  return scopes.some((scope) => scope.endsWith(':write')) ? 'write' : 'read';
}

export const TOKEN_ACCESS = ['read', 'write'] as const;
/** `read`: safe methods only. */
export type TokenAccess = (typeof TOKEN_ACCESS)[number];

/** An API token without its value, which is shown once and not stored. */
export interface ApiToken<G extends Grant = Grant> {
  readonly id: string;
  readonly name: string;
  /** First characters, to recognise the token. */
  readonly prefix: string;
  readonly roles: readonly G[];
  readonly access: TokenAccess;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}
