interface Grant {
  readonly role: string;
  readonly scopeId: string | null;
}

/**
 * The organisation that a person acts for: the chosen one while they are a member of it, otherwise the one they joined
 * first; undefined for people without an organisation.
 * @param grants in the order in which they were given.
 */
export function actingOrganization(grants: readonly Grant[], chosen: string | null): string | undefined {
  const own = grants.flatMap(({ role, scopeId }) => (role === 'author' && scopeId !== null ? [scopeId] : []));
  return own.find((orgId) => orgId === chosen) ?? own[0];
}
