/** What a finding or check is about. */
export type CheckGroup = 'schema' | 'endpoints' | 'hmac' | 'lifecycle' | 'events' | 'listing';
/** How bad a finding is. */
export type FindingLevel = 'error' | 'warning' | 'info';

/** What a finding takes from its check. */
export interface CheckFacts {
  /** Unique number, for example `C53`. Numbers are never used again for something else. */
  readonly id: string;
  /** Level of its worst finding. */
  readonly level: FindingLevel;
  readonly check: CheckGroup;
  /** Stable snake_case name. */
  readonly rule: string;
  /** Clause of the contract. */
  readonly clause: string;
}

/** One error in a Drive, described so that its author can fix it without asking. */
export interface Finding extends Pick<CheckFacts, 'id' | 'check' | 'rule'> {
  readonly level: FindingLevel;
  /** JSON pointer and 1-based position in the document as served. */
  readonly pointer?: string;
  readonly line?: number;
  readonly column?: number;
  /** `GET /api/platform/metrics`. */
  readonly endpoint?: string;
  /** Description of the request. */
  readonly sent?: string;
  readonly expected: string;
  /** The response: status and first bytes, secrets masked. */
  readonly received?: string;
  /** Most likely cause. */
  readonly cause: string;
  readonly fix: string;
  /** Part of the contract. */
  readonly spec: string;
  /** POSIX shell line that reproduces the failure. */
  readonly reproduce?: string;
}
