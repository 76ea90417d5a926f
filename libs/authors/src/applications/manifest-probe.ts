/** The validator's result for a manifest, without a signing key. */
export interface ProbedManifest {
  ok: boolean;
  /** SHA-256 hex; null when no manifest could be read. */
  digest: string | null;
  /** Worst first. */
  findings: readonly { id: string; level: 'error' | 'warning' | 'info'; rule: string; fix: string }[];
}

/** Port: checks of a manifest, implemented by a feature above this one. */
export abstract class ManifestProbe {
  /**
   * Reads the manifest and calls the public endpoints of its Drive; never signs.
   * @throws AppError `too_many_requests` (429) for its host
   */
  abstract check(manifestUrl: string): Promise<ProbedManifest>;
}
