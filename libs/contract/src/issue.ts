/** How bad: an error makes the subject invalid, a warning does not, an info only tells. */
export type IssueLevel = 'error' | 'warning' | 'info';

/** One thing that is wrong with a document, told so that its author can fix it. */
export interface Issue {
  /** Stable snake_case name of what is wrong. */
  readonly code: string;
  /** Id of the manifest rule that found it, where one did. */
  readonly rule?: string;
  readonly level: IssueLevel;
  /** JSON pointer (RFC 6901) to the value; empty for the whole document. */
  readonly pointer: string;
  /** What is wrong, one sentence. */
  readonly message: string;
  /** What to do, one sentence. */
  readonly fix: string;
  /** Part of the contract that the rule rests on. */
  readonly clause: string;
  /** What would be right, and what was found, as short text. */
  readonly expected?: string;
  readonly received?: string;
  /** 1-based position in the text, where known. */
  readonly line?: number;
  readonly column?: number;
}

/** True when at least one issue is an error. */
export function hasErrors(issues: readonly Issue[]): boolean {
  return issues.some((issue) => issue.level === 'error');
}
