/** Areas of host tokens. `installs` includes settings, upgrades and unfinished calls. */
const SCOPE_AREAS = ['tenants', 'operators', 'compliance', 'installs', 'events', 'billing'] as const;
export type ScopeArea = (typeof SCOPE_AREAS)[number];
export type TokenScope = `${ScopeArea}:${'read' | 'write'}`;

/** All scopes of host tokens. A write scope includes reading. */
export const TOKEN_SCOPES: readonly TokenScope[] = SCOPE_AREAS.flatMap(
  (area) => [`${area}:read`, `${area}:write`] as const,
);

/** The scope that a call of the area needs: `read` for safe methods. */
export function scopeFor(area: ScopeArea, changes: boolean): TokenScope {
  return changes ? `${area}:write` : `${area}:read`;
}

/** Whether a token with these scopes may make a call that needs one. */
export function hasScope(scopes: readonly TokenScope[], needed: TokenScope): boolean {
  return scopes.some((scope) => scope === needed || scope === needed.replace(/:read$/, ':write'));
}
