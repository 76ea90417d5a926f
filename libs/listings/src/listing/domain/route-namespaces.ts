import { HOST_ROUTES, type CanonicalManifest } from '@portal/contract';

/** The first segment of a path, in lower case: the part of the host's addresses that a Drive claims by it. */
export const namespaceOf = (path: string): string => (path.split(/[/?#]/)[1] ?? '').toLowerCase();

/** Namespaces in which a manifest exposes pages, each once. */
export const namespacesOf = ({ routesExposed }: Pick<CanonicalManifest, 'routesExposed'>): string[] => [
  ...new Set(routesExposed.map(({ path }) => namespaceOf(path))),
];

/**
 * Owner of a namespace that a Drive may not have, as a phrase; null: it may. `others`: those that other Drives have.
 */
export function ownerOf(namespace: string, others: readonly string[]): string | null {
  if (HOST_ROUTES.has(namespace)) return 'the host';
  return others.includes(namespace) ? 'another Drive' : null;
}
