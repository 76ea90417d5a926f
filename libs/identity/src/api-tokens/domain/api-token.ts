/** Owner of a token: a person, an organisation, or the host's services. */
export type TokenOwner =
  | { readonly kind: 'person'; readonly userId: string }
  | { readonly kind: 'organization'; readonly orgId: string }
  | { readonly kind: 'host' };

/** Access of a token with chosen scopes. */
export function accessOfScopes(scopes: readonly string[]): TokenAccess {
  return scopes.some((scope) => scope.endsWith(':write')) ? 'write' : 'read';
}

export const TOKEN_ACCESS = ['read', 'write'] as const;
/** `read`: safe methods only. */
export type TokenAccess = (typeof TOKEN_ACCESS)[number];
