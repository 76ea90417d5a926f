/** What tokens of the host's services can be for; `installs` has their settings, upgrades and unfinished calls too. */
export const SCOPE_AREAS = ['tenants', 'operators', 'compliance', 'installs', 'events'] as const;
export type ScopeArea = (typeof SCOPE_AREAS)[number];
export type TokenScope = `${ScopeArea}:${'read' | 'write'}`;

/** Every scope that a token of the host can have. One that writes also reads. */
export const TOKEN_SCOPES: readonly TokenScope[] = SCOPE_AREAS.flatMap(
  (area) => [`${area}:read`, `${area}:write`] as const,
);

/** The scope that a call of the area needs: `read` for methods that change nothing. */
export function scopeFor(area: ScopeArea, changes: boolean): TokenScope {
  return changes ? `${area}:write` : `${area}:read`;
}

/** Whether a token with these scopes may make a call that needs one. */
export function hasScope(scopes: readonly TokenScope[], needed: TokenScope): boolean {
  return scopes.some((scope) => scope === needed || scope === needed.replace(/:read$/, ':write'));
}
