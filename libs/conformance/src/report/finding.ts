/** What a finding or check is about. */
export type CheckGroup = 'schema' | 'endpoints' | 'hmac' | 'lifecycle' | 'events' | 'listing';
/** How bad a finding is. */
export type FindingLevel = 'error' | 'warning' | 'info';

/** One thing that is wrong with a Drive, told so that its author can fix it without asking. */
export interface Finding {
  /** Number of the check, for example `C53`. */
  readonly id: string;
  readonly level: FindingLevel;
  readonly check: CheckGroup;
  /** Stable snake_case name of the broken rule. */
  readonly rule: string;
  /** JSON pointer and 1-based place in the document as served. */
  readonly pointer?: string;
  readonly line?: number;
  readonly column?: number;
  /** `GET /api/platform/metrics`. */
  readonly endpoint?: string;
  /** What was sent, in words. */
  readonly sent?: string;
  readonly expected: string;
  /** What came back: status and the first bytes, secrets masked. */
  readonly received?: string;
  /** Most likely cause. */
  readonly cause: string;
  readonly fix: string;
  /** Part of the contract. */
  readonly spec: string;
  /** POSIX shell line that shows the same failure. */
  readonly reproduce?: string;
}
