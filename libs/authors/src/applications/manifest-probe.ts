/** What the validator says about a manifest, without any key. */
export interface ProbedManifest {
  ok: boolean;
  /** SHA-256 hex; null when none was read. */
  digest: string | null;
  /** Worst first. */
  findings: readonly { id: string; level: 'error' | 'warning' | 'info'; rule: string; fix: string }[];
}

/** The checks of a manifest, which a feature above knows. Provided by whoever composes them. */
export abstract class ManifestProbe {
  /** Reads the manifest and asks the Drive behind it; never signs. @throws AppError `too_many_requests` (429) for its host */
  abstract check(manifestUrl: string): Promise<ProbedManifest>;
}
