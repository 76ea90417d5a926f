import { diffManifests, type CanonicalManifest, type ManifestChange } from '@portal/contract';

/** A manifest with the origin that it was read from. */
export interface ReadManifest {
  readonly origin: string;
  readonly manifest: CanonicalManifest;
}

/** A manifest as stored in a revision. */
export interface RevisionFacts extends ReadManifest {
  readonly digest: string;
}

/**
 * Changes of a revision against another: the differences of the two manifests, and before them the origin, which a
 * manifest itself does not contain (its endpoints are paths). Another origin is a host at which operators' installs are
 * called and which gets their tokens, so it is never let through without a person.
 */
export function diffRevisions(from: ReadManifest, to: ReadManifest): ManifestChange[] {
  const changes = diffManifests(from.manifest, to.manifest);
  if (from.origin === to.origin) return changes;
  const moved: ManifestChange = {
    kind: 'origin',
    pointer: '',
    from: from.origin,
    to: to.origin,
    level: 'consent',
    sentence: `The address changes from ${from.origin} to ${to.origin}.`,
  };
  return [moved, ...changes];
}
