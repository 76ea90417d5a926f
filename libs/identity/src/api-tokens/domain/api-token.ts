import type { Grant } from '../../people/domain/roles.js';

/** Whose a token is: a person's, an organisation's, or that of the host's services. */
export type TokenOwner =
  | { readonly kind: 'person'; readonly userId: string }
  | { readonly kind: 'organization'; readonly orgId: string }
  | { readonly kind: 'host' };

/** Whether a token of the host waits for a second admin: one that can add operators could let its maker into any tenant. */
export function needsSecondAdmin(scopes: readonly string[]): boolean {
  return scopes.includes('operators:write');
}

/** What the access of a token is whose scopes were chosen. */
export function accessOfScopes(scopes: readonly string[]): TokenAccess {
  return scopes.some((scope) => scope.endsWith(':write')) ? 'write' : 'read';
}

export const TOKEN_ACCESS = ['read', 'write'] as const;
/** `read`: only calls that change nothing. */
export type TokenAccess = (typeof TOKEN_ACCESS)[number];

/** An API token as its owner sees it; the token itself is shown once and not kept. */
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
