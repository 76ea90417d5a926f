export function importGraph(): { dependents(changed: readonly string[]): Set<string> };
