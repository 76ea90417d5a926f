/** Severity: an error makes the document invalid; warnings and infos do not. */
export type IssueLevel = 'error' | 'warning' | 'info';

/** One problem of a document, described so that its author can fix it. */
export interface Issue {
  /** Stable snake_case name of the problem. */
  readonly code: string;
  /** Id of the manifest rule that found it, if there is one. */
  readonly rule?: string;
  readonly level: IssueLevel;
  /** JSON pointer (RFC 6901) to the value; empty for the whole document. */
  readonly pointer: string;
  /** The problem in one sentence. */
  readonly message: string;
  /** The fix in one sentence. */
  readonly fix: string;
  /** Clause of the contract. */
  readonly clause: string;
  /** Expected and found value, as short text. */
  readonly expected?: string;
  readonly received?: string;
  /** 1-based position in the text, if known. */
  readonly line?: number;
  readonly column?: number;
}

/** True when at least one issue is an error. */
export function hasErrors(issues: readonly Issue[]): boolean {
  return issues.some((issue) => issue.level === 'error');
}
